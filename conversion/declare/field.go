package declare

import (
	"fmt"
	"reflect"
)

type fieldRef struct {
	path  string // as written in the declaration, for errors
	names []string
}

func newField(text string, p path) fieldRef {
	f := fieldRef{path: text}
	for _, s := range p {
		f.names = append(f.names, s.name)
	}
	return f
}

func (f fieldRef) get(obj map[string]any) (v any, found bool) {
	for _, name := range f.names[:len(f.names)-1] {
		obj, _ = obj[name].(map[string]any)
	}
	v, found = obj[f.names[len(f.names)-1]]
	return v, found
}

// take returns the value of the field and obj without it. Objects on the path without other
// fields are removed too, except for obj itself.
func (f fieldRef) take(c *call, obj map[string]any) (v any, rest map[string]any, found bool) {
	if v, found = f.get(obj); !found {
		return nil, obj, false
	}
	return v, remove(c, obj, f.names), true
}

func remove(c *call, obj map[string]any, names []string) map[string]any {
	if !c.Step(1) {
		return obj
	}
	if len(names) > 1 {
		inner, _ := obj[names[0]].(map[string]any)
		if rest := remove(c, inner, names[1:]); len(rest) > 0 {
			return c.set(obj, names[0], rest)
		}
	}
	if len(obj) == 1 {
		return map[string]any{}
	}
	out := c.own(obj)
	delete(out, names[0])
	return out
}

// set returns obj with a field set to v.
func (c *call) set(obj map[string]any, name string, v any) map[string]any {
	if old, ok := obj[name].(map[string]any); ok && same(old, v) { // changed in place
		return obj
	}
	out := c.own(obj)
	if out != nil {
		out[name] = v
	}
	return out
}

// checkAbsent returns an error if obj has the field that a rule would create: the field would
// be overwritten, or taken for the created one when converting back.
func (f fieldRef) checkAbsent(obj map[string]any) error {
	if _, there := f.get(obj); there {
		return fmt.Errorf("%s is there already and would be lost", f.path)
	}
	return nil
}

func checkAbsent(obj map[string]any, fields []fieldRef) error {
	for _, f := range fields {
		if err := f.checkAbsent(obj); err != nil {
			return err
		}
	}
	return nil
}

// put returns obj with the field set to v, and the objects on the path. It returns an error if
// obj has the field.
func (f fieldRef) put(c *call, obj map[string]any, v any) (map[string]any, error) {
	if err := f.checkAbsent(obj); err != nil {
		return nil, err
	}
	return f.insert(c, obj, f.names, v)
}

func (f fieldRef) insert(c *call, obj map[string]any, names []string, v any) (map[string]any, error) {
	if !c.Step(1) {
		return nil, c.Err()
	}
	if len(names) > 1 {
		old, there := obj[names[0]]
		inner, ok := old.(map[string]any)
		if there && !ok { // any other value, including null, would be lost
			return nil, fmt.Errorf("%s: %s is no object", f.path, names[0])
		}
		below, err := f.insert(c, inner, names[1:], v)
		if err != nil {
			return nil, err
		}
		v = below
	}
	return c.set(obj, names[0], v), c.Err()
}

func same(old, changed any) bool {
	switch old := old.(type) {
	case map[string]any:
		changed, ok := changed.(map[string]any)
		return ok && reflect.ValueOf(old).UnsafePointer() == reflect.ValueOf(changed).UnsafePointer()
	case []any:
		changed, ok := changed.([]any)
		return ok && len(old) == len(changed) && (len(old) == 0 || &old[0] == &changed[0])
	default:
		return true // only maps and lists are changed
	}
}
