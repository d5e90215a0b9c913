package structural

import (
	"context"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

type (
	// Budget limits the work of a call, in addition to the cost of rules: the server limits that.
	// Package structural/budget says what counts and what to set: structural/budget.Budget.
	Budget = budget.Budget
	// WorkError is the error of a call that has exceeded its budget. See structural/budget.Error.
	WorkError = budget.Error
)

// ErrTooMuchWork matches, with errors.Is, the error of a call that has exceeded its budget.
// Such a call does not have a verdict.
var ErrTooMuchWork = budget.ErrTooMuchWork

// WithBudget returns a context with a budget for each call that gets it. Every call has its own
// whole budget, and all stages of one call, such as the stages of an admission, share it. A nil ctx
// is an empty one.
func WithBudget(ctx context.Context, b Budget) context.Context { return work.WithBudget(ctx, b) }
