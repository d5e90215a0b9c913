package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/functions"
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
