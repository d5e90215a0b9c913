package celrules

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/valuetext"
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

// Input is the argument of [Rules.Validate], with normalized values (structural.Normalize).
type Input struct {
	// Object is the value. Null is not validated.
	Object any
	// Old is the value before an update, for transition rules, or nil for a new object.
	Old any
	// Tolerance selects which errors of an update are tolerated.
	Tolerance Tolerance
	// Budget is the maximal cost of all rules, or 0 for [ObjectBudget]. With a negative
	// budget the first rule fails.
	Budget int64
	// CallLimit is the maximal cost of one evaluation of an expression, or 0 for the
	// constant [CallLimit]. A negative limit allows no cost at all.
	CallLimit int64
	// Path is the path of the value, or nil for a whole object.
	Path structural.Path
	// Observe, unless it is nil, is called after each rule for each value.
	Observe func(Evaluation)
}

// Evaluation says what became of one rule for one value.
type Evaluation struct {
	// Path is the path of the value, RulePath the place of the rule in the schema: see
	// structural.Error.
	Path, RulePath structural.Path
	// Transition reports whether the rule uses oldSelf.
	Transition bool
	// Correlated reports whether the value has an old one: elements of lists that are not
	// keyed, for example, have none. A transition rule without an old value, and without
	// optionalOldSelf, is Skipped.
	Correlated, Skipped bool
	// Passed reports whether the rule found no error, tolerated or not.
	Passed bool

	decided func() []PartValue
}

// Tolerance selects whether an update may keep errors in unchanged parts.
type Tolerance uint8

const (
	// Ratchet tolerates them: the server warns of them.
	Ratchet Tolerance = iota
	// Strict tolerates no errors, as the server does for the defaults of a schema.
	Strict
)

var tolerances = valuetext.Enum[Tolerance]{Name: "Tolerance", Words: []string{Ratchet: "Ratchet", Strict: "Strict"}}

// String returns the name of the constant: "Ratchet".
func (t Tolerance) String() string { return tolerances.Word(t) }

// MarshalText returns the text of [Tolerance.String].
func (t Tolerance) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the text of [Tolerance.String].
func (t *Tolerance) UnmarshalText(text []byte) error { return tolerances.Read(text, t) }

// Result is the result of evaluating the rules for an object.
type Result struct {
	// Errors are the reasons to reject the object.
	Errors structural.Errors
	// Ratcheted are the tolerated errors.
	Ratcheted structural.Errors
	// Cost is the actual cost of all evaluations, including one beyond the budget.
	Cost int64
	// Exhausted is set if a limit ended the evaluation. An error, possibly a tolerated one,
	// reports it.
	Exhausted bool
}

// Validate evaluates the rules for an object. The error is about the context, the budget or
// invalid options of the compiler. A nil Rules accepts everything.
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

type evaluationPool struct{ pool sync.Pool }

func (p *evaluationPool) get() *evaluation {
	if e, ok := p.pool.Get().(*evaluation); ok {
		return e
	}
	return &evaluation{evaluator: cellib.NewEvaluator()}
}

func (p *evaluationPool) put(e *evaluation) { p.pool.Put(e) }
