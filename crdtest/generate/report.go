package generate

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
)

// Cases returns for every target an object that satisfies it and one that breaks it: of a
// bound, both sides. An error of a pair is an [*UnsatisfiedError], and the walk goes on. It
// ends with any other error.
func (g *Generator) Cases(ctx context.Context) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		for _, t := range g.targets {
			for _, make := range []func(context.Context, Target) (Case, error){g.Touching, g.NearMiss} {
				c, err := make(ctx, t)
				c.Target = t
				if !yield(c, err) || err != nil && !unsatisfied(err) {
					return
				}
			}
		}
	}
}

// Corpus returns the JSON texts of the first n valid objects, for testing.F.Add. It leaves out
// those that cannot be made, and ends with the context.
func (g *Generator) Corpus(ctx context.Context, n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range n {
			obj, err := g.Valid(ctx, i)
			if unsatisfied(err) {
				continue
			}
			if err != nil {
				return
			}
			if text, err := json.Marshal(obj); err == nil && !yield(text) {
				return
			}
		}
	}
}

// Report says what a generator can make.
type Report struct {
	// Rules is the number of rules, Both the number of those for which an object was found
	// that satisfies it and one that breaks nothing else.
	Rules, Both int
	// Targets is the number of all targets, Broken the number of those with a near miss.
	Targets, Broken int
	// Unsatisfied are the searches without a result.
	Unsatisfied []*UnsatisfiedError
}

// Report makes all cases and counts them. The error is the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) Report(ctx context.Context) (Report, error) {
	r := Report{Targets: len(g.targets)}
	touched := false
	for c, err := range g.Cases(ctx) {
		var u *UnsatisfiedError
		if err != nil && !errors.As(err, &u) {
			return Report{}, err
		}
		if u != nil {
			r.Unsatisfied = append(r.Unsatisfied, u)
		}
		if miss := err == nil && c.Error != nil; miss {
			r.Broken++
			if c.Target.IsRule() && touched {
				r.Both++
			}
		}
		touched = err == nil && c.Error == nil
	}
	for _, t := range g.targets {
		if t.IsRule() {
			r.Rules++
		}
	}
	return r, nil
}
