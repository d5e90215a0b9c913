package solve

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
)

// wantValue makes a comparison or a call of a function true or false by assigning to one of
// its sides.
func (s solver) wantValue(e *celtree.Expr, truth bool) {
	name := e.Name
	if negated, ok := opposites[name]; ok && !truth {
		name, truth = negated, true
	}
	switch name {
	case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_":
		s.wantCompared(name, e.Args[0], e.Args[1])
	case "@in":
		s.wantMember(e, truth)
	case "startsWith", "endsWith", "contains", "matches":
		s.wantText(e, truth)
	default:
		s.wantOther(e, truth)
	}
}

var opposites = map[string]string{"_==_": "_!=_", "_!=_": "_==_", "_<_": "_>=_", "_>=_": "_<_", "_>_": "_<=_", "_<=_": "_>_"}

var mirrored = map[string]string{"_==_": "_==_", "_!=_": "_!=_", "_<_": "_>_", "_>_": "_<_", "_<=_": "_>=_", "_>=_": "_<=_"}

// wantCompared makes a comparison true by changing one side.
func (s solver) wantCompared(op string, a, b *celtree.Expr) {
	if !s.settable(a) || s.settable(b) && s.Percent(40) {
		a, b, op = b, a, mirrored[op]
	}
	s.create(a)
	s.create(b)
	other, ok := s.eval(b)
	if !ok {
		s.redraft(a)
		return
	}
	switch op {
	case "_==_":
		s.assign(a, other)
	case "_!=_":
		s.differ(a, other)
	default:
		s.order(op, a, other)
	}
}

// settable reports whether an edit can change an expression.
func (s solver) settable(e *celtree.Expr) bool {
	found := false
	e.Walk(func(x *celtree.Expr) {
		if x.Op == celtree.Ident && x.Name != "oldSelf" && s.vars[x.Name] != nil {
			found = true
		}
	})
	return found
}

// create drafts the values that an expression names and that are absent.
func (s solver) create(e *celtree.Expr) {
	if e.Op == celtree.Call && (e.Name == "orValue" || e.Name == "_?._") || e.Mentions("oldSelf") {
		return
	}
	if p := s.ref(e); p != nil {
		if _, ok := p.Get(); !ok {
			p.Set(s.Generator, s.Draft(p.schema))
		}
		return
	}
	for _, a := range e.Args {
		s.create(a)
	}
}

// assign makes an expression have a value.
func (s solver) assign(e *celtree.Expr, v any) {
	if p := s.target(e); p != nil {
		p.Set(s.Generator, v)
		return
	}
	if e.Op != celtree.Call || len(e.Args) == 0 {
		return
	}
	n, isInt := v.(int64)
	switch e.Name {
	case "size":
		if isInt {
			s.resize(e.Args[0], n)
		}
	case "_+_", "_-_", "_*_":
		s.assignTerm(e, v)
	case "-_":
		if isInt {
			s.assign(e.Args[0], -n)
		}
	case "_?_:_":
		branch := s.Below(2)
		s.want(e.Args[0], branch == 0)
		s.assign(e.Args[1+branch], v)
	case "@in", "has", "_&&_", "_||_", "!_", "all", "exists", "startsWith", "matches", "_==_", "_!=_", "_<_", "_>_", "_<=_", "_>=_":
		if truth, ok := v.(bool); ok {
			s.want(e, truth)
		}
	default:
		s.assign(e.Args[0], v)
	}
}

// target returns a reference to the value that an assignment writes.
func (s solver) target(e *celtree.Expr) *Ref {
	if e.Op == celtree.Call && e.Name == "orValue" {
		return s.target(e.Args[0])
	}
	if e.Mentions("oldSelf") {
		return nil
	}
	return s.ref(e)
}

func (s solver) assignTerm(e *celtree.Expr, v any) {
	i := s.Below(2)
	if !s.settable(e.Args[i]) {
		i = 1 - i
	}
	rest, ok := s.eval(e.Args[1-i])
	if !ok {
		return
	}
	if whole, ok := v.(string); ok {
		part, _ := rest.(string)
		if i == 0 {
			s.assign(e.Args[0], strings.TrimSuffix(whole, part))
		} else {
			s.assign(e.Args[1], strings.TrimPrefix(whole, part))
		}
		return
	}
	inverse := map[string]string{"_+_": "_-_", "_-_": "_+_", "_*_": "_/_"}[e.Name]
	if e.Name == "_-_" && i == 1 {
		v, rest, inverse = rest, v, "_-_"
	}
	if x, ok := arithmetic(inverse, v, rest); ok {
		s.assign(e.Args[i], x)
	}
}

// differ makes an expression have another value than v.
func (s solver) differ(e *celtree.Expr, v any) {
	if p := s.target(e); p != nil {
		for range 8 {
			if p.Redraft(s.Generator); !equalNow(p, v) {
				return
			}
		}
		s.vary(p, v)
		return
	}
	switch v := v.(type) {
	case int64:
		s.assign(e, v+1-2*int64(s.Below(2)))
	case string:
		s.assign(e, v+"x")
	case bool:
		s.assign(e, !v)
	case float64:
		s.assign(e, v+1)
	default:
		s.redraft(e)
	}
}

func equalNow(p *Ref, v any) bool {
	now, _ := p.Get()
	return equal(now, v)
}

func (s solver) vary(p *Ref, v any) {
	switch v := v.(type) {
	case int64:
		p.Set(s.Generator, v+1-2*int64(s.Below(2)))
	case string:
		p.Set(s.Generator, v+"x")
	case bool:
		p.Set(s.Generator, !v)
	case []any, map[string]any:
		k, _ := size(v)
		p.Resize(s.Generator, max(int(k.(int64))+1-2*s.Below(2), 0))
	}
}

// order makes an expression smaller or larger than v.
func (s solver) order(op string, e *celtree.Expr, v any) {
	step := map[string]float64{"_<_": -1, "_>_": 1}[op]
	far := float64(s.Below(2) * s.Below(5))
	if op == "_<_" || op == "_<=_" {
		far = -far
	}
	switch v := v.(type) {
	case int64:
		s.assign(e, v+near(step+far))
	case float64:
		s.assign(e, v+step+far)
	case string:
		s.orderText(op, e, v)
	}
}

// orderText orders strings: durations, times and numbers in strings.
func (s solver) orderText(op string, e *celtree.Expr, v string) {
	small, large := []string{"0s", "1s", "1970-01-01T00:00:00Z", "", "0"}, []string{"9999h", "2100-01-01T00:00:00Z", "zzzz", "9999999"}
	list := large
	if op == "_<_" || op == "_<=_" {
		list = small
	}
	if s.Percent(20) && (op == "_<=_" || op == "_>=_") {
		list = []string{v}
	}
	s.assign(e, list[s.Below(len(list))])
}

func (s solver) wantMember(e *celtree.Expr, truth bool) {
	s.create(e.Args[0])
	v, ok := s.eval(e.Args[1])
	if p := s.ref(e.Args[1]); p != nil && (!ok || s.Percent(50) || !s.settable(e.Args[0])) {
		s.wantHolds(p, e.Args[0], truth)
		return
	}
	var members []any
	switch v := v.(type) {
	case []any:
		members = v
	case map[string]any:
		for _, k := range sortedKeys(v) {
			members = append(members, k)
		}
	}
	if len(members) == 0 {
		return
	}
	if m := members[s.Below(len(members))]; truth {
		s.assign(e.Args[0], m)
	} else {
		s.differ(e.Args[0], m)
	}
}

// wantHolds puts a value into a list or map of the object, or takes it out.
func (s solver) wantHolds(p *Ref, e *celtree.Expr, truth bool) {
	v, ok := s.eval(e)
	if !ok {
		return
	}
	at, _ := p.Get()
	switch at := at.(type) {
	case []any:
		if truth {
			p.Set(s.Generator, append(append([]any{}, at...), v))
			return
		}
		out := []any{}
		for _, x := range at {
			if !equal(x, v) {
				out = append(out, x)
			}
		}
		p.Set(s.Generator, out)
	default:
		key, isText := v.(string)
		switch {
		case !isText:
		case truth && p.schema["items"] != nil:
			p.Set(s.Generator, []any{v})
		case truth:
			f := p.Field(key)
			f.Set(s.Generator, s.Draft(f.schema))
		default:
			p.Field(key).Remove(s.Generator)
		}
	}
}

func (s solver) wantText(e *celtree.Expr, truth bool) {
	if len(e.Args) != 2 {
		return
	}
	s.create(e.Args[0])
	a, _ := s.eval(e.Args[0])
	b, _ := s.eval(e.Args[1])
	now, _ := a.(string)
	arg, ok := b.(string)
	switch {
	case !ok:
		s.redraft(e.Args[0])
	case !truth && (s.Percent(40) || e.Name == "matches"):
		s.assign(e.Args[0], s.otherText(e.Name, now, arg))
	case !truth:
		s.differ(e.Args[0], now)
	case e.Name == "startsWith":
		s.assign(e.Args[0], arg+[]string{now, "", "a"}[s.Below(3)])
	case e.Name == "endsWith":
		s.assign(e.Args[0], []string{now, "", "a"}[s.Below(3)]+arg)
	case e.Name == "contains":
		s.assign(e.Args[0], []string{now, "", "a"}[s.Below(3)]+arg+[]string{"", "a"}[s.Below(2)])
	default:
		if text, ok := s.Text(arg, 0, 1<<12); ok {
			s.assign(e.Args[0], text)
		}
	}
}

// otherText returns a string that is unlikely to match.
func (s solver) otherText(name, now, arg string) string {
	list := []string{"", "!", " ", "-", "A", "_x", "a", now + "!", "!" + now, now + "_", strings.ToUpper(now), "a b", "/", "0", "." + now, now + "."}
	for range 20 {
		t := list[s.Below(len(list))]
		if v, ok := apply(name, []any{t, arg}); ok && v == false {
			return t
		}
	}
	return "!"
}

// samples are arguments of functions that parse strings.
var samples = map[string][2][]string{
	"isURL":      {{"https://example.com/x", "http://a.b:80"}, {"a b", "x", ""}},
	"isIP":       {{"10.0.0.1", "::1"}, {"x", "10.0.0.256"}},
	"isCIDR":     {{"10.0.0.0/8", "2001:db8::/32"}, {"10.0.0.1", "x", "10.0.0.0/64"}},
	"isQuantity": {{"1", "100m", "2Gi"}, {"x", "1 Gi"}},
	"isSemver":   {{"1.2.3"}, {"x"}},
}

// literals are strings that are tried where nothing else is known.
var literals = []string{"10.0.0.0/8", "2001:db8::/32", "10.0.0.1", "::1", "https://example.com/x?a=b", "http://example.com", "1h", "1s", "0s", "-1s", "1", "0", "1Gi", "", "a", "x", "TRUE", "1500us", "1.2.3"}

// wantOther tries values for a function that it does not know.
func (s solver) wantOther(e *celtree.Expr, truth bool) {
	if list, ok := samples[e.Name]; ok && len(e.Args) > 0 {
		which := list[1]
		if truth {
			which = list[0]
		}
		s.create(e.Args[0])
		s.assign(e.Args[0], which[s.Below(len(which))])
		return
	}
	s.redraft(e)
}

// redraft changes a value that an expression names.
func (s solver) redraft(e *celtree.Expr) {
	var refs []*Ref
	e.Walk(func(x *celtree.Expr) {
		if p := s.ref(x); p != nil && p.parent != nil && !x.Mentions("oldSelf") {
			refs = append(refs, p)
		}
	})
	if len(refs) == 0 {
		return
	}
	p := refs[s.Below(len(refs))]
	if typ, _ := p.schema["type"].(string); typ == "string" && s.Percent(60) {
		p.Set(s.Generator, literals[s.Below(len(literals))])
		return
	}
	p.Redraft(s.Generator)
}
