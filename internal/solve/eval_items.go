package solve

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
)

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
			if e.Name == "trim" && v == "" {
				return " " // the schema may need a character
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
