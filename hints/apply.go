package hints

import (
	"maps"
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Apply returns crd with the edits of the hint applied. It creates missing objects on a
// path, and ignores an edit whose path does not fit the values in crd.
func (h Hint) Apply(crd map[string]any) map[string]any {
	var c copies
	for _, e := range h.Edits {
		if out, ok := c.apply(e, crd, e.Path).(map[string]any); ok {
			crd = out
		}
	}
	return crd
}

type removed struct{}

type copies struct {
	maps  map[uintptr]map[string]any
	lists map[*any]bool
}

func (c *copies) ofMap(m map[string]any) map[string]any {
	if c.maps[reflect.ValueOf(m).Pointer()] != nil {
		return m
	}
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	if c.maps == nil {
		c.maps = map[uintptr]map[string]any{}
	}
	c.maps[reflect.ValueOf(out).Pointer()] = out
	return out
}

// ofList takes a list that is not empty.
func (c *copies) ofList(l []any) []any {
	if c.lists[&l[0]] {
		return l
	}
	out := slices.Clone(l)
	if c.lists == nil {
		c.lists = map[*any]bool{}
	}
	c.lists[&out[0]] = true
	return out
}

func (e Edit) apply(v any, path structural.Path) any {
	var c copies
	return c.apply(e, v, path)
}

func (c *copies) apply(e Edit, v any, path structural.Path) any {
	if len(path) == 0 {
		if e.Remove {
			return removed{}
		}
		return e.Value
	}
	switch v := v.(type) {
	case nil:
		if path[0].Kind() == field.IndexStep || e.Remove {
			return v
		}
		return c.applyToMap(e, map[string]any{}, path)
	case map[string]any:
		if path[0].Kind() != field.IndexStep {
			return c.applyToMap(e, v, path)
		}
	case []any:
		if i := path[0].Index(); path[0].Kind() == field.IndexStep && i >= 0 && i < len(v) {
			return c.applyToList(e, v, path)
		}
	}
	return v
}

func (c *copies) applyToMap(e Edit, m map[string]any, path structural.Path) any {
	name := path[0].Name()
	v := c.apply(e, m[name], path[1:])
	out := c.ofMap(m)
	switch {
	case v == any(removed{}):
		delete(out, name)
	case v != nil || len(path) == 1:
		out[name] = v
	}
	return out
}

func (c *copies) applyToList(e Edit, l []any, path structural.Path) any {
	i := path[0].Index()
	v := c.apply(e, l[i], path[1:])
	out := c.ofList(l)
	if v == any(removed{}) {
		return slices.Delete(out, i, i+1)
	}
	out[i] = v
	return out
}
