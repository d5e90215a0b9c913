package compat

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/structural"
)

// searcher looks for witnesses of the changes of one version.
type searcher struct {
	sides
	compiler  *crdschema.Compiler
	attempts  int // objects for each change
	newer     *generate.Generator
	older     *generate.Generator
	olderPool []map[string]any
}

// found is what was observed about a change.
type found struct {
	witnesses map[Effect]*Witness
	audiences map[Effect][]Audience
	tried     []string
	judged    int
}

// search tries the probes of a change, then objects that are about its keyword, then any.
func (s *searcher) search(ctx context.Context, c *change) (*found, error) {
	s.once = c.check == "subresources.status"
	f := &found{witnesses: map[Effect]*Witness{}, audiences: map[Effect][]Audience{}}
	for _, p := range c.probes {
		for _, slim := range []scope{narrow, whole} {
			if err := s.probe(ctx, c, p, slim, f); err != nil || f.enough(c, s.attempts) {
				return f, err
			}
		}
	}
	if err := s.nearMisses(ctx, c, f); err != nil || f.enough(c, s.attempts) {
		return f, err
	}
	return f, s.samples(ctx, c, f)
}

// enough reports whether the search is over: the worst effect has a witness, or the attempts are
// used up.
func (f *found) enough(c *change, attempts int) bool {
	if f.judged >= attempts {
		return true
	}
	return !slices.ContainsFunc(c.possible, func(e Effect) bool { return f.witnesses[e] == nil }) || len(f.witnesses) > 0 && f.judged >= attempts/4
}

func (f *found) try(text string) {
	if len(f.tried) < 20 && !slices.Contains(f.tried, text) {
		f.tried = append(f.tried, text)
	}
}

// judge sends an object to both definitions and keeps what it shows.
func (s *searcher) judge(ctx context.Context, c *change, obj map[string]any, f *found) error {
	f.judged++
	a, err := s.create(ctx, obj)
	if err != nil || !a.accepted {
		return failure(ctx, err)
	}
	if err := s.observe(ctx, c, a, f); err != nil {
		return err
	}
	if slices.Contains(c.possible, Ownership) && f.witnesses[Ownership] == nil {
		return s.observeManagers(ctx, obj, f)
	}
	return nil
}

func (s *searcher) observe(ctx context.Context, c *change, a *answer, f *found) error {
	for _, e := range c.possible {
		if f.witnesses[e] != nil || !c.shows(e, a) {
			continue
		}
		small, err := s.shrink(ctx, c, e, a)
		if err != nil {
			return err
		}
		f.witnesses[e], f.audiences[e] = small.witness(), small.audiences(e)
	}
	return nil
}

// mostShrinks bounds the requests that make a witness smaller.
const mostShrinks = 150

// shrink returns the answers to a smaller object that shows the same effect.
func (s *searcher) shrink(ctx context.Context, c *change, e Effect, a *answer) (*answer, error) {
	if a.op != crdschema.Create {
		return a, nil
	}
	left, best := mostShrinks, a
	_, err := generate.Shrink(ctx, a.object, func(obj map[string]any) bool {
		if left--; left < 0 {
			return false
		}
		smaller, err := s.create(ctx, structural.Clone(obj))
		if err != nil || !smaller.accepted || !c.shows(e, smaller) {
			return false
		}
		best = smaller
		return true
	})
	return best, err
}

// shows reports whether an answer has an effect of the change.
func (c *change) shows(e Effect, a *answer) bool {
	switch e {
	case Refuses:
		return slices.ContainsFunc(a.errs, c.caused) || a.refused != "" && c.alters
	case Drops:
		return slices.ContainsFunc(a.read, func(d difference) bool { return d.Missing && c.touches(d.Path) }) ||
			slices.ContainsFunc(a.written, func(d difference) bool { return d.Missing && c.touches(d.Path) })
	case Defaults, Stores:
		return slices.ContainsFunc(a.written, func(d difference) bool { return c.touches(d.Path) })
	case BreaksConversion:
		return len(a.read) > 0 || len(a.written) > 0 || a.refused != ""
	default:
		return false
	}
}

func (a *answer) witness() *Witness {
	w := &Witness{Operation: a.op, Object: a.object, Old: a.previous, Refused: textsOf(a.errs), NextUpdate: textsOf(a.next)}
	if a.refused != "" {
		w.Refused = append(w.Refused, cut(a.refused))
	}
	for _, d := range slices.Concat(a.read, a.written) {
		list := &w.Changed
		if d.Missing {
			list = &w.Dropped
		} else if d.Extra {
			list = &w.Defaulted
		}
		if !slices.ContainsFunc(*list, func(p structural.Path) bool { return slices.Equal(p, d.Path) }) && len(*list) < 20 {
			*list = append(*list, d.Path)
		}
	}
	return w
}

func (a *answer) audiences(e Effect) []Audience {
	switch {
	case e == Refuses && a.op == crdschema.Create && len(a.next) > 0:
		return []Audience{Writers, Updaters}
	case e == Refuses && a.op == crdschema.Create:
		return []Audience{Writers}
	case e == Refuses:
		return []Audience{Updaters}
	case e == Drops && slices.ContainsFunc(a.read, func(d difference) bool { return d.Missing }):
		return []Audience{Writers, Updaters, Readers}
	default:
		return []Audience{Writers}
	}
}

// observeManagers compares the managed fields after an apply.
func (s *searcher) observeManagers(ctx context.Context, obj map[string]any, f *found) error {
	before, after, err := s.managers(ctx, obj)
	if err != nil || before == nil || after == nil || structural.Equal(before, after) {
		return err
	}
	f.witnesses[Ownership] = &Witness{Operation: crdschema.Patch, Object: obj, OldManagers: before, Managers: after}
	f.audiences[Ownership] = []Audience{Appliers}
	return nil
}

// nearMisses judges objects that break the keyword of the change in the new schema, or an
// observing rule of a node above, and nothing else.
func (s *searcher) nearMisses(ctx context.Context, c *change, f *found) error {
	if !slices.Contains(c.possible, Refuses) || f.witnesses[Refuses] != nil {
		return nil
	}
	if s.newer == nil {
		s.newer = generate.New(s.upgraded, generate.WithAttempts(missAttempts))
	}
	for _, t := range s.newer.Targets() {
		if !c.about(t) {
			continue
		}
		f.try("objects that break " + t.String() + " of the new schema and nothing else")
		for seed := range 3 {
			g := s.newer
			if seed > 0 {
				g = generate.New(s.upgraded, generate.WithAttempts(missAttempts), generate.WithSeed(uint64(seed)))
			}
			miss, err := g.NearMiss(ctx, t)
			if u := unsatisfied(err); u != nil {
				if u.Attempts < missAttempts {
					break // the objects are large: more of them would take long
				}
				continue
			}
			if err != nil {
				return err
			}
			if err := s.judgeCase(ctx, c, miss, f); err != nil || f.witnesses[Refuses] != nil || f.judged > s.attempts {
				return err
			}
		}
	}
	return nil
}

// missAttempts is the number of attempts of one search for a near miss.
const missAttempts = 150

// about reports whether breaking a target may show the change.
func (c *change) about(t generate.Target) bool {
	if c.rule != nil {
		return slices.Equal(t.Path, c.rule.path)
	}
	if t.IsRule() {
		return c.alters && c.below(t.Path)
	}
	return slices.Equal(t.Path, c.path.Append(structural.Field(c.check)))
}

func (s *searcher) judgeCase(ctx context.Context, c *change, t generate.Case, f *found) error {
	if t.Old == nil {
		return s.judge(ctx, c, t.Object, f)
	}
	f.judged++
	a, err := s.update(ctx, t.Operation, t.Object, t.Old)
	if err != nil || !a.accepted {
		return failure(ctx, err)
	}
	return s.observe(ctx, c, a, f)
}

// unsatisfied returns the error of a search without a result, or nil.
func unsatisfied(err error) *generate.UnsatisfiedError {
	var u *generate.UnsatisfiedError
	errors.As(err, &u)
	return u
}

// mostSamples is the number of objects of the old schema that are about nothing in particular.
const mostSamples = 12

// samples judges objects of the old schema.
func (s *searcher) samples(ctx context.Context, c *change, f *found) error {
	if s.older == nil {
		s.older = generate.New(s.old, generate.WithAttempts(60))
		for i := range mostSamples {
			obj, err := s.older.Valid(ctx, i)
			if err != nil && unsatisfied(err) == nil {
				return failure(ctx, err)
			}
			if err == nil {
				s.olderPool = append(s.olderPool, obj)
			}
		}
	}
	f.try(fmt.Sprintf("%d objects that the old schema accepts", len(s.olderPool)))
	for _, obj := range s.olderPool {
		if err := s.judge(ctx, c, obj, f); err != nil || f.enough(c, s.attempts) {
			return err
		}
	}
	return nil
}
