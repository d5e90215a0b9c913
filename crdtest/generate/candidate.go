package generate

import (
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// candidate is a request whose object is changed until it is what is wanted.
type candidate struct {
	op   crdschema.Operation
	old  map[string]any
	obj  map[string]any
	errs structural.Errors
	lost int // fields that the server drops, and 10 if it refuses the request for another reason

	refused string // that reason

	status any            // of a new object: what its status is to be
	next   map[string]any // of an update: an object that may be what is wanted
}

// clone returns a request that can be changed. It begins with the object that may be wanted.
func (c *candidate) clone() *candidate {
	out := &candidate{op: c.op, old: c.old, obj: structural.Clone(c.obj)}
	if c.next == nil {
		return out
	}
	next := structural.Clone(c.next)
	if c.op == crdschema.UpdateStatus {
		out.obj["status"] = next["status"]
		return out
	}
	next["metadata"] = out.obj["metadata"]
	if status, ok := out.obj["status"]; ok {
		next["status"] = status
	}
	out.obj = next
	return out
}

// aim is what a candidate is to become: without errors, or with exactly one.
type aim struct {
	target Target
	steps  []string                                                           // of a value that must be present
	hit    func(*structural.Error) bool                                       // the one error that is wanted, or nil
	damage func(context.Context, *generate.Generator, *candidate, *solve.Ref) // makes it
	is     func(*candidate, *solve.Ref) bool                                  // what else is wanted of the value, or nil
	schema map[string]any                                                     // of the object
}

func unsatisfied(err error) bool {
	var u *UnsatisfiedError
	return errors.As(err, &u)
}

// judge sends the request to the definition, which evaluates rules beside other errors.
func (g *Generator) judge(ctx context.Context, c *candidate) (crdschema.Result, error) {
	res, err := g.version.Definition().Admit(ctx, crdschema.Request{
		Object: c.obj, Old: c.old, Operation: c.op, Version: g.version.Name(), AllErrors: true,
	})
	if err != nil {
		return res, err
	}
	c.errs, c.lost, c.refused = reasons(res.Errors), len(res.Dropped), ""
	if s := res.Status(); s != nil && len(res.Errors) == 0 {
		c.lost, c.refused = c.lost+10, s.Message
	}
	return res, nil
}

// reasons returns the errors without those that follow from another: rules that were not checked,
// and rules that cannot be evaluated beside a value of the wrong type, for which a server evaluates
// none.
func reasons(errs structural.Errors) structural.Errors {
	mistyped := slices.ContainsFunc(errs, func(e *structural.Error) bool { return e.Code == codes.Type })
	return slices.DeleteFunc(slices.Clone(errs), func(e *structural.Error) bool {
		return e.Code == codes.RulesNotChecked || mistyped && e.Code == codes.RuleEvaluation
	})
}

// score returns 0 for a candidate that is what was wanted, and more the further it is from that.
func (a aim) score(c *candidate) int {
	n, hits := len(c.errs), 0
	if a.hit != nil {
		for _, e := range c.errs {
			if a.hit(e) {
				hits++
			}
		}
		if n--; hits == 0 {
			n += 4
		}
	}
	if (a.hit == nil || a.is != nil) && !a.holds(c) {
		n += 3
	}
	return n + 2*c.lost
}

// holds reports whether the value that is wanted is present.
func (a aim) holds(c *candidate) bool {
	p, ok := find(solve.Root(c.obj, a.schema), a.steps)
	return ok && (a.is == nil || a.is(c, p))
}

// find returns a reference to the first value at steps.
func find(p *solve.Ref, steps []string) (*solve.Ref, bool) {
	for _, s := range steps {
		v, _ := p.Get()
		switch s {
		case item:
			p = p.Item(0)
		case value:
			m, _ := v.(map[string]any)
			p = p.Field(firstKey(m))
		default:
			p = p.Field(s)
		}
	}
	_, ok := p.Get()
	return p, ok
}

// firstKey returns the first name that is not declared: maps have no other.
func firstKey(m map[string]any) string {
	first := ""
	for k := range m {
		if first == "" || k < first {
			first = k
		}
	}
	if first == "" {
		return "a"
	}
	return first
}

// insert drafts the value at steps if there is none.
func (g *Generator) insert(d *generate.Generator, obj map[string]any, steps []string) {
	p := solve.Root(obj, g.schema)
	for i := range steps {
		at, ok := find(p, steps[:i+1])
		if !ok {
			at.Redraft(d)
		}
	}
}

// draft returns a new object.
func (g *Generator) draft(d *generate.Generator) map[string]any {
	obj := d.Object(g.schema, generate.Valid)
	definition := g.version.Definition()
	group := definition.Group() + "/" + g.version.Name()
	obj["apiVersion"], obj["kind"] = group, definition.Kind()
	if meta, _ := obj["metadata"].(map[string]any); meta == nil {
		obj["metadata"] = map[string]any{"name": "a"}
	}
	if g.status {
		delete(obj, "status")
	}
	return obj
}

// valid returns an object that the server accepts, with a value of about.
func (g *Generator) valid(ctx context.Context, what string, i int, about *node) (*candidate, error) {
	var a aim
	if about != nil {
		a.steps = about.steps
	}
	return g.search(ctx, what, i, a, func(d *generate.Generator, _ int) (*candidate, error) {
		obj := g.draft(d)
		g.insert(d, obj, a.steps)
		return &candidate{obj: obj}, nil
	})
}

// search drafts candidates and repairs them, until one is what a describes.
func (g *Generator) search(ctx context.Context, what string, i int, a aim, draft func(d *generate.Generator, round int) (*candidate, error)) (*candidate, error) {
	failed := &UnsatisfiedError{Target: a.target}
	least := 1 << 30
	a.schema = g.schema
	for round := 0; failed.spent < g.attempts; round++ {
		d := g.stream(what, i*1000+round, densities[round%len(densities)])
		c, err := draft(d, round)
		if err != nil {
			return nil, err
		}
		rest := min(25+15*round, g.attempts-failed.spent-1) // the draft is an attempt, too
		score, err := g.repair(ctx, d, c, a, rest, failed)
		if err != nil {
			return nil, err
		}
		if score == 0 {
			return c, nil
		}
		if score < least {
			least, failed.Errors, failed.Refused = score, c.errs, c.refused
		}
	}
	return nil, failed
}

// repair changes a candidate step by step. It returns the score of the best one.
func (g *Generator) repair(ctx context.Context, d *generate.Generator, c *candidate, a aim, steps int, failed *UnsatisfiedError) (int, error) {
	failed.count(c)
	if _, err := g.judge(ctx, c); err != nil {
		return 0, err
	}
	score := a.score(c)
	for end := failed.spent + steps; score > 0 && failed.spent < end; {
		next := &candidate{op: c.op, old: c.old, obj: structural.Clone(c.obj)}
		if err := g.change(ctx, d, next, c.errs, a, failed); err != nil {
			return 0, err
		}
		failed.count(next)
		if _, err := g.judge(ctx, next); err != nil {
			return 0, err
		}
		if s := a.score(next); s <= score || d.Percent(4) {
			*c, score = *next, s
		}
	}
	return score, nil
}

// valuesOfAttempt is the number of values of an object that counts as one attempt more: to change
// and to judge a large object takes long.
const valuesOfAttempt = 500

// count counts a candidate that is tried.
func (e *UnsatisfiedError) count(c *candidate) {
	e.Attempts++
	e.spent += 1 + work.Values(c.obj)/valuesOfAttempt
}

// change repairs one error, or makes the wanted one.
func (g *Generator) change(ctx context.Context, d *generate.Generator, c *candidate, errs structural.Errors, a aim, failed *UnsatisfiedError) error {
	var others structural.Errors
	hit := false
	for _, e := range errs {
		if a.hit != nil && a.hit(e) {
			if !hit {
				hit = true
				continue
			}
		}
		others = append(others, e)
	}
	if (a.hit == nil || a.is != nil) && !a.holds(c) && d.Percent(70) {
		return g.damage(ctx, d, c, a)
	}
	if a.hit != nil && !hit && (len(others) == 0 || d.Percent(50)) || len(others) == 0 {
		return g.damage(ctx, d, c, a)
	}
	i, n := d.Below(len(others)), 1
	if d.Percent(50) { // most errors have nothing to do with each other
		i, n = 0, min(len(others), 10)
	}
	for _, e := range others[i : i+n] {
		if text := e.Path.String() + ": " + string(e.Code); len(failed.Tried) < 20 && !slices.Contains(failed.Tried, text) {
			failed.Tried = append(failed.Tried, text)
		}
		if err := g.fix(ctx, d, c, e, a.target); err != nil {
			return err
		}
	}
	return nil
}

func (g *Generator) damage(ctx context.Context, d *generate.Generator, c *candidate, a aim) error {
	if err := g.fill(ctx, c); err != nil {
		return err
	}
	g.insert(d, c.obj, a.steps)
	if p, ok := find(solve.Root(c.obj, g.schema), a.steps); ok && a.damage != nil {
		a.damage(ctx, d, c, p)
	}
	return nil
}

// fill sets the defaults, which rules see.
func (g *Generator) fill(ctx context.Context, c *candidate) error {
	out, _, err := g.version.Default(ctx, c.obj)
	if err == nil {
		c.obj = structural.Clone(out)
	}
	return err
}
