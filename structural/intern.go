package structural

import (
	"math"
	"reflect"
	"slices"
)

// sharing makes one node of equal ones while a schema is read. Definitions
// repeat themselves: a pod template alone has three lists of containers.
// Children are shared before their parents, so that two nodes are equal exactly
// if what they say themselves is, and their children are the same nodes.
type sharing struct {
	known nodeTable
	// children is the sum of the hashes of what is below the current node, in
	// which order ever it is read.
	children uint64
	// finished is the hash of the node that was finished last.
	finished uint64
}

// beginNode begins to count children and returns the count so far.
func (sh *sharing) beginNode() (outer uint64) {
	outer, sh.children = sh.children, 0
	return outer
}

// endNode adds a finished node to the children of the node around it.
func (sh *sharing) endNode(outer uint64) { sh.children = outer + sh.finished }

// same is a node read before that equals s, or else s, to be found from now on.
func (sh *sharing) same(s *Schema) (_ *Schema, found bool) {
	sh.finished = sh.hash(s)
	if other := sh.known.find(sh.finished, s); other != nil {
		return other, true
	}
	sh.known.add(sh.finished, s)
	return s, false
}

// equals compares two nodes whose children are shared. What seal derives is not
// compared.
func (s *Schema) equals(o *Schema) bool {
	return s.flags == o.flags && s.typ == o.typ && s.items == o.items && s.additional == o.additional &&
		equalSlices(s.properties, o.properties) && (s.def == nil && o.def == nil || Equal(s.def, o.def)) &&
		s.doc.equals(o.doc) && s.value.equals(o.value) && s.more.equals(o.more)
}

// A node may lack any of its parts.

func (v *valueValidation) equals(o *valueValidation) bool {
	if v == nil || o == nil {
		return v == o
	}
	return v.format == o.format && v.pattern == o.pattern && equalSlices(v.required, o.required) &&
		(v.enum == nil) == (o.enum == nil) && equalLists(v.enum, o.enum) &&
		(v.bounds == o.bounds || v.bounds != nil && o.bounds != nil && *v.bounds == *o.bounds) &&
		v.junctors.equals(o.junctors)
}

func (j *junctors) equals(o *junctors) bool {
	if j == nil || o == nil {
		return j == o
	}
	return equalSlices(j.allOf, o.allOf) && equalSlices(j.anyOf, o.anyOf) && equalSlices(j.oneOf, o.oneOf) && j.not == o.not
}

func (m *more) equals(o *more) bool {
	if m == nil || o == nil {
		return m == o
	}
	return alikePointers(m.listType, o.listType) && alikePointers(m.mapType, o.mapType) &&
		equalSlices(m.listMapKeys, o.listMapKeys) && m.otherType == o.otherType &&
		(m.rules == nil && o.rules == nil || reflect.DeepEqual(m.rules, o.rules)) &&
		m.legacy.equals(o.legacy)
}

func (l *legacy) equals(o *legacy) bool {
	if l == nil || o == nil {
		return l == o
	}
	return l.id == o.id && l.schemaURL == o.schemaURL && alikePointers(l.ref, o.ref) &&
		equalSlices(l.itemsList, o.itemsList) && alikePointers(l.additionalItems, o.additionalItems) &&
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
		alikePointers(d.externalDocs, o.externalDocs) && Equal(d.example, o.example)
}

// equalSlices tells an absent list from an empty one.
func equalSlices[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}

// nodeTable is a set of nodes that are found by what they say. Go's maps would
// do; but every node of a schema is looked for, and the hash is known already.
type nodeTable struct {
	slots []nodeSlot // a power of two of them, and some more at the end
	shift uint8      // of the 64 bits of the hash
	count int
}

type nodeSlot struct {
	hash uint64
	node *Schema // nil: nothing is there
}

const (
	// maxAlike is in how many slots a node is looked for: nodes made to look
	// alike are not worth more.
	maxAlike = 8
	// firstBits is the size of the first table, in bits. A table grows no more
	// once it has this many slots for every node.
	firstBits, emptiest = 6, 8
)

func newNodeTable(bits uint8) nodeTable {
	return nodeTable{slots: make([]nodeSlot, 1<<bits+maxAlike-1), shift: 64 - bits}
}

// near are the slots that a node with this hash may be in.
func (t *nodeTable) near(hash uint64) []nodeSlot {
	first := hash * 0x9E3779B97F4A7C15 >> t.shift
	return t.slots[first : first+maxAlike]
}

// find is a node that equals s, whose hash is given, or nil.
func (t *nodeTable) find(hash uint64, s *Schema) *Schema {
	slots := t.near(hash)
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

// add puts a node that is not there yet, or forgets it if even a table with
// room for many more has none for it.
func (t *nodeTable) add(hash uint64, s *Schema) {
	for !t.put(hash, s) {
		if len(t.slots) > emptiest*max(t.count, 1<<firstBits) {
			return
		}
		t.grow()
	}
	t.count++
}

func (t *nodeTable) put(hash uint64, s *Schema) bool {
	slots := t.near(hash)
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

// hash mixes what tells most nodes apart.
func (sh *sharing) hash(s *Schema) uint64 {
	m := mixer(sh.children)
	m.number(uint64(s.flags)<<8 | uint64(s.typ))
	for i := range s.properties {
		m.text(s.properties[i].name)
	}
	if s.def != nil {
		m.scalar(s.def)
	}
	if s.value != nil {
		m.validation(s.value)
	}
	if s.more != nil {
		for i := range s.more.rules {
			m.text(s.more.rules[i].Rule)
		}
	}
	if s.doc != nil {
		m.text(s.doc.description)
	}
	return uint64(m)
}

// mixer is a running hash. It need not resist anybody: few nodes are compared,
// see maxAlike, and a comparison looks at no more than the node itself.
type mixer uint64

func (m *mixer) number(n uint64) {
	sum := (uint64(*m) ^ n) * 0x9E3779B97F4A7C15
	*m = mixer(sum ^ sum>>29)
}

// text looks at the length and at both ends of a text, not to fetch all of it
// into the processor's cache: descriptions are half of a definition.
func (m *mixer) text(s string) {
	if len(s) >= 8 {
		m.number(word(s) ^ uint64(len(s))<<48)
		m.number(word(s[len(s)-8:]))
		return
	}
	n := uint64(len(s))
	for i := range len(s) {
		n = n<<8 | uint64(s[i])
	}
	m.number(n)
}

// word is the first eight bytes of a text as a number.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (m *mixer) scalar(v any) {
	switch v := v.(type) {
	case string:
		m.text(v)
	case int64:
		m.number(uint64(v))
	case float64:
		m.number(math.Float64bits(v))
	}
}

func (m *mixer) validation(v *valueValidation) {
	if v.format != "" || v.pattern != "" {
		m.text(v.format)
		m.text(v.pattern)
	}
	for _, name := range v.required {
		m.text(name)
	}
	for _, e := range v.enum {
		m.scalar(e)
	}
	if b := v.bounds; b != nil {
		m.bounds(b)
	}
}

func (m *mixer) bounds(b *bounds) {
	for _, n := range [...]float64{b.maximum, b.minimum, b.multipleOf} {
		m.number(math.Float64bits(n))
	}
	for _, n := range [...]int64{b.maxLength, b.minLength, b.maxItems, b.minItems, b.maxProperties, b.minProperties} {
		m.number(uint64(n))
	}
}
