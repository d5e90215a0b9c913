package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// A Planner makes programs of the checked expressions of one environment. Values and costs
// equal the ones of cel.Env.Program with the server's options; tests compare the two. They
// run faster: costs are looked up at planning.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, Compile.
type Planner struct {
	interpreter interpreter.Interpreter
	dispatcher  interpreter.Dispatcher
}

// NewPlanner returns a planner for an extension of an [Env].
func NewPlanner(env *cel.Env) (*Planner, error) {
	dispatcher := interpreter.NewDispatcher()
	for _, f := range env.Functions() {
		overloads, err := f.Bindings()
		if err != nil {
			return nil, err
		}
		if err := dispatcher.Add(overloads...); err != nil {
			return nil, err
		}
	}
	provider, adapter := env.CELTypeProvider(), env.CELTypeAdapter()
	attributes := attributeFactory{interpreter.NewAttributeFactory(env.Container, adapter, provider)}
	return &Planner{
		interpreter: interpreter.NewInterpreter(dispatcher, env.Container, provider, adapter, attributes),
		dispatcher:  dispatcher,
	}, nil
}

// Program is a planned expression.
type Program struct {
	root interpreter.InterpretableV2
	args int
}

// Plan returns the program of an expression. Evaluating literals and compiling their
// regular expressions may fail.
func (p *Planner) Plan(checked *cel.Ast) (*Program, error) {
	tracker := costTracker{presence: presenceTests(checked.NativeRep().Expr()), dispatcher: p.dispatcher}
	root, err := p.interpreter.NewInterpretable(checked.NativeRep(),
		interpreter.CustomDecoratorV2(replaceOptionalOr),
		interpreter.Optimize(),
		interpreter.CompileRegexConstants(literalPattern("matches", matchCall), literalPattern("find", findCall), literalPattern("findAll", findAllCall)),
		interpreter.CustomDecoratorV2(p.replaceOwn),
		interpreter.CustomDecoratorV2(tracker.track),
	)
	if err != nil {
		return nil, err
	}
	return &Program{root: root, args: tracker.args}, nil
}

func presenceTests(root ast.Expr) map[int64]bool {
	var found map[int64]bool
	ast.PostOrderVisit(root, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.SelectKind || !e.AsSelect().IsTestOnly() {
			return
		}
		if found == nil {
			found = map[int64]bool{}
		}
		found[e.ID()] = true
	}))
	return found
}

// replaceOptionalOr makes optional or and orValue evaluate the argument only if the value
// is absent, for free.
//
// Rule: github.com/google/cel-go/cel, OptionalTypes.
func replaceOptionalOr(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	c, ok := step.(interpreter.InterpretableCall)
	if !ok || len(c.Args()) != 2 {
		return step, nil
	}
	var overload string
	var value func(*types.Optional) ref.Val
	switch c.Function() {
	case "or":
		overload, value = "optional_or_optional", func(o *types.Optional) ref.Val { return o }
	case "orValue":
		overload, value = "optional_orValue_value", (*types.Optional).GetValue
	default:
		return step, nil
	}
	if c.OverloadID() != "" && c.OverloadID() != overload {
		return step, nil
	}
	return &optionalOr{id: c.ID(), optional: c.Args()[0], otherwise: c.Args()[1], value: value}, nil
}

type optionalOr struct {
	id                  int64
	optional, otherwise interpreter.InterpretableV2
	value               func(*types.Optional) ref.Val
}

func (s *optionalOr) ID() int64 { return s.id }

func (s *optionalOr) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	switch v := s.optional.Exec(frame).(type) {
	case *types.Err:
		return v
	case *types.Unknown:
		return v
	case *types.Optional:
		if v.HasValue() {
			return s.value(v)
		}
		return s.otherwise.Exec(frame)
	default:
		return types.NoSuchOverloadErr()
	}
}

func (s *optionalOr) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}
