package celrules

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/words"
	"github.com/seed95800270/crdschema/structural"
)

const (
	// ObjectBudget limits the actual cost of a schema's rules for one object, in cost
	// units.
	//
	// Rule: k8s.io/apiserver/pkg/apis/cel, RuntimeCELCostBudget.
	ObjectBudget = 10_000_000
	// CallLimit limits the actual cost of one evaluation of an expression.
	//
	// Rule: the same package, PerCallLimit.
	CallLimit = cellib.PerCallLimit
)

// Input is the argument of [Rules.Validate]. Its values are normalized
// (structural.Normalize); they are neither modified nor kept.
type Input struct {
	// Object is the value: an object for the schema of a resource. Null is not validated.
	Object any
	// Old is the value before an update, for transition rules, or nil for a new object.
	Old any
	// Tolerance selects which errors of an update are tolerated.
	Tolerance Tolerance
	// Budget is the maximal cost of all rules, in cost units, or 0 for [ObjectBudget].
	// With a negative budget the first rule fails.
	Budget int64
	// CallLimit is the maximal cost of one evaluation of an expression, in cost units, or
	// 0 for the constant [CallLimit]. A negative limit allows no cost at all.
	CallLimit int64
	// Path is the path of the value, or nil for a whole object. Errors are located below
	// it.
	Path structural.Path
}

// Tolerance selects whether errors of an update are tolerated in unchanged parts of the
// object.
type Tolerance uint8

const (
	// Ratchet tolerates them: the server warns of them. Errors of rules that use oldSelf,
	// or that could not be evaluated, are never tolerated.
	Ratchet Tolerance = iota
	// Strict tolerates no errors, as the server does for the defaults of a schema.
	Strict
)

var tolerances = words.Enum[Tolerance]{Name: "Tolerance", Words: []string{Ratchet: "Ratchet", Strict: "Strict"}}

// String returns the name of the constant: "Ratchet".
func (t Tolerance) String() string { return tolerances.Word(t) }

// MarshalText returns the text of [Tolerance.String].
func (t Tolerance) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText sets t to the tolerance with a name, or returns an error.
func (t *Tolerance) UnmarshalText(text []byte) error { return tolerances.Read(text, t) }

// Result is the result of evaluating the rules for an object.
type Result struct {
	// Errors are the reasons to reject the object, in order.
	Errors structural.Errors
	// Ratcheted are the tolerated errors, in order.
	Ratcheted structural.Errors
	// Cost is the actual cost of all evaluations, in cost units, including the last one
	// if it exceeded the budget.
	Cost int64
	// Exhausted is set if a limit ended the evaluation, so that some rules were not
	// evaluated. One of the errors, possibly a tolerated one, reports it.
	Exhausted bool
}

// Validate evaluates the rules for an object; see "Evaluation" in the package comment.
// The error is about the context, the budget (structural.ErrTooMuchWork) or invalid
// options of the compiler. A nil Rules accepts everything.
//
// Rule: Kubernetes documentation, "Validation rules"; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema/cel, Validator.Validate.
func (r *Rules) Validate(ctx context.Context, in Input) (Result, error) {
	if r == nil {
		return Result{}, context.Cause(ctx)
	}
	if err := r.compiler.invalid.Err(); err != nil {
		return Result{}, err
	}
	if err := context.Cause(ctx); err != nil {
		return Result{}, err
	}
	root := r.root()
	if root == nil || in.Object == nil {
		return Result{}, nil
	}
	e := r.compiler.evaluations.get()
	defer r.compiler.evaluations.put(e)
	return e.run(ctx, r, in)
}

// evaluationPool keeps evaluations for further objects.
type evaluationPool struct{ pool sync.Pool }

func (p *evaluationPool) get() *evaluation {
	if e, ok := p.pool.Get().(*evaluation); ok {
		return e
	}
	return &evaluation{evaluator: cellib.NewEvaluator()}
}

func (p *evaluationPool) put(e *evaluation) { p.pool.Put(e) }
