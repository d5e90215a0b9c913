package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// optionalMacros replaces the macros of optional values, because a newer cel-go expands them
// to expressions of another cost:
//
//	target.optMap(x, e)      target.hasValue() ? optional.of(e with x = target.value()) : optional.none()
//	target.optFlatMap(x, e)  target.hasValue() ? e with x = target.value() : optional.none()
//
// Rule: github.com/google/cel-go v0.29.2, cel.OptionalTypes.
func optionalMacros() cel.EnvOption {
	return cel.Macros(
		cel.ReceiverMacro("optMap", 2, optionalMacro("optMap", func(f cel.MacroExprFactory, e ast.Expr) ast.Expr {
			return f.NewCall("optional.of", e)
		})),
		cel.ReceiverMacro("optFlatMap", 2, optionalMacro("optFlatMap", func(_ cel.MacroExprFactory, e ast.Expr) ast.Expr { return e })))
}

func optionalMacro(name string, wrap func(cel.MacroExprFactory, ast.Expr) ast.Expr) cel.MacroFactory {
	return func(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		if args[0].Kind() != ast.IdentKind {
			return nil, f.NewError(args[0].ID(), name+"() variable name must be a simple identifier")
		}
		variable := args[0].AsIdent()
		return f.NewCall(operators.Conditional, f.NewMemberCall("hasValue", target),
			wrap(f, f.NewComprehension(f.NewList(), "#unused", variable, f.NewMemberCall("value", f.Copy(target)),
				f.NewLiteral(types.False), f.NewIdent(variable), args[1])),
			f.NewCall("optional.none")), nil
	}
}
