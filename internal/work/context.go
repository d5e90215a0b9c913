package work

import "context"

// keys of values of a context.
type budgetKey struct{}
type trackerKey struct{}

// WithBudget returns a context whose calls have a budget. A nil ctx is an empty one.
func WithBudget(ctx context.Context, b Budget) context.Context {
	return context.WithValue(orBackground(ctx), budgetKey{}, b)
}

// Start returns the tracker that ctx shares, see [Share], or a new one with the budget of ctx.
// stage is what the call does, as a text of its error names it: "validating values". The
// tracker has failed already if ctx is done. A nil ctx is an empty one.
func Start(ctx context.Context, stage string) *Tracker {
	ctx = orBackground(ctx)
	w, shared := ctx.Value(trackerKey{}).(*Tracker)
	if !shared {
		w = newTracker(ctx)
	}
	w.stage = stage
	w.where = w.where[:0]
	if err := context.Cause(ctx); err != nil {
		w.Fail(err)
	}
	return w
}

// Share returns a context that is done when ctx is, and whose calls share one tracker, which it
// returns, too. It must not be given to code of the caller nor to other goroutines.
func Share(ctx context.Context) (context.Context, *Tracker) {
	w := Start(ctx, "")
	if w.ctx != ctx {
		return ctx, w // shared already
	}
	return context.WithValue(w.ctx, trackerKey{}, w), w
}

func newTracker(ctx context.Context) *Tracker {
	b, _ := ctx.Value(budgetKey{}).(Budget)
	if b.Steps <= 0 {
		b.Steps = DefaultSteps
	}
	if b.Values <= 0 {
		b.Values = DefaultValues
	}
	return &Tracker{ctx: ctx, steps: b.Steps, values: b.Values, budget: b}
}

func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}
