package solve

import (
	"math"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/celtree"
)

// scope is what an expression sees.
type scope struct {
	vars map[string]*Ref
	left *int // evaluations that may still be made
}

func (s scope) with(name string, p *Ref) scope {
	vars := map[string]*Ref{name: p}
	for k, v := range s.vars {
		if k != name {
			vars[k] = v
		}
	}
	return scope{vars, s.left}
}

// eval returns the value of an expression, or false if it cannot tell.
func (s scope) eval(e *celtree.Expr) (any, bool) {
	if *s.left--; *s.left < 0 {
		return nil, false
	}
	if p := s.ref(e); p != nil {
		return p.Get()
	}
	switch e.Op {
	case celtree.Literal:
		return e.Value, true
	case celtree.List:
		return s.list(e.Args)
	case celtree.Select:
		v, ok := s.eval(e.Args[0])
		m, isMap := v.(map[string]any)
		if !ok || !isMap {
			return nil, false
		}
		v, ok = m[e.Name]
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
	switch e.Op {
	case celtree.Ident:
		return s.vars[e.Name]
	case celtree.Select:
		if p := s.ref(e.Args[0]); p != nil {
			return p.Field(unescape(e.Name))
		}
	case celtree.Call:
		switch e.Name {
		case "_[_]", "_?._", "_[?_]":
			return s.indexed(e)
		case "orValue", "value", "optional.of", "optional.ofNonZeroValue", "dyn":
			p := s.ref(e.Args[0])
			if _, ok := present(p); p != nil && (ok || e.Name != "orValue") {
				return p
			}
		}
	}
	return nil
}

func present(p *Ref) (any, bool) {
	if p == nil {
		return nil, false
	}
	return p.Get()
}

func (s scope) indexed(e *celtree.Expr) *Ref {
	p := s.ref(e.Args[0])
	if p == nil {
		return nil
	}
	switch k, _ := s.eval(e.Args[1]); k := k.(type) {
	case string:
		if e.Name == "_?._" {
			k = unescape(k)
		}
		return p.Field(k)
	case int64:
		return p.Item(int(k))
	default:
		return nil
	}
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
		_, ok := s.eval(e.Args[0])
		return ok, true
	case "hasValue":
		_, ok := present(s.ref(e.Args[0]))
		return ok, s.ref(e.Args[0]) != nil
	case "orValue":
		if v, ok := s.eval(e.Args[0]); ok {
			return v, true
		}
		return s.eval(e.Args[1])
	case "all", "exists", "exists_one", "filter", "map":
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
	return apply(e.Name, args)
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
	if len(e.Args) != 3 {
		return nil, false
	}
	n, kept := 0, []any{}
	var total int
	for _, item := range s.items(e.Args[0]) {
		inner := s.with(e.Args[1].Name, item)
		v, ok := inner.eval(e.Args[2])
		if !ok {
			return nil, false
		}
		total++
		if e.Name == "map" {
			kept = append(kept, v)
		} else if v == true {
			n++
			it, _ := item.Get()
			kept = append(kept, it)
		}
	}
	switch e.Name {
	case "all":
		return n == total, true
	case "exists":
		return n > 0, true
	case "exists_one":
		return n == 1, true
	default:
		return kept, true
	}
}

// items returns references to the elements of a list, or of the keys of a map.
func (s scope) items(e *celtree.Expr) []*Ref {
	v, _ := s.eval(e)
	p := s.ref(e)
	var out []*Ref
	switch v := v.(type) {
	case []any:
		for i, it := range v {
			if p != nil {
				out = append(out, p.Item(i))
			} else {
				out = append(out, &Ref{value: it})
			}
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			out = append(out, &Ref{value: k})
		}
	}
	return out
}

func apply(name string, args []any) (any, bool) {
	if len(args) == 1 {
		return applyOne(name, args[0])
	}
	if len(args) != 2 {
		return nil, false
	}
	a, b := args[0], args[1]
	switch name {
	case "_==_":
		return equal(a, b), true
	case "_!=_":
		return !equal(a, b), true
	case "@in":
		return contains(b, a), true
	case "_<_", "_<=_", "_>_", "_>=_":
		c, ok := compare(a, b)
		return name == "_<_" && c < 0 || name == "_<=_" && c <= 0 || name == "_>_" && c > 0 || name == "_>=_" && c >= 0, ok
	case "_+_", "_-_", "_*_", "_/_", "_%_":
		return arithmetic(name, a, b)
	}
	x, ok := a.(string)
	y, ok2 := b.(string)
	if !ok || !ok2 {
		return nil, false
	}
	switch name {
	case "startsWith":
		return strings.HasPrefix(x, y), true
	case "endsWith":
		return strings.HasSuffix(x, y), true
	case "contains":
		return strings.Contains(x, y), true
	case "matches":
		re, err := regexp.Compile(y)
		return err == nil && re.MatchString(x), err == nil
	case "split":
		var out []any
		for _, part := range strings.Split(x, y) {
			out = append(out, part)
		}
		return out, true
	}
	return nil, false
}

func applyOne(name string, a any) (any, bool) {
	switch name {
	case "!_":
		b, ok := a.(bool)
		return !b, ok
	case "-_":
		n, ok := a.(int64)
		return -n, ok
	case "size":
		return size(a)
	case "int", "string", "double", "duration", "timestamp", "url", "quantity", "ip", "cidr":
		return a, true
	case "lowerAscii":
		t, ok := a.(string)
		return strings.ToLower(t), ok
	case "trim":
		t, ok := a.(string)
		return strings.TrimSpace(t), ok
	default:
		return nil, false
	}
}

func size(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return int64(utf8.RuneCountInString(v)), true
	case []any:
		return int64(len(v)), true
	case map[string]any:
		return int64(len(v)), true
	default:
		return nil, false
	}
}

func contains(in, v any) bool {
	switch in := in.(type) {
	case []any:
		for _, e := range in {
			if equal(e, v) {
				return true
			}
		}
	case map[string]any:
		k, ok := v.(string)
		_, found := in[k]
		return ok && found
	}
	return false
}

func equal(a, b any) bool {
	if c, ok := compare(a, b); ok {
		return c == 0
	}
	return reflect.DeepEqual(a, b)
}

func compare(a, b any) (int, bool) {
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	}
	x, ok := float(a)
	y, ok2 := float(b)
	switch {
	case !ok || !ok2:
		return 0, false
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	default:
		return 0, true
	}
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	default:
		return 0, false
	}
}

func arithmetic(name string, a, b any) (any, bool) {
	if x, ok := a.(string); ok && name == "_+_" {
		y, ok := b.(string)
		return x + y, ok && len(x)+len(y) < 1<<16
	}
	if x, ok := a.([]any); ok && name == "_+_" {
		y, ok := b.([]any)
		return append(append([]any{}, x...), y...), ok && len(x)+len(y) < 1<<12
	}
	x, ok := float(a)
	y, ok2 := float(b)
	if !ok || !ok2 || y == 0 && (name == "_/_" || name == "_%_") {
		return nil, false
	}
	r := map[string]float64{"_+_": x + y, "_-_": x - y, "_*_": x * y, "_/_": math.Trunc(x / max(y, 1)), "_%_": math.Mod(x, y)}[name]
	if _, isInt := a.(int64); isInt {
		return int64(r), true
	}
	return r, true
}
