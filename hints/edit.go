package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Edit is a change of one place in a manifest.
type Edit struct {
	// Path is the place.
	Path structural.Path
	// Value is what stands there afterwards. It may be shared with the manifest.
	Value any
	// Remove says that nothing does.
	Remove bool
}

func set(path structural.Path, v any) Edit { return Edit{Path: slices.Clip(path), Value: v} }

func remove(path structural.Path) Edit { return Edit{Path: slices.Clip(path), Remove: true} }

// Apply returns the manifest with edits made in their order. Objects that are
// missing on the way to a place are created; an edit of a place that cannot be
// there is passed over. The manifest itself is not changed, and what no edit
// touches is shared with it.
func Apply(manifest map[string]any, edits []Edit) map[string]any {
	for _, e := range edits {
		if out, ok := e.in(manifest, e.Path).(map[string]any); ok {
			manifest = out
		}
	}
	return manifest
}

// gone takes the place of a value that is removed.
type gone struct{}

// in is v with the edit made at path below it.
func (e Edit) in(v any, path structural.Path) any {
	if len(path) == 0 {
		if e.Remove {
			return gone{}
		}
		return e.Value
	}
	switch v := v.(type) {
	case nil:
		if path[0].Kind() == structural.IndexStep || e.Remove {
			return v
		}
		return e.inMap(map[string]any{}, path)
	case map[string]any:
		if path[0].Kind() != structural.IndexStep {
			return e.inMap(v, path)
		}
	case []any:
		if i := path[0].Index(); path[0].Kind() == structural.IndexStep && i >= 0 && i < len(v) {
			return e.inList(v, path)
		}
	}
	return v
}

func (e Edit) inMap(m map[string]any, path structural.Path) any {
	name := path[0].Name()
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	switch v := e.in(m[name], path[1:]); {
	case v == any(gone{}):
		delete(out, name)
	case v != nil || len(path) == 1:
		out[name] = v
	}
	return out
}

func (e Edit) inList(l []any, path structural.Path) any {
	i := path[0].Index()
	v := e.in(l[i], path[1:])
	out := slices.Clone(l)
	if v == any(gone{}) {
		return slices.Delete(out, i, i+1)
	}
	out[i] = v
	return out
}
