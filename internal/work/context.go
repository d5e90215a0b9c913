package work

import (
	"context"

	"github.com/seed95800270/crdschema/structural/budget"
)

// Keys of this package's values in a context.
type budgetKey struct{}
type trackerKey struct{}

// WithBudget returns a context whose calls have a budget.
func WithBudget(ctx context.Context, b budget.Budget) context.Context {
	return context.WithValue(orBackground(ctx), budgetKey{}, b)
}

// Start returns the tracker that ctx shares, see [Share], or a new one with the budget of
// ctx. stage says what the call does, for its error: "validating values". If ctx is done,
// the tracker has already failed. A nil ctx is an empty one.
func Start(ctx context.Context, stage string) *Tracker {
	if w := shareOf(ctx); w != nil {
		return w.begin(ctx, stage)
	}
	return new(Tracker).Start(ctx, stage)
}

// Start returns the tracker that ctx shares, or w, which must be zero, with the budget of
// ctx, as the function Start. A call that declares w and does not share it allocates nothing.
func (w *Tracker) Start(ctx context.Context, stage string) *Tracker {
	if shared := shareOf(ctx); shared != nil {
		w = shared
	} else {
		w.ctx = orBackground(ctx)
		w.budget = budgetOf(w.ctx)
		w.steps, w.values = w.budget.Steps, w.budget.Values
	}
	return w.begin(ctx, stage)
}

// begin sets what the call does, and looks at the context.
func (w *Tracker) begin(ctx context.Context, stage string) *Tracker {
	w.stage = stage
	w.where = w.where[:0]
	if err := context.Cause(orBackground(ctx)); err != nil {
		w.Fail(err)
	}
	return w
}

// shareOf returns the tracker that ctx shares, or nil.
func shareOf(ctx context.Context) *Tracker {
	if ctx == nil {
		return nil
	}
	w, _ := ctx.Value(trackerKey{}).(*Tracker)
	return w
}

// Share returns a context whose calls share one tracker, and the tracker. When the budget
// is spent, its Err is the error of the tracker. It must not be given to code of the
// caller, see [Caller], nor to other goroutines.
func Share(ctx context.Context) (context.Context, *Tracker) {
	w := Start(ctx, "")
	if w.ctx != ctx && ctx != nil {
		return ctx, w // shared already
	}
	w.shared = shared{w.ctx, w}
	return &w.shared, w
}

// Caller returns the context that was given to [Share] if ctx comes from it, else ctx, for
// code of the caller.
func Caller(ctx context.Context) context.Context {
	if w, ok := ctx.Value(trackerKey{}).(*Tracker); ok {
		return w.ctx
	}
	return ctx
}

type shared struct {
	context.Context
	tracker *Tracker
}

// Value returns the tracker, or a value of the caller's context.
func (s *shared) Value(key any) any {
	if key == (trackerKey{}) {
		return s.tracker
	}
	return s.Context.Value(key)
}

// Err returns the error of the tracker, or else of the caller's context.
func (s *shared) Err() error {
	if s.tracker.err != nil {
		return s.tracker.Err()
	}
	return s.Context.Err()
}

func budgetOf(ctx context.Context) budget.Budget {
	b, _ := ctx.Value(budgetKey{}).(budget.Budget)
	if b.Steps <= 0 {
		b.Steps = budget.DefaultSteps
	}
	if b.Values <= 0 {
		b.Values = budget.DefaultValues
	}
	return b
}

func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}
