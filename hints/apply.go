package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Apply returns crd with the edits of the hint applied. It creates missing objects on
// a path, and ignores an edit whose path does not fit the values in crd. It does not write to crd; the result shares with it what no edit changes.
func (h Hint) Apply(crd map[string]any) map[string]any {
	for _, e := range h.Edits {
		if out, ok := e.apply(crd, e.Path).(map[string]any); ok {
			crd = out
		}
	}
	return crd
}

// removed is the result of apply for a value that its parent must remove.
type removed struct{}

// apply returns v with the edit applied at path below it.
func (e Edit) apply(v any, path structural.Path) any {
	if len(path) == 0 {
		if e.Remove {
			return removed{}
		}
		return e.Value
	}
	switch v := v.(type) {
	case nil:
		if path[0].Kind() == structural.IndexStep || e.Remove {
			return v
		}
		return e.applyToMap(map[string]any{}, path)
	case map[string]any:
		if path[0].Kind() != structural.IndexStep {
			return e.applyToMap(v, path)
		}
	case []any:
		if i := path[0].Index(); path[0].Kind() == structural.IndexStep && i >= 0 && i < len(v) {
			return e.applyToList(v, path)
		}
	}
	return v
}

func (e Edit) applyToMap(m map[string]any, path structural.Path) any {
	name := path[0].Name()
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	switch v := e.apply(m[name], path[1:]); {
	case v == any(removed{}):
		delete(out, name)
	case v != nil || len(path) == 1:
		out[name] = v
	}
	return out
}

func (e Edit) applyToList(l []any, path structural.Path) any {
	i := path[0].Index()
	v := e.apply(l[i], path[1:])
	out := slices.Clone(l)
	if v == any(removed{}) {
		return slices.Delete(out, i, i+1)
	}
	out[i] = v
	return out
}
