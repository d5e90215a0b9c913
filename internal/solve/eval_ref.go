package solve

import (
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/generate"
)

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
			return p.Field(celtype.PropertyName(e.Name))
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
				k = celtype.PropertyName(k)
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
