package solve

import (
	"regexp"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/celtype"
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
		v, ok := m[celtype.PropertyName(e.Name)]
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
		if isValidate(e.Args[0]) {
			return s.violates(e.Args[0])
		}
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

// isValidate reports whether an expression checks a text against a named format: its value is present
// if the text is not in the format.
func isValidate(e *celtree.Expr) bool {
	return e.Op == celtree.Call && e.Name == "validate" && len(e.Args) == 2
}

// violates reports whether the text of a validate expression is not in its format.
func (s scope) violates(e *celtree.Expr) (any, bool) {
	check := cellib.LookupFormat(formatName(e.Args[0]))
	text, ok := s.eval(e.Args[1])
	str, isText := text.(string)
	if check == nil || !ok || !isText {
		return nil, false
	}
	return len(check(str)) > 0, true
}

// formatName returns the name of the format in format.NAME() or format.named("NAME").value().
func formatName(e *celtree.Expr) string {
	if e.Op == celtree.Call && e.Name == "value" && len(e.Args) == 1 {
		e = e.Args[0]
	}
	if e.Op != celtree.Call || len(e.Args) == 0 {
		return ""
	}
	if e.Name == "named" && len(e.Args) == 2 {
		name, _ := e.Args[1].Value.(string)
		return name
	}
	return e.Name
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
