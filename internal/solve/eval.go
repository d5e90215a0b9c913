package solve

import (
	"regexp"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/generate"
)

// scope is what an expression sees.
type scope struct {
	vars map[string]*Ref
	*effort
}

// effort bounds the work of an edit.
type effort struct {
	left    int // evaluations that may still be made
	pattern func(string) *regexp.Regexp
}

func (s scope) with(name string, p *Ref) scope {
	vars := map[string]*Ref{name: p}
	for k, v := range s.vars {
		if k != name {
			vars[k] = v
		}
	}
	return scope{vars, s.effort}
}

// eval returns the value of an expression, or false if it cannot tell, or fails.
func (s scope) eval(e *celtree.Expr) (any, bool) {
	if s.left--; s.left < 0 {
		return nil, false
	}
	if p := s.ref(e); p != nil {
		v, ok := p.Get()
		return typed(p.schema, v), ok
	}
	switch e.Op {
	case celtree.Literal:
		return e.Value, true
	case celtree.List:
		return s.list(e.Args)
	case celtree.Map:
		return map[string]any{}, len(e.Args) == 0
	case celtree.Select:
		v, _ := s.eval(e.Args[0])
		m, _ := v.(map[string]any)
		v, ok := m[unescape(e.Name)]
		return v, ok
	case celtree.Call:
		return s.call(e)
	default:
		return nil, false
	}
}

func (s scope) list(args []*celtree.Expr) (any, bool) {
	out := make([]any, len(args))
	for i, a := range args {
		v, ok := s.eval(a)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// ref returns a reference to the value that an expression names, or nil.
func (s scope) ref(e *celtree.Expr) *Ref {
	if s.left--; s.left < 0 {
		return nil
	}
	switch e.Op {
	case celtree.Ident:
		return s.vars[e.Name]
	case celtree.Select:
		if p := s.ref(e.Args[0]); p != nil {
			return p.Field(unescape(e.Name))
		}
	case celtree.Call:
		return s.refOfCall(e)
	}
	return nil
}

func (s scope) refOfCall(e *celtree.Expr) *Ref {
	switch e.Name {
	case "_[_]", "_?._", "_[?_]":
		return s.indexed(e)
	case "_?_:_":
		switch c, ok := s.eval(e.Args[0]); {
		case !ok:
			return nil
		case c == true:
			return s.ref(e.Args[1])
		default:
			return s.ref(e.Args[2])
		}
	case "orValue":
		if p := s.ref(e.Args[0]); p != nil {
			if _, ok := p.Get(); ok {
				return p
			}
		}
	case "value", "optional.of", "optional.ofNonZeroValue", "dyn":
		return s.ref(e.Args[0])
	}
	if len(e.Args) > 0 {
		if v, ok := s.viewOf(e); ok {
			if p := s.ref(e.Args[0]); p != nil {
				return p.viewed(v)
			}
		}
	}
	return nil
}

// element returns a reference to the value of any expression.
func (s scope) element(e *celtree.Expr) *Ref {
	if p := s.ref(e); p != nil {
		return p
	}
	return &Ref{view: &view{
		get: func(any) (any, bool) { return s.eval(e) },
		set: func(g *generate.Generator, _, v any) any {
			solver{Generator: g, scope: s, depth: 50}.assign(e, v)
			return nil
		},
	}}
}

func (s scope) indexed(e *celtree.Expr) *Ref {
	k, _ := s.eval(e.Args[1])
	if p := s.ref(e.Args[0]); p != nil {
		switch k := k.(type) {
		case string:
			if e.Name == "_?._" {
				k = unescape(k)
			}
			return p.Field(k)
		case int64:
			return p.Item(int(k))
		}
		return nil
	}
	if i, ok := k.(int64); ok {
		if items := s.items(e.Args[0]); i >= 0 && i < int64(len(items)) {
			return items[i]
		}
	}
	return nil
}

func (s scope) call(e *celtree.Expr) (any, bool) {
	switch e.Name {
	case "_&&_", "_||_":
		return s.junction(e)
	case "_?_:_":
		switch c, ok := s.eval(e.Args[0]); {
		case !ok:
			return nil, false
		case c == true:
			return s.eval(e.Args[1])
		default:
			return s.eval(e.Args[2])
		}
	case "has":
		return s.has(e.Args[0])
	case "hasValue":
		if e.Args[0].Op == celtree.Ident && e.Args[0].Name == oldSelf && s.vars[oldSelf] == nil {
			return false, true
		}
		p := s.ref(e.Args[0])
		if p == nil {
			return nil, false
		}
		_, ok := p.Get()
		return ok, true
	case "orValue":
		if v, ok := s.eval(e.Args[0]); ok {
			return v, true
		}
		return s.eval(e.Args[1])
	case "all", "exists", "exists_one", "existsOne", "filter", "map":
		return s.macro(e)
	}
	args := make([]any, len(e.Args))
	for i, a := range e.Args {
		v, ok := s.eval(a)
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	if len(args) == 2 && (e.Name == "matches" || e.Name == "find" || e.Name == "findAll") {
		return s.search(e.Name, args)
	}
	return apply(e.Name, args)
}

func (s scope) search(name string, args []any) (any, bool) {
	x, ok := args[0].(string)
	pattern, ok2 := args[1].(string)
	if !ok || !ok2 {
		return nil, false
	}
	s.left -= len(x) / 64
	re := s.pattern(pattern)
	switch {
	case re == nil:
		return nil, false
	case name == "matches":
		return re.MatchString(x), true
	case name == "find":
		return re.FindString(x), true
	default:
		return texts(re.FindAllString(x, -1)), true
	}
}

// has fails if the object of the field is absent.
func (s scope) has(e *celtree.Expr) (any, bool) {
	if e.Op == celtree.Select {
		if _, ok := s.eval(e.Args[0]); !ok {
			return nil, false
		}
	}
	_, ok := s.eval(e)
	return ok, true
}

func (s scope) junction(e *celtree.Expr) (any, bool) {
	decides := e.Name == "_||_"
	known := true
	for _, a := range e.Args {
		v, ok := s.eval(a)
		if ok && v == decides {
			return decides, true
		}
		known = known && ok
	}
	return !decides, known
}

// macro evaluates a macro over a list or map.
func (s scope) macro(e *celtree.Expr) (any, bool) {
	if _, ok := s.eval(e.Args[0]); !ok {
		return nil, false
	}
	n, kept := 0, []any{}
	each, body := s.inside(e)
	for _, in := range each {
		v, ok := in.eval(body)
		if !ok {
			return nil, false
		}
		if e.Name == "map" {
			kept = append(kept, v)
		} else if v == true {
			n++
			it, _ := in.item.Get()
			kept = append(kept, it)
		}
	}
	switch e.Name {
	case "all":
		return n == len(each), body != nil
	case "exists":
		return n > 0, body != nil
	case "exists_one", "existsOne":
		return n == 1, body != nil
	default:
		return kept, body != nil
	}
}

// iteration is the scope of one element.
type iteration struct {
	scope
	item *Ref
}

// inside returns the scopes of the elements that a macro walks, and its body, or nil.
func (s scope) inside(e *celtree.Expr) (each []iteration, body *celtree.Expr) {
	last := len(e.Args) - 1
	if last < 2 || last > 3 {
		return nil, nil
	}
	over := s.items(e.Args[0])
	for i, it := range over {
		in := s.with(e.Args[1].Name, it)
		switch {
		case last == 3 && e.Name == "map": // map(x, filter, value)
			if v, ok := in.eval(e.Args[2]); !ok || v != true {
				continue
			}
		case last == 3 && it.key:
			in = in.with(e.Args[2].Name, it.parent.Field(it.name))
		case last == 3:
			in = s.with(e.Args[1].Name, &Ref{value: int64(i), frozen: true}).with(e.Args[2].Name, it)
		}
		each = append(each, iteration{in, it})
	}
	return each, e.Args[last]
}

// items returns references to the elements of a list, or to the keys of a map.
func (s scope) items(e *celtree.Expr) []*Ref {
	if e.Op == celtree.List {
		var out []*Ref
		for _, a := range e.Args {
			out = append(out, s.element(a))
		}
		return out
	}
	if e.Op == celtree.Call && len(e.Args) > 1 {
		if out, ok := s.itemsOfCall(e); ok {
			return out
		}
	}
	v, _ := s.eval(e)
	p := s.ref(e)
	var out []*Ref
	switch v := v.(type) {
	case []any:
		for i, it := range v {
			if p != nil {
				out = append(out, p.Item(i))
			} else {
				out = append(out, &Ref{value: it, frozen: true})
			}
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			if p != nil {
				out = append(out, p.Key(k))
			} else {
				out = append(out, &Ref{value: k, frozen: true})
			}
		}
	}
	return out
}

func (s scope) itemsOfCall(e *celtree.Expr) (out []*Ref, ok bool) {
	switch e.Name {
	case "_+_":
		return append(s.items(e.Args[0]), s.items(e.Args[1])...), true
	case "_?_:_":
		if c, ok := s.eval(e.Args[0]); ok && c == true {
			return s.items(e.Args[1]), true
		}
		return s.items(e.Args[2]), true
	case "filter", "map":
		each, body := s.inside(e)
		for _, in := range each {
			if e.Name == "map" {
				out = append(out, in.element(body))
			} else if v, ok := in.eval(body); ok && v == true {
				out = append(out, in.item)
			}
		}
		return out, true
	}
	return nil, false
}

// viewOf returns how a call computes a value that can be written: what it is of, it is written to.
func (s scope) viewOf(e *celtree.Expr) (view, bool) {
	rest := e.Args[1:]
	if e.Name == "split" || e.Name == "substring" || e.Name == "join" {
		args, ok := s.list(rest)
		if !ok || len(rest) == 0 {
			return view{}, false
		}
		return partial(e.Name, args.([]any)), true
	}
	writes := parsers[e.Name] != nil || e.Name == "lowerAscii" || e.Name == "upperAscii" || e.Name == "trim" || e.Name == "string"
	return view{
		get: func(of any) (any, bool) { return applyOne(e.Name, of) },
		set: func(_ *generate.Generator, of, v any) any {
			if n, ok := of.(int64); ok && e.Name == "string" {
				if parsed, ok := parse("int", v); ok {
					return parsed
				}
				return n
			}
			return plain(map[string]any{"type": "string"}, v)
		},
	}, writes && len(rest) == 0
}

// partial returns a view on the parts of a string.
func partial(name string, args []any) view {
	get := func(of any) (any, bool) {
		text, ok := of.(string)
		if !ok {
			return nil, false
		}
		return apply(name, append([]any{text}, args...))
	}
	return view{get: get, set: func(_ *generate.Generator, of, v any) any {
		text, _ := of.(string)
		if name == "split" {
			l, _ := v.([]any)
			sep, _ := args[0].(string)
			return joined(l, sep)
		}
		part, _ := v.(string)
		from, _ := args[0].(int64)
		r := []rune(text + strings.Repeat("a", int(min(max(from-int64(len(text)), 0), 64))))
		out := string(r[:min(max(from, 0), int64(len(r)))]) + part
		if len(args) > 1 {
			if to, _ := args[1].(int64); to >= 0 && to < int64(len(r)) {
				out += string(r[to:])
			}
		}
		return out
	}}
}

// unescape returns the name of a field for its name in a rule.
func unescape(identifier string) string {
	if name, ok := celtype.Unescape(identifier); ok {
		return name
	}
	return identifier
}
