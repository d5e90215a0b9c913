package celrules

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/structural"
)

const (
	// ObjectBudget is what the rules of a schema may cost for one object, in
	// cost units.
	//
	// Rule: k8s.io/apiserver/pkg/apis/cel, RuntimeCELCostBudget.
	ObjectBudget = 10_000_000
	// CallLimit is what one evaluation of an expression may cost.
	//
	// Rule: the same package, PerCallLimit.
	CallLimit = cellib.PerCallLimit
)

// Input is what [Rules.Validate] is asked about. Values are those of JSON, as
// structural.Normalize leaves them; nothing is written to or kept.
type Input struct {
	// Object is the value: an object for the schema of a resource. Null is not
	// validated.
	Object any
	// Old is the value that Object replaces, nil if there is none, which there
	// is not for a new object. Transition rules compare with it.
	Old any
	// Tolerance says what becomes of errors about what was there before.
	Tolerance Tolerance
	// Budget is what may be spent, in cost units; 0: [ObjectBudget]. With a
	// negative one the first rule fails for lack of budget.
	Budget int64
}

// Tolerance says what becomes of the errors of an update about parts of an
// object that have not changed.
type Tolerance uint8

const (
	// Ratchet tolerates them: a server warns of them. Errors of rules that use
	// oldSelf, and of rules that could not be evaluated, are never tolerated.
	Ratchet Tolerance = iota
	// Strict does not: so a server judges the defaults of a schema.
	Strict
)

// Result is a verdict.
type Result struct {
	// Errors are the reasons to refuse the object, in order.
	Errors structural.Errors
	// Ratcheted are the errors that are tolerated, in order.
	Ratcheted structural.Errors
	// Cost is what the evaluations have spent, in cost units, that of the last
	// one included if it ran out of budget.
	Cost int64
	// Exhausted tells that a limit ended the evaluation, so that there are
	// rules that were not asked. One of the errors says so, but it may be a
	// tolerated one.
	Exhausted bool
}

// Validate evaluates the rules for an object, see "Evaluation" in the
// documentation of the package. The error is that of a cancelled context: then
// there is no verdict. A nil Rules accepts everything.
//
// Rule: Kubernetes documentation, "Validation rules"; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema/cel, Validator.Validate.
func (r *Rules) Validate(ctx context.Context, in Input) (Result, error) {
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

// evaluations are kept to be used again.
type evaluations struct{ pool sync.Pool }

func (p *evaluations) get() *evaluation {
	if e, ok := p.pool.Get().(*evaluation); ok {
		return e
	}
	return &evaluation{machine: cellib.NewMachine()}
}

func (p *evaluations) put(e *evaluation) { p.pool.Put(e) }
