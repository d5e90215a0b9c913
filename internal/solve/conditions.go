package solve

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
)

// Conditions returns expressions that tell objects apart for a rule, at most most: each comparison
// and each call in it as true and as false, both sides of a bound, the members of a list, strings
// around a pattern. Those about the elements of a list hold for one of them.
func Conditions(g *generate.Generator, rule *celtree.Expr, most int) []*celtree.Expr {
	c := conditions{g: g, most: most}
	c.walk(rule, func(e *celtree.Expr) *celtree.Expr { return e }, 0)
	return c.out
}

type conditions struct {
	g    *generate.Generator
	most int
	out  []*celtree.Expr
}

func operation(name string, args ...*celtree.Expr) *celtree.Expr {
	return &celtree.Expr{Op: celtree.Call, Name: name, Args: args}
}

// Both returns a && b.
func Both(a, b *celtree.Expr) *celtree.Expr { return operation("_&&_", a, b) }

// Not returns !e.
func Not(e *celtree.Expr) *celtree.Expr { return operation("!_", e) }

// walk collects the conditions of an expression of type bool. within makes an expression about the
// variables of e one about those of the rule.
func (c *conditions) walk(e *celtree.Expr, within func(*celtree.Expr) *celtree.Expr, depth int) {
	if depth > 50 || len(c.out) >= c.most || e.Op == celtree.Literal {
		return
	}
	if e.Op == celtree.Call && slices.Contains(junctions, e.Name) {
		for _, a := range e.Args {
			c.walk(a, within, depth+1)
		}
		return
	}
	add := func(list ...*celtree.Expr) {
		for _, x := range list {
			if len(c.out) < c.most {
				c.out = append(c.out, within(x))
			}
		}
	}
	add(e, Not(e))
	if e.Op != celtree.Call {
		return
	}
	switch e.Name {
	case "_<_", "_<=_", "_>_", "_>=_":
		one := &celtree.Expr{Op: celtree.Literal, Value: int64(1)}
		a, b := e.Args[0], e.Args[1]
		add(operation("_==_", a, b), operation("_==_", a, operation("_+_", b, one)), operation("_==_", a, operation("_-_", b, one)))
	case "@in":
		if e.Args[1].Op == celtree.List {
			for _, m := range e.Args[1].Args[:min(len(e.Args[1].Args), 8)] {
				add(operation("_==_", e.Args[0], m))
			}
		}
	case "matches":
		add(c.texts(e)...)
	case "all", "exists", "exists_one":
		if len(e.Args) == 3 {
			c.walk(e.Args[2], func(x *celtree.Expr) *celtree.Expr {
				return within(operation("exists", e.Args[0], e.Args[1], x))
			}, depth+1)
		}
	}
}

var junctions = []string{"_&&_", "_||_", "!_", "_?_:_"}

// texts returns comparisons with strings at the limits of a pattern.
func (c *conditions) texts(e *celtree.Expr) (out []*celtree.Expr) {
	pattern, ok := e.Args[1].Value.(string)
	if !ok || len(e.Args) != 2 {
		return nil
	}
	hits, misses := c.g.Variants(pattern, 0, 300, 12)
	for _, t := range slices.Concat(hits, misses) {
		out = append(out, operation("_==_", e.Args[0], &celtree.Expr{Op: celtree.Literal, Value: t}))
	}
	return out
}
