package crdtest

import (
	"context"

	"github.com/seed95800270/crdschema/structural"
)

// violation is an error of an object: the JSON pointer of the value and the code.
type violation struct{ pointer, code string }

// coverageWalk records one validated object.
type coverageWalk struct {
	ctx       context.Context
	coverage  *Coverage
	version   string
	defaulted map[string]bool
	violated  map[violation]bool
	err       error
}

func (w *coverageWalk) see(n *coveredNode, holds bool, steps ...step) {
	w.coverage.see(w.version, n.path.Append(steps...).String(), holds)
}

func (w *coverageWalk) value(n *coveredNode, value any, path structural.Path) {
	if n == nil || value == nil || w.err != nil {
		return
	}
	pointer := path.Pointer()
	if n.schema.HasDefault() {
		w.see(n, w.defaulted[pointer], field("default"))
	}
	w.enum(n, value, pointer)
	w.branches(n, value)
	switch v := value.(type) {
	case string:
		w.bounds(n, "string", pointer)
	case int64, float64:
		w.bounds(n, "number", pointer)
	case []any:
		w.bounds(n, "list", pointer)
		w.list(n, v, path)
	case map[string]any:
		w.bounds(n, "object", pointer)
		w.object(n, v, path)
	}
}

// bounds records the keywords of a type of values.
func (w *coverageWalk) bounds(n *coveredNode, kind, pointer string) {
	for _, k := range bounds[kind] {
		w.see(n, !w.violated[violation{pointer, k.code}], field(k.keyword))
	}
}

func (w *coverageWalk) enum(n *coveredNode, value any, pointer string) {
	values := n.schema.Enum()
	if len(values) == 0 {
		return
	}
	w.see(n, !w.violated[violation{pointer, "enum"}], field("enum"))
	for i, allowed := range values {
		if structural.Equal(allowed, value) {
			w.see(n, true, field("enum"), index(i))
		}
	}
}

func (w *coverageWalk) branches(n *coveredNode, value any) {
	for _, branch := range n.branches {
		valid, err := branch.values.Valid(w.ctx, value)
		if err != nil {
			w.err = err
			return
		}
		w.coverage.see(w.version, branch.path, valid)
	}
}

func (w *coverageWalk) list(n *coveredNode, list []any, path structural.Path) {
	duplicate := false
	for i, v := range list {
		inner := path.Append(index(i))
		pointer := inner.Pointer()
		duplicate = duplicate || w.violated[violation{pointer, "set-duplicate"}] || w.violated[violation{pointer, "map-duplicate"}]
		w.value(n.items, v, inner)
	}
	w.see(n, !duplicate, field("x-kubernetes-list-type"))
}

func (w *coverageWalk) object(n *coveredNode, obj map[string]any, path structural.Path) {
	for i, name := range n.schema.Required() {
		missing := w.violated[violation{path.Append(field(name)).Pointer(), "required"}]
		w.see(n, !missing, field("required"), index(i))
	}
	for name, v := range obj {
		inner, declared := n.fields[name]
		if !declared {
			inner = n.rest
		}
		w.value(inner, v, path.Append(field(name)))
	}
}
