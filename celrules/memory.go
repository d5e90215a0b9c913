package celrules

import "github.com/seed95800270/crdschema/structural"

// memory holds the views of objects and lists that rules ask for, so that they
// need not be allocated one by one. All of them are gone when it is cleared.
type memory struct {
	objects []record
	lists   []list
}

// The number of views in the first block, and the most in one that is kept.
const firstBlock, largestBlock = 8, 512

func (m *memory) record(fields map[string]any, s *structural.Schema, completed bool) *record {
	m.objects = room(m.objects)
	m.objects = append(m.objects, record{memory: m, schema: s, fields: fields, completed: completed})
	return &m.objects[len(m.objects)-1]
}

func (m *memory) list(elements []any, s *structural.Schema) *list {
	m.lists = room(m.lists)
	m.lists = append(m.lists, list{memory: m, schema: s, elements: elements})
	return &m.lists[len(m.lists)-1]
}

// room returns a block that is not full: the one given, or a new one, so that
// views stay where they are.
func room[T any](block []T) []T {
	if len(block) < cap(block) {
		return block
	}
	return make([]T, 0, min(max(2*cap(block), firstBlock), largestBlock))
}

func (m *memory) clear() {
	clear(m.objects)
	clear(m.lists)
	m.objects, m.lists = m.objects[:0], m.lists[:0]
}
