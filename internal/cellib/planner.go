package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// A Planner makes programs of the checked expressions of one environment. What
// they do, and what they cost, is what cel.Env.Program with [ProgramOptions]
// makes of them; they only do it sooner, since what a step costs is found out
// when it is planned and nothing is set up anew for an evaluation. It is safe for
// concurrent use.
type Planner struct {
	interpreter interpreter.Interpreter
}

// NewPlanner prepares the functions of an environment that was extended from one
// of [Env].
func NewPlanner(env *cel.Env) (*Planner, error) {
	dispatcher := interpreter.NewDispatcher()
	for _, f := range env.Functions() {
		overloads, err := f.Bindings()
		if err != nil {
			return nil, err
		}
		if err := add(dispatcher, overloads); err != nil {
			return nil, err
		}
	}
	provider, adapter := env.CELTypeProvider(), env.CELTypeAdapter()
	standard := interpreter.NewAttributeFactory(env.Container, adapter, provider)
	return &Planner{interpreter.NewInterpreter(dispatcher, env.Container, provider, adapter, attributes{standard})}, nil
}

func add(to interpreter.Dispatcher, overloads []*functions.Overload) error {
	return to.Add(overloads...)
}

// Program is an expression that can run, in many machines at once.
type Program struct {
	root  interpreter.InterpretableV2
	slots int
}

// Plan makes the program of an expression. Literal lists, maps, conversions and
// regular expressions are computed now, which may fail.
func (p *Planner) Plan(checked *cel.Ast) (*Program, error) {
	m := meter{presence: presenceTests(checked.NativeRep().Expr())}
	root, err := p.interpreter.NewInterpretable(checked.NativeRep(),
		interpreter.CustomDecoratorV2(alternatives),
		interpreter.InterruptableEval(),
		interpreter.Optimize(),
		interpreter.CompileRegexConstants(interpreter.MatchesRegexOptimization, compiledOnce("find", first), compiledOnce("findAll", all)),
		interpreter.CustomDecoratorV2(m.measure),
	)
	if err != nil {
		return nil, err
	}
	return &Program{root: root, slots: m.slots}, nil
}

// presenceTests are the selections that only ask whether a field is there.
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

// alternatives makes or and orValue look at what is given for an absent value
// only if it is absent. They are no calls any more, and cost nothing.
//
// Rule: github.com/google/cel-go/cel, OptionalTypes.
func alternatives(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	c, ok := step.(interpreter.InterpretableCall)
	if !ok || len(c.Args()) != 2 {
		return step, nil
	}
	present := map[string]struct {
		overload string
		value    func(*types.Optional) ref.Val
	}{
		"or":      {"optional_or_optional", func(o *types.Optional) ref.Val { return o }},
		"orValue": {"optional_orValue_value", (*types.Optional).GetValue},
	}
	kind, found := present[c.Function()]
	if !found || c.OverloadID() != "" && c.OverloadID() != kind.overload {
		return step, nil
	}
	return &alternative{id: c.ID(), optional: c.Args()[0], otherwise: c.Args()[1], value: kind.value}, nil
}

type alternative struct {
	id                  int64
	optional, otherwise interpreter.InterpretableV2
	value               func(*types.Optional) ref.Val
}

// ID implements interpreter.Interpretable.
func (a *alternative) ID() int64 { return a.id }

// Exec implements interpreter.InterpretableV2.
func (a *alternative) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	switch v := a.optional.Exec(frame).(type) {
	case *types.Err:
		return v
	case *types.Unknown:
		return v
	case *types.Optional:
		if v.HasValue() {
			return a.value(v)
		}
		return a.otherwise.Exec(frame)
	default:
		return types.NoSuchOverloadErr()
	}
}

// Eval implements interpreter.Interpretable.
func (a *alternative) Eval(vars interpreter.Activation) ref.Val {
	return a.Exec(interpreter.AsFrame(vars))
}
