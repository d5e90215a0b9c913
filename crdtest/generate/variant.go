package generate

import (
	"context"
	"encoding/json"
	"iter"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
)

// mostVariants bounds the variants of one target on each side.
const mostVariants = 48

// Variants returns more cases about a target than [Generator.Touching] and [Generator.NearMiss]:
// one for each value of an enum and for strings next to one, for strings at the limits of each
// part of a pattern, and for each comparison in a rule, both ways and at its bound. They notice
// when a value, a constant or an operator changes. Other targets have none. Variants that are
// not found after a few objects are left out.
//
// The error is the context's or the budget's (structural.ErrTooMuchWork), and ends the walk.
func (g *Generator) Variants(ctx context.Context, t Target) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		quick, start, seen := *g, &bases{g: g, target: t}, map[string]bool{}
		quick.attempts = min(g.attempts, 12)
		for i, a := range g.variants(t) {
			c, err := quick.from(ctx, start, "variant "+strconv.Itoa(i), a)
			if unsatisfied(err) || err == nil && repeats(seen, c) {
				continue
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// repeats reports whether a case was made before, and keeps it.
func repeats(seen map[string]bool, c Case) bool {
	text, err := json.Marshal([]any{c.Operation, c.Object, c.Old})
	if err != nil || seen[string(text)] {
		return true
	}
	seen[string(text)] = true
	return false
}

func (g *Generator) variants(t Target) (out []aim) {
	d := g.stream("variants "+t.String(), 0, 25)
	var hits, misses []any
	switch t.Keyword {
	case "enum":
		hits, misses = g.valuesOfEnum(t)
	case "pattern":
		lo, hi := number(t.node["minLength"]), mostSize
		if v, ok := t.node["maxLength"]; ok {
			hi = number(v)
		}
		h, m := d.Variants(text(t.node, "pattern"), lo, hi, mostVariants)
		hits, misses = values(h), values(m)
	case rules:
		return g.variantsOfRule(d, t)
	}
	for _, v := range hits {
		out = append(out, withValue(t, v, nil))
	}
	for _, v := range misses {
		out = append(out, withValue(t, v, t.hits))
	}
	return out
}

func values(list []string) (out []any) {
	for _, t := range list {
		out = append(out, t)
	}
	return out
}

func (g *Generator) valuesOfEnum(t Target) (hits, misses []any) {
	list, _ := t.node["enum"].([]any)
	for _, v := range list[:min(len(list), mostVariants)] {
		hits = append(hits, v)
		if text, ok := v.(string); ok && len(misses) < mostVariants {
			for _, near := range []string{text + "x", strings.ToLower(text), strings.ToUpper(text), ""} {
				if !solve.Contains(list, near) && !solve.Contains(misses, near) {
					misses = append(misses, near)
				}
			}
		}
	}
	return hits, misses
}

// withValue returns the aim of an object with v at the target.
func withValue(t Target, v any, hit func(*structural.Error) bool) aim {
	return aim{
		target: t, steps: t.steps, hit: hit,
		damage: func(_ context.Context, d *generate.Generator, _ *candidate, p *solve.Ref) {
			p.Set(d, structural.Clone(v))
		},
		is: func(_ *candidate, p *solve.Ref) bool {
			now, _ := p.Get()
			return structural.Equal(now, v)
		},
	}
}

// variantsOfRule returns the aims of objects for which a condition of the rule holds, beside the
// rule or against it.
func (g *Generator) variantsOfRule(d *generate.Generator, t Target) (out []aim) {
	r := g.rules[t.Path.String()]
	if r == nil || r.tree() == nil {
		return nil
	}
	for _, c := range solve.Conditions(d, r.tree(), mostVariants) {
		out = append(out, g.withCondition(t, r, solve.Both(r.tree(), c), c, nil), g.withCondition(t, r, solve.Both(solve.Not(r.tree()), c), c, t.hits))
	}
	return out
}

func (g *Generator) withCondition(t Target, r *rule, whole, condition *celtree.Expr, hit func(*structural.Error) bool) aim {
	about := func(e *celtree.Expr, c *candidate, p *solve.Ref) solve.Rule {
		return g.ruleOf(&rule{tree: func() *celtree.Expr { return e }, update: r.update}, c, p)
	}
	return aim{
		target: t, steps: t.steps, hit: hit,
		damage: func(ctx context.Context, d *generate.Generator, c *candidate, p *solve.Ref) {
			solve.Edit(d, about(whole, c, p), true, g.others(ctx, c, p, r))
		},
		is: func(c *candidate, p *solve.Ref) bool {
			return about(condition, c, p).Is(generate.New(0))
		},
	}
}
