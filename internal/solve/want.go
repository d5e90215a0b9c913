package solve

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
)

type solver struct {
	*generate.Generator
	scope
	depth int
}

func (s solver) inner(sc scope) solver { return solver{s.Generator, sc, s.depth + 1} }

// want edits the object so that e becomes truth.
func (s solver) want(e *celtree.Expr, truth bool) {
	if s.depth++; s.depth > 100 {
		return
	}
	if s.is(e, truth) || s.left < 0 {
		return
	}
	if e.Op != celtree.Call {
		if p := s.ref(e); p != nil {
			p.Set(s.Generator, truth)
		}
		return
	}
	switch e.Name {
	case "!_":
		s.want(e.Args[0], !truth)
	case "_&&_", "_||_":
		s.wantJunction(e, truth)
	case "_?_:_":
		s.wantBranch(e, truth)
	case "has", "hasValue":
		if isValidate(e.Args[0]) {
			s.try(e, truth)
			return
		}
		s.wantPresent(e.Args[0], truth)
	case "all", "exists", "exists_one", "existsOne":
		s.wantMacro(e, truth)
	default:
		s.wantValue(e, truth)
		if !s.is(e, truth) {
			s.try(e, truth)
		}
	}
}

func (s scope) is(e *celtree.Expr, truth bool) bool {
	v, ok := s.eval(e)
	return ok && v == truth
}

func (s solver) wantJunction(e *celtree.Expr, truth bool) {
	if truth == (e.Name == "_&&_") { // all of them
		for range 2 {
			for _, a := range e.Args {
				s.want(a, truth)
			}
		}
		return
	}
	if len(e.Args) == 2 && s.Percent(30) {
		s.want(e.Args[1], truth)
		return
	}
	s.want(e.Args[s.Below(len(e.Args))], truth)
}

func (s solver) wantBranch(e *celtree.Expr, truth bool) {
	branch := s.Below(2)
	if s.Percent(50) && s.is(e.Args[0], true) { // stay where the object is
		branch = 0
	}
	if to := e.Args[1+branch]; to.Op == celtree.Literal && to.Value != truth {
		branch = 1 - branch
	}
	s.want(e.Args[0], branch == 0)
	s.want(e.Args[1+branch], truth)
}

func (s solver) wantPresent(e *celtree.Expr, truth bool) {
	p := s.ref(e)
	if p == nil {
		return
	}
	if !truth {
		p.Remove(s.Generator)
		if _, ok := p.Get(); !ok && p.parent != nil {
			s.createParent(p)
		}
		return
	}
	if _, ok := p.Get(); !ok {
		p.Set(s.Generator, s.Draft(p.schema))
	}
}

// createParent drafts the object of a field that must be absent: has fails without it.
func (s solver) createParent(p *Ref) {
	if _, ok := p.parent.Get(); !ok && p.parent.parent != nil {
		p.parent.Set(s.Generator, s.Draft(p.parent.schema))
		p.Remove(s.Generator)
	}
}

// wantMacro makes all, exists or exists_one true or false.
func (s solver) wantMacro(e *celtree.Expr, truth bool) {
	each := e.Name == "all" && truth || e.Name == "exists" && !truth
	if !each && e.Args[0].Op == celtree.Call && e.Args[0].Name == "filter" && s.Percent(30) {
		s.grow(e.Args[0])
	}
	items, body := s.inside(e)
	if body == nil {
		return
	}
	if each {
		for _, it := range items {
			s.inner(it.scope).want(body, truth)
		}
		if s.Percent(15) {
			s.resize(e.Args[0], int64(s.Below(2)))
		}
		return
	}
	one := strings.HasSuffix(e.Name, "ne")
	if len(items) == 0 || s.Percent(20) || one && !truth && s.Percent(40) {
		s.grow(e.Args[0])
		if items, _ = s.inside(e); len(items) == 0 {
			return
		}
	}
	chosen := s.Below(len(items))
	if s.Percent(30) {
		chosen = len(items) - 1
	}
	switch {
	case !one:
		s.inner(items[chosen].scope).want(body, truth)
	case truth:
		for i, it := range items {
			s.inner(it.scope).want(body, i == chosen)
		}
	default:
		all := s.Percent(50) // two of them, or none
		for _, it := range items {
			s.inner(it.scope).want(body, all)
		}
	}
}

// grow adds an element to a list or a map. It may be absent.
func (s solver) grow(e *celtree.Expr) {
	if e.Op == celtree.Call && e.Name == "filter" {
		s.addItem(e)
		return
	}
	n := int64(0)
	if v, ok := s.eval(e); ok {
		if k, ok := size(v); ok {
			n = k.(int64)
		}
	}
	s.resize(e, n+1)
}

// addItem makes one element more that a filter keeps: a new one, or one that it drops.
func (s solver) addItem(e *celtree.Expr) {
	if s.Percent(50) {
		s.grow(e.Args[0])
	}
	each, body := s.inside(e)
	for i := len(each) - 1; i >= 0; i-- {
		if !each[i].is(body, true) {
			s.inner(each[i].scope).want(body, true)
			return
		}
	}
	s.grow(e.Args[0])
	if each, _ = s.inside(e); len(each) > 0 {
		s.inner(each[len(each)-1].scope).want(body, true)
	}
}

// resize gives a list, a map or a string another size.
func (s solver) resize(e *celtree.Expr, n int64) {
	if n < 0 || n > 1<<12 || s.depth > 100 {
		return
	}
	if e.Op == celtree.Call {
		switch e.Name {
		case "filter":
			s.resizeFiltered(e, n)
			return
		case "map":
			s.resize(e.Args[0], n)
			return
		case "_?_:_":
			s.resizeBranch(e, n)
			return
		case "split":
			sep, _ := s.eval(e.Args[1])
			if t, ok := sep.(string); ok && n > 0 && n < 100 {
				s.assign(e.Args[0], strings.TrimSuffix(strings.Repeat("a"+t, int(n)), t))
			}
			return
		}
	}
	p := s.ref(e)
	if p == nil {
		for _, a := range e.Args { // a sum of lists, or a conversion
			s.resize(a, max(n-int64(s.Below(2)), 0))
		}
		return
	}
	p.Resize(s.Generator, int(within(p.schema, n)))
}

// within returns n, or the nearest size that the schema allows.
func within(schema map[string]any, n int64) int64 {
	for _, k := range []string{"Length", "Items", "Properties"} {
		if most, ok := schema["max"+k].(int64); ok {
			n = min(n, most)
		}
		if least, ok := schema["min"+k].(int64); ok {
			n = max(n, least)
		}
	}
	return n
}

func (s solver) resizeBranch(e *celtree.Expr, n int64) {
	s.depth++
	branch := s.Below(2)
	for i, b := range e.Args[1:] {
		if n > 0 && (b.Op == celtree.List || b.Op == celtree.Map || b.Op == celtree.Literal) {
			branch = 1 - i
		}
	}
	s.want(e.Args[0], branch == 0)
	s.resize(e.Args[1+branch], n)
}

func (s solver) resizeFiltered(e *celtree.Expr, n int64) {
	for range 2*min(n, 20) + 10 {
		v, ok := s.eval(e)
		l, _ := v.([]any)
		if ok && int64(len(l)) == n {
			return
		}
		if int64(len(l)) < n || !ok {
			s.addItem(e)
			continue
		}
		each, body := s.inside(e)
		for i := len(each) - 1; i >= 0; i-- {
			if each[i].is(body, true) {
				s.inner(each[i].scope).want(body, false)
				break
			}
		}
	}
}

// drafts returns values of a schema that satisfy it, as far as they are found.
func (s solver) drafts(schema map[string]any, n int) []any {
	var out []any
	for range n {
		if v := s.Draft(schema); !slices.ContainsFunc(out, func(w any) bool { return equal(v, w) }) {
			out = append(out, v)
		}
	}
	return out
}
