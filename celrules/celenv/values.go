package celenv

import (
	"context"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/celvalue"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Values makes the variables of one evaluation, or of a few with the same variables. All of
// them share one budget. Values and what it made are not safe for concurrent use, and must
// not outlive the call. The zero Values has the default budget.
type Values struct {
	arena celvalue.Arena
}

// NewValues returns Values with the budget of ctx (structural.WithBudget).
func NewValues(ctx context.Context) *Values {
	return &Values{arena: celvalue.Arena{Work: startReading(ctx)}}
}

func startReading(ctx context.Context) *work.Tracker {
	return work.Start(ctx, "reading values of an expression")
}

// Bind returns v as expressions see a value of a type: a view that converts what a program
// reads. It shares v, so v must not change before the evaluation ends.
//
// The result is an error value if v contradicts the type or is not a JSON value (see
// structural.Normalize): a program that reads it fails with that error. If a part of v
// contradicts its schema, programs that read the part fail. Bind does not validate v.
//
// After the context or the budget has ended, a value panics with an EvalCancelledError of
// cel-go's package interpreter, as a program of cel-go does inside. The methods of
// cel.Program recover it and return an error. [Values.Err] has the cause. Read values outside
// of a program only if Err returns nil.
//
// Rule: k8s.io/apiserver/pkg/cel/common, UnstructuredToVal, with the schema of WithTypeAndObjectMeta
// for a resource.
func (vs *Values) Bind(t *Type, v any) ref.Val {
	if !t.declared() {
		return types.WrapErr(ErrNoType)
	}
	normal, err := structural.Normalize(v)
	if err != nil {
		return types.WrapErr(err)
	}
	if vs.arena.Work == nil {
		vs.arena.Work = startReading(context.Background())
	}
	if fields, ok := normal.(map[string]any); ok && t.isResource() {
		return vs.arena.Resource(fields, t.named.Schema, t.extended)
	}
	return vs.arena.Value(normal, t.named.Schema)
}

// isResource reports whether an object is a resource, embedded or not.
func (t *Type) isResource() bool {
	return t.named.Role == celtype.Resource && t.named.Schema.Type() == structural.Object && !t.named.Schema.IntOrString()
}

// Err returns why reading values had to end: the cause of the context, or
// structural.ErrTooMuchWork. It returns nil otherwise.
func (vs *Values) Err() error {
	if vs.arena.Work == nil {
		return nil
	}
	return vs.arena.Work.Err()
}
