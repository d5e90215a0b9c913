// Package cow holds maps and lists that are copied when they are first written
// to, and only then. A walker that transforms a value keeps one for the node
// at hand: as long as nothing changes it costs nothing, and the input is
// returned as it came.
//
// Both types are small values for a single goroutine and one node; the copy is
// shallow, so that untouched children are shared with the input.
package cow

import (
	"maps"
	"slices"
)

// Map is a map that may come to differ from the one it was made of.
type Map struct {
	current map[string]any
	copied  bool
}

// OfMap is m, not copied yet.
func OfMap(m map[string]any) Map { return Map{current: m} }

// Set puts v under key.
func (m *Map) Set(key string, v any) {
	m.own()
	m.current[key] = v
}

// Delete removes key, which must be there.
func (m *Map) Delete(key string) {
	m.own()
	delete(m.current, key)
}

// Result is the map, and whether it differs from the input.
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

// List is a list that may come to differ from the one it was made of.
type List struct {
	current []any
	copied  bool
}

// OfList is l, not copied yet.
func OfList(l []any) List { return List{current: l} }

// Set replaces element i.
func (l *List) Set(i int, v any) {
	if !l.copied {
		l.current, l.copied = slices.Clone(l.current), true
	}
	l.current[i] = v
}

// Result is the list, and whether it differs from the input.
func (l *List) Result() ([]any, bool) { return l.current, l.copied }
