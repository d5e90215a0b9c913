package listtype

import "github.com/seed95800270/crdschema/structural"

// set checks a list of which no two elements are the same.
func (w *walker) set(l []any) {
	if len(l) < 2 {
		return
	}
	elements := rows{cells: l, width: 1, n: len(l)}
	for _, i := range elements.repeats() {
		w.report(i, structural.Error{Kind: structural.Duplicate, Value: l[i]})
	}
}

// keyed checks a list of which no two elements have the same keys.
func (w *walker) keyed(l []any, s *structural.Schema) {
	for i, v := range l {
		if _, ok := v.(map[string]any); !ok && v != nil {
			w.report(i, structural.Error{
				Kind: structural.Invalid, Value: v, Detail: "must be an object for an array of list-type map",
			})
			return
		}
	}
	if len(l) < 2 {
		return
	}
	keys := s.ListMapKeys()
	var space [3 * stackLimit]any
	elements := keysOf(l, keys, space[:0])
	for _, i := range elements.repeats() {
		w.report(i, structural.Error{Kind: structural.Duplicate, Value: only(l[i], keys)})
	}
}

// absent is what stands in a row for a key that an element does not have.
type absent struct{}

// keysOf is a row for each element, with its values under the keys. The rows
// are put into space if they fit.
func keysOf(l []any, keys []string, space []any) rows {
	if n := len(l) * len(keys); n > cap(space) {
		space = make([]any, 0, n)
	}
	for _, v := range l {
		m, _ := v.(map[string]any)
		for _, k := range keys {
			cell, found := m[k]
			if !found {
				cell = absent{}
			}
			space = append(space, cell)
		}
	}
	return rows{cells: space, width: len(keys), n: len(l)}
}

// only is an element of a list without anything but its keys.
func only(v any, keys []string) map[string]any {
	m, _ := v.(map[string]any)
	out := map[string]any{}
	for _, k := range keys {
		if cell, found := m[k]; found {
			out[k] = cell
		}
	}
	return out
}
