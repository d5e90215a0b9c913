package solve

import (
	"math"
	"strings"
	"time"

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
		if x.Op == celtree.Ident && s.vars[x.Name] != nil && !s.vars[x.Name].top().frozen {
			found = true
		}
	})
	return found
}

// create drafts the values that an expression names and that are absent.
func (s solver) create(e *celtree.Expr) {
	if e.Op == celtree.Call && (e.Name == "orValue" || e.Name == "_?._" || e.Name == "has" || e.Name == "_?_:_") {
		return
	}
	if p := s.ref(e); p != nil {
		if p = p.source(); p.parent != nil {
			if _, ok := p.Get(); !ok {
				p.Set(s.Generator, s.Draft(p.schema))
			}
		}
		return
	}
	for _, a := range e.Args {
		s.create(a)
	}
}

// assign makes an expression have a value.
func (s solver) assign(e *celtree.Expr, v any) {
	if s.depth++; s.depth > 100 || s.left < 0 {
		return
	}
	if e.Op == celtree.Call && e.Name == "_?_:_" {
		s.assignBranch(e, v)
		return
	}
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
	case "_+_", "_-_", "_*_", "_%_", "_/_":
		s.assignTerm(e, v)
	case "-_":
		if isInt {
			s.assign(e.Args[0], -n)
		}
	case "getHours", "getMinutes", "getSeconds", "getMilliseconds":
		if isInt {
			s.assign(e.Args[0], time.Duration(n)*units[e.Name])
		}
	case "sum":
		s.assignSum(e, v)
	default:
		if truth, ok := v.(bool); ok {
			s.want(e, truth)
		} else {
			s.assign(e.Args[0], v)
		}
	}
}

var units = map[string]time.Duration{"getHours": time.Hour, "getMinutes": time.Minute, "getSeconds": time.Second, "getMilliseconds": time.Millisecond}

// target returns a reference to the value that an assignment writes, or nil.
func (s solver) target(e *celtree.Expr) *Ref {
	if e.Op == celtree.Call && e.Name == "orValue" {
		return s.target(e.Args[0])
	}
	if p := s.ref(e); p != nil && !p.top().frozen {
		return p
	}
	return nil
}

// assignBranch chooses the branch whose value is nearer.
func (s solver) assignBranch(e *celtree.Expr, v any) {
	branch := s.Below(2)
	a, b := e.Args[1], e.Args[2]
	if x, y := distance(a, v), distance(b, v); x != y && s.Percent(85) {
		branch = map[bool]int{true: 0, false: 1}[x < y]
	}
	s.want(e.Args[0], branch == 0)
	s.assign(e.Args[1+branch], v)
}

// distance returns how far a literal is from a value; other expressions can have any.
func distance(e *celtree.Expr, v any) float64 {
	if e.Op != celtree.Literal {
		return 0
	}
	x, ok := float(e.Value)
	y, ok2 := float(v)
	switch {
	case ok && ok2:
		return math.Abs(x - y)
	case equal(e.Value, v):
		return 0
	default:
		return 1
	}
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
	inverse := map[string]string{"_+_": "_-_", "_-_": "_+_", "_*_": "_/_", "_/_": "_*_"}[e.Name]
	switch {
	case e.Name == "_%_":
		k, _ := arithmetic("_*_", rest, int64(1+s.Below(3)))
		v, ok := arithmetic("_+_", k, v)
		if ok && i == 0 {
			s.assign(e.Args[0], v)
		}
		return
	case e.Name == "_-_" && i == 1:
		v, rest, inverse = rest, v, "_-_"
	}
	if x, ok := arithmetic(inverse, v, rest); ok {
		s.assign(e.Args[i], x)
	}
}

// assignSum changes one element of the list.
func (s solver) assignSum(e *celtree.Expr, v any) {
	items := s.items(e.Args[0])
	if len(items) == 0 {
		s.grow(e.Args[0])
		items = s.items(e.Args[0])
	}
	sum, ok := s.eval(e)
	if len(items) == 0 || !ok {
		return
	}
	p := items[s.Below(len(items))]
	at, _ := p.Get()
	if more, ok := arithmetic("_-_", v, sum); ok {
		if x, ok := arithmetic("_+_", at, more); ok {
			p.Set(s.Generator, x)
		}
	}
}

// differ makes an expression have another value than v.
func (s solver) differ(e *celtree.Expr, v any) {
	if p := s.target(e); p != nil && p.view == nil {
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
	case amount:
		s.assign(e, v+amount(step+far))
	case time.Duration:
		unit := []time.Duration{time.Nanosecond, time.Millisecond, time.Second, time.Hour}[s.Below(4)]
		s.assign(e, v+time.Duration(step+far)*unit)
	case time.Time:
		s.assign(e, v.Add(time.Duration(step+far)*time.Hour))
	case string:
		s.orderText(op, e, v)
	}
}

// orderText orders strings: times and numbers in strings.
func (s solver) orderText(op string, e *celtree.Expr, v string) {
	list := []string{v + "z", "2100-01-01T00:00:00Z", "zzzz"}
	if op == "_<_" || op == "_<=_" {
		list = []string{"", "0", "1970-01-01T00:00:00Z"}
	}
	if s.Percent(20) && (op == "_<=_" || op == "_>=_") {
		list = []string{v}
	}
	s.assign(e, list[s.Below(len(list))])
}

func (s solver) wantMember(e *celtree.Expr, truth bool) {
	s.create(e.Args[0])
	v, ok := s.eval(e.Args[1])
	if p := s.target(e.Args[1]); p != nil && (!ok || s.Percent(50) || !s.settable(e.Args[0])) {
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
