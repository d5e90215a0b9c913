package solve

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/generate"
)

// mostSteps bounds the work of one call of [Rule].
const mostSteps = 20_000

// Rule edits the object of self so that e may become truth. old is the value of oldSelf, or
// nil.
func Rule(g *generate.Generator, e *celtree.Expr, truth bool, self, old *Ref) {
	left := mostSteps
	vars := map[string]*Ref{"self": self}
	if old != nil {
		vars["oldSelf"] = old
	}
	s := solver{g, scope{vars, &left}, 0}
	s.want(e, truth)
}

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
	if v, ok := s.eval(e); ok && v == truth {
		return
	}
	if *s.left < 0 {
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
		branch := s.Below(2)
		if s.Percent(70) && s.isTrue(e.Args[0]) { // stay where the object is
			branch = 0
		}
		s.want(e.Args[0], branch == 0)
		s.want(e.Args[1+branch], truth)
	case "has", "hasValue":
		s.wantPresent(e.Args[0], truth)
	case "all", "exists", "exists_one":
		s.wantMacro(e, truth)
	default:
		s.wantValue(e, truth)
	}
}

func (s solver) isTrue(e *celtree.Expr) bool {
	v, ok := s.eval(e)
	return ok && v == true
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

func (s solver) wantPresent(e *celtree.Expr, truth bool) {
	p := s.ref(e)
	if p == nil {
		return
	}
	if !truth {
		p.Remove(s.Generator)
		return
	}
	if _, ok := p.Get(); !ok {
		p.Set(s.Generator, s.Draft(p.schema))
	}
}

// wantMacro makes all, exists or exists_one true or false.
func (s solver) wantMacro(e *celtree.Expr, truth bool) {
	if len(e.Args) != 3 {
		return
	}
	over := e.Args[0]
	if over.Op == celtree.Call && over.Name == "filter" && len(over.Args) == 3 && !(e.Name == "all" && truth) {
		s.addItem(over)
	}
	items := s.items(over)
	each, one := e.Name == "all" && truth || e.Name == "exists" && !truth, e.Name == "exists_one" && truth
	if each {
		for _, it := range items {
			s.inner(s.with(e.Args[1].Name, it)).want(e.Args[2], truth)
		}
		if s.Percent(20) {
			s.resize(over, int64(s.Below(2)))
		}
		return
	}
	if len(items) == 0 || e.Name == "exists_one" && !truth && s.Percent(50) {
		s.grow(over)
		items = s.items(over)
	}
	if len(items) == 0 {
		return
	}
	chosen := s.Below(len(items))
	for i, it := range items {
		in := s.inner(s.with(e.Args[1].Name, it))
		switch {
		case i == chosen && e.Name != "exists_one":
			in.want(e.Args[2], truth)
		case one:
			in.want(e.Args[2], i == chosen)
		case e.Name == "exists_one":
			in.want(e.Args[2], s.Percent(50))
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

// addItem adds an element that a filter keeps.
func (s solver) addItem(e *celtree.Expr) {
	p := s.ref(e.Args[0])
	if p == nil {
		return
	}
	v, _ := p.Get()
	l, _ := v.([]any)
	p.Set(s.Generator, append(slices.Clone(l), s.Draft(p.Item(0).schema)))
	s.inner(s.with(e.Args[1].Name, p.Item(len(l)))).want(e.Args[2], true)
}

// resize gives a list, a map or a string another size.
func (s solver) resize(e *celtree.Expr, n int64) {
	if n < 0 || n > 1<<12 {
		return
	}
	switch {
	case e.Op == celtree.Call && e.Name == "filter" && len(e.Args) == 3:
		s.resizeFiltered(e, n)
		return
	case e.Op == celtree.Call && e.Name == "map" && len(e.Args) == 3:
		s.resize(e.Args[0], n)
		return
	case e.Op == celtree.Call && e.Name == "split" && len(e.Args) == 2:
		sep, _ := s.eval(e.Args[1])
		if t, ok := sep.(string); ok {
			s.assign(e.Args[0], strings.TrimSuffix(strings.Repeat("a"+t, int(n)), t))
		}
		return
	}
	p := s.ref(e)
	if p == nil {
		for _, a := range e.Args { // a sum of lists, or a conversion
			s.resize(a, max(n-int64(s.Below(2)), 0))
		}
		return
	}
	p.Resize(s.Generator, int(n))
}

func (s solver) resizeFiltered(e *celtree.Expr, n int64) {
	for range 40 {
		v, ok := s.eval(e)
		l, _ := v.([]any)
		if ok && int64(len(l)) == n {
			return
		}
		if int64(len(l)) < n {
			s.addItem(e)
			continue
		}
		for _, it := range s.items(e.Args[0]) {
			in := s.inner(s.with(e.Args[1].Name, it))
			if in.isTrue(e.Args[2]) {
				in.want(e.Args[2], false)
				break
			}
		}
	}
}

// mostElements bounds the elements and fields of a value that grows: no test needs more.
const mostElements = 1 << 11

// Resize gives the value at p n elements, fields or characters, or as many as it makes.
func (p *Ref) Resize(g *generate.Generator, n int) {
	v, ok := p.Get()
	if !ok {
		v = g.Draft(p.schema)
	}
	switch v := v.(type) {
	case string:
		p.Set(g, p.textOf(g, v, n))
	case []any:
		l := slices.Clone(v[:min(len(v), n)])
		n = min(n, mostElements)
		for tries := 0; len(l) < n; tries++ {
			item := g.Draft(p.Item(0).schema)
			if tries < 4*n && slices.ContainsFunc(l, func(e any) bool { return sameKey(p.schema, e, item) }) {
				continue
			}
			l = append(l, item)
		}
		p.Set(g, l)
	case map[string]any:
		m := maps.Clone(v)
		p.resizeMap(g, m, min(n, mostElements))
		p.Set(g, m)
	}
}

// textOf returns a string of n characters: half of the time the start of v and more of its last
// character, so that what a rule says about v may still hold.
func (p *Ref) textOf(g *generate.Generator, v string, n int) string {
	if r := []rune(v); len(r) > 0 && g.Percent(50) {
		for len(r) < n {
			r = append(r, r[len(r)-1])
		}
		return string(r[:n])
	}
	pattern, _ := p.schema["pattern"].(string)
	if text, ok := g.Text(pattern, n, n); ok {
		return text
	}
	return strings.Repeat("a", n)
}

func (p *Ref) resizeMap(g *generate.Generator, m map[string]any, n int) {
	for _, k := range sortedKeys(m) {
		if len(m) > n {
			delete(m, k)
		}
	}
	properties, _ := p.schema["properties"].(map[string]any)
	for _, k := range sortedKeys(properties) {
		if _, ok := m[k]; !ok && len(m) < n {
			m[k] = g.Draft(fieldSchema(p.schema, k))
		}
	}
	for tries := 0; len(m) < n && tries < 4*n; tries++ {
		name, _ := g.Text("[a-z]{1,8}", 1, 8)
		if _, ok := m[name]; !ok && p.schema["additionalProperties"] != nil {
			m[name] = g.Draft(fieldSchema(p.schema, name))
		}
	}
}

// sameKey reports whether two elements of a set or keyed list cannot both be in it.
func sameKey(s map[string]any, a, b any) bool {
	names, _ := s["x-kubernetes-list-map-keys"].([]any)
	if s["x-kubernetes-list-type"] == "map" {
		x, _ := a.(map[string]any)
		y, _ := b.(map[string]any)
		for _, n := range names {
			k, _ := n.(string)
			if !equal(x[k], y[k]) {
				return false
			}
		}
		return true
	}
	return equal(a, b)
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// unescape returns the name of a field for its name in a rule.
func unescape(identifier string) string {
	if name, ok := celtype.Unescape(identifier); ok {
		return name
	}
	return identifier
}

func near(f float64) int64 { return int64(min(max(f, math.MinInt32), math.MaxInt32)) }
