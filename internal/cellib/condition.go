package cellib

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// Condition is a match condition of an admission webhook, as the newest version evaluates
// it. Checks of the authorizer fail.
type Condition struct{ program *Program }

// ConditionVariables are the variables of a [Condition]: the object, the old one, and the fields of the
// request. An object may be nil.
type ConditionVariables struct{ Object, OldObject, Request map[string]any }

// conditionPlanner returns the environment of conditions with its planner.
var conditionPlanner = sync.OnceValues(func() (*conditionEnv, error) {
	base, err := Env(kubeversion.Newest, Stored)
	if err != nil {
		return nil, err
	}
	env, err := base.Extend(
		cel.Variable("object", cel.DynType), cel.Variable("oldObject", cel.DynType), cel.Variable("request", cel.DynType),
		cel.Variable("namespaceObject", cel.DynType), cel.Variable("authorizer", values.AuthorizerType),
		cel.Variable("authorizer.requestResource", values.ResourceCheckType),
	)
	if err != nil {
		return nil, err
	}
	planner, err := NewPlanner(env)
	return &conditionEnv{env, planner}, err
})

type conditionEnv struct {
	*cel.Env
	planner *Planner
}

// NewCondition compiles a condition. The error has the words of the server.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/cel, compiler.CompileCELExpression.
func NewCondition(text string) (*Condition, error) {
	env, err := conditionPlanner()
	if err != nil {
		return nil, err
	}
	checked, issues := env.Compile(text)
	switch {
	case issues != nil && issues.Err() != nil:
		return nil, fmt.Errorf("compilation failed: %v", issues)
	case !checked.OutputType().IsExactType(cel.BoolType):
		return nil, errors.New("must evaluate to bool")
	}
	program, err := env.planner.Plan(checked)
	if err != nil {
		return nil, fmt.Errorf("program instantiation failed: %w", err)
	}
	return &Condition{program}, nil
}

// Evaluate returns the value of the condition and its cost.
func (c *Condition) Evaluate(ctx context.Context, vars ConditionVariables) (value bool, cost uint64, err error) {
	variables := map[string]any{"namespaceObject": types.NullValue}
	for name, obj := range map[string]map[string]any{"object": vars.Object, "oldObject": vars.OldObject, "request": vars.Request} {
		variables[name] = types.NullValue
		if obj != nil {
			variables[name] = types.DefaultTypeAdapter.NativeToValue(obj)
		}
	}
	activation, err := interpreter.NewActivation(variables)
	if err != nil {
		return false, 0, err
	}
	e := NewEvaluator()
	e.Variables = activation
	tracker := work.Start(ctx, "evaluating match conditions")
	if err := e.Begin(tracker); err != nil {
		return false, 0, err
	}
	defer e.End()
	got, cost, err := e.Run(c.program)
	if tracker.Failed() {
		return false, cost, tracker.Err()
	}
	if err != nil {
		return false, cost, err
	}
	return got == types.True, cost, nil
}
