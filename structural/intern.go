package structural

import (
	"math"
	"reflect"
	"slices"
)

// interner replaces equal nodes by one node while a schema is read: schemas are
// repetitive. Children are interned before their parents, so that two nodes are equal if
// and only if their own keywords are equal and their children are identical.
type interner struct {
	known nodeTable
	// children is the sum of the hashes of the nodes below the current one. It does not depend on
	// their order.
	children uint64
	// finished is the hash of the node that was finished last.
	finished uint64
}

func (in *interner) beginNode() (outer uint64) {
	outer, in.children = in.children, 0
	return outer
}

func (in *interner) endNode(outer uint64) { in.children = outer + in.finished }

// same returns a node read before that equals s and true, or adds s and returns
// it.
func (in *interner) same(s *Schema) (_ *Schema, found bool) {
	in.finished = in.hash(s)
	if other := in.known.find(in.finished, s); other != nil {
		return other, true
	}
	in.known.add(in.finished, s)
	return s, false
}

// equals reports whether two nodes with interned children are equal. It does not compare
// what seal derives.
func (s *Schema) equals(o *Schema) bool {
	return s.flags == o.flags && s.typ == o.typ && s.items == o.items && s.additional == o.additional &&
		equalSlices(s.properties, o.properties) && (s.def == nil && o.def == nil || Equal(s.def, o.def)) &&
		s.doc.equals(o.doc) && s.value.equals(o.value) && s.rare.equals(o.rare)
}

func (v *valueValidation) equals(o *valueValidation) bool {
	if v == nil || o == nil {
		return v == o
	}
	return v.texts == o.texts && equalSlices(v.required, o.required) &&
		(v.enum == nil) == (o.enum == nil) && Equal(v.enum, o.enum) &&
		(v.limits == o.limits || v.limits != nil && o.limits != nil && *v.limits == *o.limits) &&
		v.junctors.equals(o.junctors)
}

func (j *junctors) equals(o *junctors) bool {
	if j == nil || o == nil {
		return j == o
	}
	return equalSlices(j.allOf, o.allOf) && equalSlices(j.anyOf, o.anyOf) && equalSlices(j.oneOf, o.oneOf) && j.not == o.not
}

func (m *rareKeywords) equals(o *rareKeywords) bool {
	if m == nil || o == nil {
		return m == o
	}
	return m.texts.equals(&o.texts) && equalSlices(m.listMapKeys, o.listMapKeys) && m.otherType == o.otherType &&
		(m.rules == nil && o.rules == nil || reflect.DeepEqual(m.rules, o.rules)) &&
		m.legacy.equals(o.legacy)
}

func (l *legacy) equals(o *legacy) bool {
	if l == nil || o == nil {
		return l == o
	}
	return l.id == o.id && l.schemaURL == o.schemaURL && equalPointers(l.ref, o.ref) &&
		equalSlices(l.itemsList, o.itemsList) && equalPointers(l.additionalItems, o.additionalItems) &&
		equalSlices(l.patternProperties, o.patternProperties) && equalSlices(l.definitions, o.definitions) &&
		(l.dependencies == nil) == (o.dependencies == nil) && slices.EqualFunc(l.dependencies, o.dependencies, dependency.equals)
}

func (d dependency) equals(o dependency) bool {
	return d.name == o.name && d.schema == o.schema && equalSlices(d.properties, o.properties)
}

func (d *documentation) equals(o *documentation) bool {
	if d == nil || o == nil {
		return d == o
	}
	return d.description == o.description && d.title == o.title &&
		equalPointers(d.externalDocs, o.externalDocs) && Equal(d.example, o.example)
}

// equalSlices reports whether two lists are equal. nil differs from an empty list.
func equalSlices[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}

// nodeTable is a set of nodes that are found by their content. With a Go map keyed by the
// hash instead, reading the 160 schemas of 151 public CRDs takes 6 to 9% longer.
type nodeTable struct {
	slots []nodeSlot // 2^n + slotsPerHash - 1
	shift uint8      // 64 - n
	count int
}

type nodeSlot struct {
	hash uint64
	node *Schema // nil: free
}

const (
	// slotsPerHash is the number of slots in which a node is looked up. It bounds
	// the time for nodes that are made to collide.
	slotsPerHash = 8
	// firstBits is the size of the first table, in bits. A table does not grow
	// beyond maxSlotsPerNode slots a node.
	firstBits, maxSlotsPerNode = 6, 8
)

func newNodeTable(bits uint8) nodeTable {
	return nodeTable{slots: make([]nodeSlot, 1<<bits+slotsPerHash-1), shift: 64 - bits}
}

func (t *nodeTable) slotsFor(hash uint64) []nodeSlot {
	first := hash * 0x9E3779B97F4A7C15 >> t.shift
	return t.slots[first : first+slotsPerHash]
}

func (t *nodeTable) find(hash uint64, s *Schema) *Schema {
	slots := t.slotsFor(hash)
	for i := range slots {
		if slots[i].node == nil {
			return nil
		}
		if slots[i].hash == hash && s.equals(slots[i].node) {
			return slots[i].node
		}
	}
	return nil
}

// add adds a node. It does nothing if all slots for the hash are taken in a table
// that may not grow any more.
func (t *nodeTable) add(hash uint64, s *Schema) {
	for !t.put(hash, s) {
		if len(t.slots) > maxSlotsPerNode*max(t.count, 1<<firstBits) {
			return
		}
		t.grow()
	}
	t.count++
}

func (t *nodeTable) put(hash uint64, s *Schema) bool {
	slots := t.slotsFor(hash)
	for i := range slots {
		if slots[i].node == nil {
			slots[i] = nodeSlot{hash, s}
			return true
		}
	}
	return false
}

func (t *nodeTable) grow() {
	old := t.slots
	*t = nodeTable{slots: newNodeTable(65 - t.shift).slots, shift: t.shift - 1, count: t.count}
	for _, slot := range old {
		if slot.node != nil {
			t.put(slot.hash, slot.node)
		}
	}
}

// hash returns a hash of the keywords in which most nodes differ.
func (in *interner) hash(s *Schema) uint64 {
	h := nodeHash(in.children)
	h.number(uint64(s.flags)<<8 | uint64(s.typ))
	for i := range s.properties {
		h.text(s.properties[i].name)
	}
	if s.def != nil {
		h.scalar(s.def)
	}
	if s.value != nil {
		h.validation(s.value)
	}
	if s.rare != nil {
		for i := range s.rare.rules {
			h.text(s.rare.rules[i].Rule)
		}
	}
	if s.doc != nil {
		h.text(s.doc.description)
	}
	return uint64(h)
}

// nodeHash is a running hash. It need not resist attacks: at most slotsPerHash
// nodes are compared, and a comparison does not visit children.
type nodeHash uint64

func (h *nodeHash) number(n uint64) {
	sum := (uint64(*h) ^ n) * 0x9E3779B97F4A7C15
	*h = nodeHash(sum ^ sum>>29)
}

// text adds the length and both ends of a text. Reading all of it would evict the
// processor's cache, because descriptions are half of a CRD.
func (h *nodeHash) text(s string) {
	if len(s) >= 8 {
		h.number(word(s) ^ uint64(len(s))<<48)
		h.number(word(s[len(s)-8:]))
		return
	}
	n := uint64(len(s))
	for i := range len(s) {
		n = n<<8 | uint64(s[i])
	}
	h.number(n)
}

// word returns the first eight bytes of a text as a number.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (h *nodeHash) scalar(v any) {
	switch v := v.(type) {
	case string:
		h.text(v)
	case int64:
		h.number(uint64(v))
	case float64:
		h.number(math.Float64bits(v))
	}
}

func (h *nodeHash) validation(v *valueValidation) {
	if v.texts != (valueTextValues{}) {
		for _, text := range v.texts {
			h.text(text)
		}
	}
	for _, name := range v.required {
		h.text(name)
	}
	for _, e := range v.enum {
		h.scalar(e)
	}
	if l := v.limits; l != nil {
		for _, n := range l.numbers {
			h.number(math.Float64bits(n))
		}
		for _, n := range l.integers {
			h.number(uint64(n))
		}
	}
}
