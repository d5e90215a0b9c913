package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// site is the place of an error and what stands around it.
type site struct {
	manifest map[string]any
	err      *structural.Error
	path     structural.Path
}

// field is the last named step of the path.
func (s *site) field() string {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i].Kind() != structural.IndexStep {
			return s.path[i].Name()
		}
	}
	return ""
}

// step is the n-th step of the path, counted from its end; that of no name if
// the path is shorter.
func (s *site) step(n int) structural.Step {
	if n > len(s.path) {
		return structural.Field("")
	}
	return s.path[len(s.path)-n]
}

// above is the path n steps above the place.
func (s *site) above(n int) structural.Path { return s.path[:max(0, len(s.path)-n)] }

// beside is the path of another field of the object in which the place is.
func (s *site) beside(name string) structural.Path { return s.above(1).Append(structural.Field(name)) }

// around is the object in which the place is.
func (s *site) around() map[string]any { return objectAt(s.manifest, s.above(1)) }

// value is what stands at the place, nil if nothing does.
func (s *site) value() any { return valueAt(s.manifest, s.path) }

// spec is the path of a field of the definition's spec.
func spec(names ...string) structural.Path {
	path := structural.Path{structural.Field("spec")}
	for _, name := range names {
		path = append(path, structural.Field(name))
	}
	return path
}

func valueAt(v any, path structural.Path) any {
	for _, step := range path {
		switch holder := v.(type) {
		case map[string]any:
			if step.Kind() == structural.IndexStep {
				return nil
			}
			v = holder[step.Name()]
		case []any:
			if step.Kind() != structural.IndexStep || step.Index() >= len(holder) {
				return nil
			}
			v = holder[step.Index()]
		default:
			return nil
		}
	}
	return v
}

func objectAt(v any, path structural.Path) map[string]any {
	m, _ := valueAt(v, path).(map[string]any)
	return m
}

func textAt(v any, path structural.Path) string {
	text, _ := valueAt(v, path).(string)
	return text
}

// objectOf is the object under name, nil if there is none.
func objectOf(m map[string]any, name string) map[string]any {
	o, _ := m[name].(map[string]any)
	return o
}

func textOf(m map[string]any, name string) string {
	text, _ := m[name].(string)
	return text
}

// textsOf are the texts in the list under name.
func textsOf(m map[string]any, name string) []string {
	list, _ := m[name].([]any)
	var out []string
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// has tells whether one of the fields is there and not null.
func has(m map[string]any, names ...string) bool {
	for _, name := range names {
		if m[name] != nil {
			return true
		}
	}
	return false
}

// asList is texts as a JSON value.
func asList(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

// sorted are the names of the fields of an object, in order.
func sorted(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
