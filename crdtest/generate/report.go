package generate

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
)

// Cases returns for every target an object that satisfies it and one that breaks it: of a
// bound, both sides. Then it returns the [Generator.Variants] of the target. An error of one of
// the two is an [*UnsatisfiedError], and the walk goes on. It ends with any other error.
//
// The objects have the defaults of the schema where an edit reads them. [Generator.Objects] makes objects
// without them.
func (g *Generator) Cases(ctx context.Context) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		for _, t := range g.targets {
			for _, make := range g.sides() {
				c, err := make(ctx, t)
				c.Target = t
				if !yield(c, err) || err != nil && !unsatisfied(err) {
					return
				}
			}
			for c, err := range g.Variants(ctx, t) {
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
}

func (g *Generator) sides() [2]func(context.Context, Target) (Case, error) {
	return [2]func(context.Context, Target) (Case, error){g.Touching, g.NearMiss}
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

// Report makes the two cases of each target and counts them. The error is the context's or the
// budget's (structural.ErrTooMuchWork).
func (g *Generator) Report(ctx context.Context) (Report, error) {
	r := Report{Targets: len(g.targets)}
	for _, t := range g.targets {
		if t.IsRule() {
			r.Rules++
		}
		var found [2]bool
		for i, make := range g.sides() {
			_, err := make(ctx, t)
			var u *UnsatisfiedError
			if err != nil && !errors.As(err, &u) {
				return Report{}, err
			}
			if u != nil {
				r.Unsatisfied = append(r.Unsatisfied, u)
			}
			found[i] = err == nil
		}
		if found[1] {
			r.Broken++
		}
		if t.IsRule() && found[0] && found[1] {
			r.Both++
		}
	}
	return r, nil
}
