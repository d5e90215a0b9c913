package celrules

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
)

// Two macros, optMap and optFlatMap, copy the expression that they are called
// on: twenty of them in a row, 250 bytes, are a million copies. A server expands
// them all. Here an expression has an allowance.

// maxCopied is how many nodes macros may copy in one expression.
const maxCopied = 1 << 14

// parse parses an expression within the allowance.
func (d *dialect) parse(source string) (*cel.Ast, *cel.Issues) {
	if !strings.Contains(source, "optMap") && !strings.Contains(source, "optFlatMap") {
		return d.env.Parse(source)
	}
	if d.careful == nil {
		env, err := d.env.Extend(cel.Macros(d.copies.macros(d.env)...))
		if err != nil {
			return nil, cel.ErrorAsIssues(err)
		}
		d.careful = env
	}
	d.copies.left = maxCopied
	return d.careful.Parse(source)
}

// allowance counts down while one expression is parsed.
type allowance struct{ left int }

// macros are those of an environment that copy, within the allowance.
func (a *allowance) macros(env *cel.Env) []cel.Macro {
	var out []cel.Macro
	for _, m := range env.Macros() {
		if name := m.Function(); name == "optMap" || name == "optFlatMap" {
			out = append(out, cel.ReceiverMacro(name, m.ArgCount(), a.limited(m)))
		}
	}
	return out
}

func (a *allowance) limited(m cel.Macro) cel.MacroFactory {
	expand := m.Expander()
	return func(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		if a.left -= countNodes(target); a.left < 0 {
			return nil, f.NewError(target.ID(), m.Function()+"() makes the expression too large")
		}
		return expand(f, target, args)
	}
}

func countNodes(e ast.Expr) (n int) {
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(ast.Expr) { n++ }))
	return n
}
