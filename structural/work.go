package structural

import (
	"context"

	"github.com/seed95800270/crdschema/internal/work"
)

// Budget limits the work of a call. The cost of rules, which the server limits, is not
// part of it. It counts what a call does instead of time, so that the same call with the
// same input always has the same result.
//
//	type Budget struct {
//		Steps  int64 // values looked at, each time; texts by their length
//		Values int64 // values made by defaulting, and for what owner references lack
//	}
//
// A field that is zero means the default: 100 times what the largest of many public objects
// takes. A step takes 10 to 100 ns.
type Budget = work.Budget

// WorkError is the error of a call whose budget is spent. It is an [ErrTooMuchWork].
//
//	type WorkError struct {
//		What  string // what was counted: "steps", "values made" or "levels of nesting"
//		Limit int64  // how much of it the call had
//		Stage string // what the call did, such as "validating values"
//		Path  Path   // where, as far as it is known
//	}
type WorkError = work.Error

// ErrTooMuchWork matches the error of a call whose budget is spent, with errors.Is. Such a
// call has no verdict: an API server would have gone on.
var ErrTooMuchWork = work.ErrTooMuchWork

// WithBudget returns a context with a budget for each call that it is given to. All stages of
// one call, such as those of an admission, spend one budget. A nil ctx is an empty one.
func WithBudget(ctx context.Context, b Budget) context.Context { return work.WithBudget(ctx, b) }
