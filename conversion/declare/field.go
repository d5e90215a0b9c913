package declare

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
)

// fieldRef is a path of names inside an object.
type fieldRef struct {
	path  string // as it is written in the declaration, for errors
	names []string
}

func newField(text string, p path) fieldRef {
	f := fieldRef{path: text}
	for _, s := range p {
		f.names = append(f.names, s.name)
	}
	return f
}

// overlaps tells whether one field is the other or lies inside of it.
func (f fieldRef) overlaps(g fieldRef) bool {
	n := min(len(f.names), len(g.names))
	return slices.Equal(f.names[:n], g.names[:n])
}

// get is the value of the field.
func (f fieldRef) get(obj map[string]any) (v any, found bool) {
	for _, name := range f.names[:len(f.names)-1] {
		obj, _ = obj[name].(map[string]any)
	}
	v, found = obj[f.names[len(f.names)-1]]
	return v, found
}

// take is the value of the field and the object without it. Objects that have
// no other field go, too, but for obj itself.
func (f fieldRef) take(obj map[string]any) (v any, rest map[string]any, found bool) {
	if v, found = f.get(obj); !found {
		return nil, obj, false
	}
	return v, remove(obj, f.names), true
}

func remove(obj map[string]any, names []string) map[string]any {
	out := cow.OfMap(obj)
	if len(names) > 1 {
		inner, _ := obj[names[0]].(map[string]any)
		if inner = remove(inner, names[1:]); len(inner) > 0 {
			out.Set(names[0], inner)
			obj, _ = out.Result()
			return obj
		}
	}
	out.Delete(names[0])
	obj, _ = out.Result()
	return obj
}

// absent is an error if the field is there, where a rule would make it: it would
// be overwritten, or be taken for what the rule made on the way back.
func (f fieldRef) absent(obj map[string]any) error {
	if _, there := f.get(obj); there {
		return fmt.Errorf("%s is there already and would be lost", f.path)
	}
	return nil
}

func absent(obj map[string]any, fields []fieldRef) error {
	for _, f := range fields {
		if err := f.absent(obj); err != nil {
			return err
		}
	}
	return nil
}

// put is the object with a value for the field, which must not be there yet.
// Objects on the way are made.
func (f fieldRef) put(obj map[string]any, v any) (map[string]any, error) {
	if err := f.absent(obj); err != nil {
		return nil, err
	}
	return f.insert(obj, f.names, v)
}

func (f fieldRef) insert(obj map[string]any, names []string, v any) (map[string]any, error) {
	if len(names) > 1 {
		old, there := obj[names[0]]
		inner, ok := old.(map[string]any)
		if there && !ok { // null, too, would be lost
			return nil, fmt.Errorf("%s: %s is no object", f.path, names[0])
		}
		below, err := f.insert(inner, names[1:], v)
		if err != nil {
			return nil, err
		}
		v = below
	}
	out := cow.OfMap(obj)
	out.Set(names[0], v)
	obj, _ = out.Result()
	return obj, nil
}

// eachBelow changes the objects that a path leads to. What is no object, list
// or map where the path needs one is left as it is.
func eachBelow(v any, below path, change func(map[string]any) (map[string]any, error)) (any, error) {
	if len(below) == 0 {
		if obj, ok := v.(map[string]any); ok {
			return change(obj)
		}
		return v, nil
	}
	switch v := v.(type) {
	case map[string]any:
		return eachValue(v, below, change)
	case []any:
		if below[0].every {
			return eachItem(v, below, change)
		}
	}
	return v, nil
}

func eachValue(m map[string]any, below path, change func(map[string]any) (map[string]any, error)) (any, error) {
	names := []string{below[0].name}
	if below[0].every {
		names = slices.Sorted(maps.Keys(m)) // so that of several errors the same one is reported
	}
	out := cow.OfMap(m)
	for _, name := range names {
		old, found := m[name]
		if !found {
			continue
		}
		changed, err := eachBelow(old, below[1:], change)
		if err != nil {
			return nil, err
		}
		if !same(old, changed) {
			out.Set(name, changed)
		}
	}
	m, _ = out.Result()
	return m, nil
}

func eachItem(l []any, below path, change func(map[string]any) (map[string]any, error)) (any, error) {
	out := cow.OfList(l)
	for i, old := range l {
		changed, err := eachBelow(old, below[1:], change)
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		if !same(old, changed) {
			out.Set(i, changed)
		}
	}
	l, _ = out.Result()
	return l, nil
}

// same tells whether a change gave the very map or list that it got.
func same(old, changed any) bool {
	switch old := old.(type) {
	case map[string]any:
		changed, ok := changed.(map[string]any)
		return ok && reflect.ValueOf(old).UnsafePointer() == reflect.ValueOf(changed).UnsafePointer()
	case []any:
		changed, ok := changed.([]any)
		return ok && len(old) == len(changed) && (len(old) == 0 || &old[0] == &changed[0])
	default:
		return true // nothing but maps and lists is changed in its place
	}
}
