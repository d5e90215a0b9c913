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
	a := aim{target: t, steps: t.steps, hit: t.hits, damage: func(_ context.Context, d *generate.Generator, _ *candidate, p *solve.Ref) { violate(d, p, t) }}
	if t.IsRule() {
		a.damage = g.breakRule(t)
	}
	if why := g.alsoScale(t); why != "" {
		return Case{}, &UnsatisfiedError{Target: t, Reason: why}
	}
	if strings.HasPrefix(t.Keyword, "max") && t.IsBound() {
		var err error
		if g, err = g.sized(t, number(t.node[t.Keyword])+1); err != nil {
			return Case{}, err
		}
	}
	return g.about(ctx, t, "near miss", a)
}

// alsoScale returns why a value below a minimum breaks the scale subresource, too, or "".
func (g *Generator) alsoScale(t Target) string {
	scale := g.version.Subresources().Scale
	path := "." + strings.Join(t.steps, ".")
	if t.Keyword != "minimum" || scale == nil || path != scale.SpecReplicasPath && path != scale.StatusReplicasPath {
		return ""
	}
	if least := float(t.node["minimum"]); least > 0 || least == 0 && t.node["exclusiveMinimum"] == true {
		return "" // 0 breaks the minimum
	}
	return "the scale subresource refuses a negative number at " + path + ", too"
}

// Touching returns an object that satisfies t: at the bound, if t is one, and with a value
// for which a rule holds.
//
// The error is an [*UnsatisfiedError], or the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) Touching(ctx context.Context, t Target) (Case, error) {
	a := aim{target: t, steps: t.steps, damage: func(context.Context, *generate.Generator, *candidate, *solve.Ref) {}}
	if t.IsBound() {
		var err error
		if g, err = g.sized(t, number(t.node[t.Keyword])); err != nil {
			return Case{}, err
		}
	}
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
		if !ok {
			break
		}
		touch(d, p, t)
		score, err := g.repair(ctx, d, next, aim{target: t, steps: t.steps}, 15, failed)
		if err != nil {
			return Case{}, err
		}
		if p, ok := find(solve.Root(next.obj, g.schema), t.steps); ok && score == 0 && touches(p, t) {
			if failed.Reason = oversized(t, next.obj); failed.Reason != "" {
				break
			}
			c.Object = next.obj
			return c, nil
		}
		failed.Errors = next.errs
	}
	return Case{}, failed
}

// sized returns a generator for values of n characters, elements or fields, that tries fewer of the
// large ones, or an error if they are too large.
func (g *Generator) sized(t Target, n int) (*Generator, error) {
	if strings.HasSuffix(t.Keyword, "imum") || t.Keyword == "multipleOf" {
		return g, nil
	}
	if why := tooLarge(t, n); why != "" {
		return nil, &UnsatisfiedError{Target: t, Reason: why}
	}
	if n < manyElements || strings.HasSuffix(t.Keyword, "Length") && n < mostSize {
		return g, nil
	}
	few := *g
	few.attempts = min(g.attempts, 40)
	return &few, nil
}

// about searches for an object with a value of a target.
func (g *Generator) about(ctx context.Context, t Target, what string, a aim) (Case, error) {
	return g.from(ctx, &bases{g: g, target: t}, what, a)
}

// from searches for an object that is a few edits away from a valid one.
func (g *Generator) from(ctx context.Context, start *bases, what string, a aim) (Case, error) {
	t := a.target
	c, err := g.search(ctx, what+" "+t.String(), 0, a, func(d *generate.Generator, round int) (*candidate, error) {
		base, err := start.at(ctx, round/2%mostBases)
		if err != nil {
			return nil, err
		}
		c := base.clone()
		return c, g.damage(ctx, d, c, a)
	})
	if err != nil {
		return Case{}, err
	}
	if why := oversized(t, c.obj); why != "" {
		return Case{}, &UnsatisfiedError{Target: t, Reason: why}
	}
	out := Case{Target: t, Operation: c.op, Object: c.obj, Old: c.old}
	if a.hit != nil {
		out.Error = c.errs[slices.IndexFunc(c.errs, a.hit)]
	}
	return out, nil
}

// mostBases is the number of valid requests from which the searches for one result start.
const mostBases = 4

// bases are valid requests about the values of a target, made when they are needed.
type bases struct {
	g      *Generator
	target Target
	list   [mostBases]*candidate
}

// at returns request k, or the first one if that is not found.
func (b *bases) at(ctx context.Context, k int) (*candidate, error) {
	if b.list[k] != nil {
		return b.list[k], nil
	}
	c, err := b.g.base(ctx, b.target, k)
	if unsatisfied(err) && k > 0 && b.list[0] != nil {
		c, err = b.list[0], nil
	}
	b.list[k] = c
	return c, err
}

// base returns valid request k about the values of a target.
func (g *Generator) base(ctx context.Context, t Target, k int) (*candidate, error) {
	about := &node{steps: t.steps}
	if g.ofStatus(t.steps) || len(t.steps) == 0 {
		about = nil
	}
	c, err := g.valid(ctx, "base "+strings.Join(t.steps, "/"), k, about)
	if err != nil {
		return nil, withTarget(err, t)
	}
	r := g.rules[t.Path.String()]
	status := g.ofStatus(t.steps) || r != nil && r.status
	if !status && !t.Transition || r != nil && r.optional && k%2 == 1 {
		return c, nil
	}
	if t.Transition && k != 1 {
		c = g.prepare(ctx, t, c, k)
	}
	return g.second(ctx, t, c, k, status)
}

// prepare returns a new object, a little different from c, of which an update may break the
// transition rule of a target: it has the fields that the rule compares.
func (g *Generator) prepare(ctx context.Context, t Target, c *candidate, k int) *candidate {
	r, d := g.rules[t.Path.String()], g.stream("prepare "+t.String(), k, 25)
	if r == nil || r.tree() == nil || g.fill(ctx, c) != nil {
		return c
	}
	next, old := solve.Root(structural.Clone(c.obj), g.schema), solve.Root(structural.Clone(c.obj), g.schema)
	g.insert(d, next.Value().(map[string]any), t.steps)
	g.insert(d, old.Value().(map[string]any), t.steps)
	self, _ := find(next, t.steps)
	solve.Edit(d, solve.Rule{Expr: r.tree(), Self: self, Old: self.In(old)}, false, nil)
	before := old.Value().(map[string]any)
	status := before["status"]
	found, err := g.search(ctx, "prepared "+t.String(), k, aim{target: t}, func(*generate.Generator, int) (*candidate, error) {
		obj := structural.Clone(before)
		if g.status {
			delete(obj, "status")
		}
		return &candidate{obj: obj}, nil
	})
	if err != nil {
		return c
	}
	found.status, found.next = status, next.Value().(map[string]any)
	return found
}

func withTarget(err error, t Target) error {
	if u, ok := err.(*UnsatisfiedError); ok {
		u.Target = t
	}
	return err
}

// second returns an update of a new object: of its status, or for a transition rule.
func (g *Generator) second(ctx context.Context, t Target, c *candidate, k int, status bool) (*candidate, error) {
	old, err := g.accepted(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &candidate{op: crdschema.Update, old: old, obj: structural.Clone(old), next: c.next}
	if !status {
		return out, nil
	}
	out, err = g.search(ctx, "status "+strings.Join(t.steps, "/"), k, aim{target: t, steps: t.steps}, func(d *generate.Generator, round int) (*candidate, error) {
		obj := structural.Clone(old)
		if c.status != nil && round == 0 {
			obj["status"] = structural.Clone(c.status)
		} else if len(t.steps) == 0 {
			g.insert(d, obj, []string{"status"})
		}
		g.insert(d, obj, t.steps)
		return &candidate{op: crdschema.UpdateStatus, old: old, obj: obj}, nil
	})
	if err != nil || !t.Transition && (len(t.steps) > 0 || k%2 == 0) {
		return out, err
	}
	if old, err = g.accepted(ctx, out); err != nil {
		return nil, err
	}
	op := crdschema.UpdateStatus
	if len(t.steps) == 0 && k < 3 {
		op = crdschema.Update
	}
	return &candidate{op: op, old: old, obj: structural.Clone(old), next: c.next}, nil
}

// accepted returns the object of an accepted request as a server stores it.
func (g *Generator) accepted(ctx context.Context, c *candidate) (map[string]any, error) {
	res, err := g.judge(ctx, c)
	if err != nil {
		return nil, err
	}
	return g.stored(res), nil
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
func (g *Generator) breakRule(t Target) func(context.Context, *generate.Generator, *candidate, *solve.Ref) {
	r := g.rules[t.Path.String()]
	return func(ctx context.Context, d *generate.Generator, c *candidate, p *solve.Ref) {
		if r == nil || r.tree() == nil || d.Percent(5) {
			p.Redraft(d)
			return
		}
		solve.Edit(d, g.ruleOf(r, c, p), false, g.others(ctx, c, p, r))
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
