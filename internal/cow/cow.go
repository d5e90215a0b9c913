// Package cow implements maps and lists that are copied on the first write. A walk
// that transforms a value uses one for the current node: if nothing changes, nothing
// is allocated, and the result is the input itself.
//
// Copies are shallow: unchanged children are shared with the input. The types are not
// safe for concurrent use.
package cow

import (
	"maps"
	"slices"
)

// Map is a map that is copied on the first write.
type Map struct {
	current map[string]any
	copied  bool
}

// OfMap returns a Map that holds m.
func OfMap(m map[string]any) Map { return Map{current: m} }

// Get returns the value of key, or nil if it is absent.
func (m *Map) Get(key string) any { return m.current[key] }

// Has reports whether key is present.
func (m *Map) Has(key string) bool {
	_, found := m.current[key]
	return found
}

// Set sets the value of key to v.
func (m *Map) Set(key string, v any) {
	m.own()
	m.current[key] = v
}

// Delete removes key. It must be present.
func (m *Map) Delete(key string) {
	if !m.copied && len(m.current) == 1 {
		m.current, m.copied = map[string]any{}, true // an emptied copy would take seven times as much
		return
	}
	m.own()
	delete(m.current, key)
}

// Keep removes all keys except the n for which keep returns true. keep must not depend on
// the values that were set.
func (m *Map) Keep(n int, keep func(key string) bool) {
	if m.copied {
		maps.DeleteFunc(m.current, func(key string, _ any) bool { return !keep(key) })
		return
	}
	kept := make(map[string]any, n)
	if n > 0 {
		for key, v := range m.current {
			if keep(key) {
				kept[key] = v
			}
		}
	}
	m.current, m.copied = kept, true
}

// Result returns the map and reports whether it is a copy.
func (m *Map) Result() (map[string]any, bool) { return m.current, m.copied }

func (m *Map) own() {
	if m.copied {
		return
	}
	m.copied = true
	if m.current = maps.Clone(m.current); m.current == nil {
		m.current = map[string]any{}
	}
}

// List is a list that is copied on the first write.
type List struct {
	current []any
	copied  bool
}

// OfList returns a List that holds l.
func OfList(l []any) List { return List{current: l} }

// Set replaces element i.
func (l *List) Set(i int, v any) {
	if !l.copied {
		l.current, l.copied = slices.Clone(l.current), true
	}
	l.current[i] = v
}

// Result returns the list and reports whether it is a copy.
func (l *List) Result() ([]any, bool) { return l.current, l.copied }
