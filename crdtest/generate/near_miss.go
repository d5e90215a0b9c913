package generate

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Case is a request and the answer of a server.
type Case struct {
	// Target is the keyword or rule that the object is about.
	Target Target
	// Operation is how the object is sent: Create, or Update and UpdateStatus of Old.
	Operation crdschema.Operation
	// Object is the object.
	Object map[string]any
	// Old is the stored object, or nil.
	Old map[string]any
	// Error is the one error of the object: its code, its path and, for a rule, its RulePath.
	// It is nil if the server accepts the object.
	Error *structural.Error
}

// Accepted reports whether a server accepts the object.
func (c Case) Accepted() bool { return c.Error == nil }

// NearMiss returns an object that breaks t and nothing else: it is a valid object with a few
// edits. The server's answer has exactly one error besides "rules not checked" (code
// rules-not-checked), and drops no field. Rules that the server does not evaluate then hold, too,
// unless they cannot be evaluated for a value of the wrong type.
//
// The error is an [*UnsatisfiedError], or the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) NearMiss(ctx context.Context, t Target) (Case, error) {
	a := aim{target: t, steps: t.steps, hit: t.hits, damage: func(d *generate.Generator, p *solve.Ref) { violate(d, p, t) }}
	if t.IsRule() {
		a.damage = g.breakRule(t)
	}
	return g.about(ctx, t, "near miss", a)
}

// Touching returns an object that satisfies t: at the bound, if t is one, and with a value
// for which a rule holds.
//
// The error is an [*UnsatisfiedError], or the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) Touching(ctx context.Context, t Target) (Case, error) {
	a := aim{target: t, steps: t.steps, damage: func(*generate.Generator, *solve.Ref) {}}
	c, err := g.about(ctx, t, "touching", a)
	if err != nil || !t.IsBound() {
		return c, err
	}
	next := &candidate{op: c.Operation, old: c.Old}
	failed := &UnsatisfiedError{Target: t}
	for round := range 1 + g.attempts/10 {
		d := g.stream("touching "+t.String(), round, densities[round%len(densities)])
		next.obj = structural.Clone(c.Object)
		p, ok := find(solve.Root(next.obj, g.schema), t.steps)
		if !ok || !touch(d, p, t) {
			break
		}
		score, err := g.repair(ctx, d, next, aim{target: t, steps: t.steps}, 15, failed)
		if err != nil {
			return Case{}, err
		}
		if p, ok := find(solve.Root(next.obj, g.schema), t.steps); ok && score == 0 && touches(p, t) {
			c.Object = next.obj
			return c, nil
		}
		failed.Errors = next.errs
	}
	return Case{}, failed
}

// about searches for an object with a value of a target.
func (g *Generator) about(ctx context.Context, t Target, what string, a aim) (Case, error) {
	base, err := g.base(ctx, t)
	if err != nil {
		return Case{}, err
	}
	c, err := g.search(ctx, what+" "+t.String(), 0, a, func(d *generate.Generator) (*candidate, error) {
		c := &candidate{op: base.op, old: base.old, obj: structural.Clone(base.obj)}
		if a.hit == nil {
			g.insert(d, c.obj, t.steps)
			return c, nil
		}
		return c, g.damage(ctx, d, c, a)
	})
	if err != nil {
		return Case{}, err
	}
	out := Case{Target: t, Operation: c.op, Object: c.obj, Old: c.old}
	if a.hit != nil {
		out.Error = c.errs[slices.IndexFunc(c.errs, a.hit)]
	}
	return out, nil
}

// base returns a valid request about the values of a target.
func (g *Generator) base(ctx context.Context, t Target) (*candidate, error) {
	about := &node{steps: t.steps}
	if g.ofStatus(t.steps) || len(t.steps) == 0 {
		about = nil
	}
	c, err := g.valid(ctx, "base "+strings.Join(t.steps, "/"), 0, about)
	if err != nil {
		return nil, withTarget(err, t)
	}
	if !g.ofStatus(t.steps) && !t.Transition {
		return c, nil
	}
	return g.second(ctx, t, c)
}

func withTarget(err error, t Target) error {
	if u, ok := err.(*UnsatisfiedError); ok {
		u.Target = t
	}
	return err
}

// second returns an update of a new object: of its status, or for a transition rule.
func (g *Generator) second(ctx context.Context, t Target, c *candidate) (*candidate, error) {
	res, err := g.judge(ctx, c)
	if err != nil {
		return nil, err
	}
	old := g.stored(res)
	out := &candidate{op: crdschema.Update, old: old, obj: structural.Clone(old)}
	if !g.ofStatus(t.steps) {
		return out, nil
	}
	out.op = crdschema.UpdateStatus
	out, err = g.search(ctx, "status "+strings.Join(t.steps, "/"), 0, aim{target: t, steps: t.steps}, func(d *generate.Generator) (*candidate, error) {
		obj := structural.Clone(old)
		g.insert(d, obj, t.steps)
		return &candidate{op: crdschema.UpdateStatus, old: old, obj: obj}, nil
	})
	if err != nil || !t.Transition {
		return out, err
	}
	if res, err = g.judge(ctx, out); err != nil {
		return nil, err
	}
	old = g.stored(res)
	return &candidate{op: crdschema.UpdateStatus, old: old, obj: structural.Clone(old)}, nil
}

// stored returns the object of a result as a server stores it.
func (g *Generator) stored(res crdschema.Result) map[string]any {
	obj := res.Object
	if obj == nil { // of a version that needs a converter
		obj = res.Validated
	}
	return g.asStored(obj)
}

// breakRule returns a function that makes the rule of a target false for a value.
func (g *Generator) breakRule(t Target) func(*generate.Generator, *solve.Ref) {
	r := g.rules[t.Path.String()]
	return func(d *generate.Generator, p *solve.Ref) {
		if r == nil || r.tree == nil || d.Percent(10) {
			p.Redraft(d)
			return
		}
		var old *solve.Ref
		if r.update {
			v, _ := p.Get()
			old = solve.Root(structural.Clone(v), t.node)
		}
		solve.Rule(d, r.tree, false, p, old)
	}
}

// hits reports whether an error is the one of t.
func (t Target) hits(e *structural.Error) bool {
	if t.IsRule() {
		return e.Code == codes.RuleFailed && slices.Equal(e.RulePath, t.Path)
	}
	if len(e.RulePath) > 0 || !slices.Contains(codes.OfKeyword(t.Keyword), e.Code) {
		return false
	}
	steps := t.steps
	if t.Keyword == "required" {
		steps = append(slices.Clone(steps), t.name)
	}
	if t.Keyword == "x-kubernetes-list-type" {
		return len(e.Path) >= len(steps) && matches(e.Path[:len(steps)], steps)
	}
	return matches(e.Path, steps)
}

func matches(path structural.Path, steps []string) bool {
	return slices.EqualFunc(path, steps, func(p field.Step, s string) bool {
		return s == value || s == item && p.Kind() == field.IndexStep || s != item && p.Name() == s
	})
}
