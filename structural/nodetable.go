package structural

import "math/bits"

// nodeTable is a set of nodes that are found by what they say. Go's maps would
// do, but every node of a schema is looked for once.
type nodeTable struct {
	slots []nodeSlot // a power of two of them
	count int
}

type nodeSlot struct {
	hash uint64
	node *Schema // nil: nothing is there
}

const (
	// maxAlike bounds in how many slots a node is looked for: nodes made to look
	// alike are not worth it.
	maxAlike = 8
	// minSlots is the size of the first table; emptiest is how many slots a node
	// a table has at most.
	minSlots, emptiest = 64, 8
)

// find is a node that equals s, whose hash is given, or nil.
func (t *nodeTable) find(hash uint64, s *Schema) *Schema {
	for i := range t.reach() {
		slot := &t.slots[t.at(hash, i)]
		if slot.node == nil {
			return nil
		}
		if slot.hash == hash && s.equals(slot.node) {
			return slot.node
		}
	}
	return nil
}

// add puts a node that is not there yet, or forgets it if even a table with
// room for many more has none for it.
func (t *nodeTable) add(hash uint64, s *Schema) {
	for !t.put(hash, s) {
		if len(t.slots) > emptiest*t.count+minSlots {
			return
		}
		t.grow()
	}
	t.count++
}

func (t *nodeTable) put(hash uint64, s *Schema) bool {
	for i := range t.reach() {
		if slot := &t.slots[t.at(hash, i)]; slot.node == nil {
			*slot = nodeSlot{hash, s}
			return true
		}
	}
	return false
}

func (t *nodeTable) grow() {
	old := t.slots
	t.slots = make([]nodeSlot, max(minSlots, 2*len(old)))
	for _, slot := range old {
		if slot.node != nil {
			t.put(slot.hash, slot.node)
		}
	}
}

// reach is how many slots a node may be in.
func (t *nodeTable) reach() int { return min(maxAlike, len(t.slots)) }

// at is the i-th slot that a node may be in.
func (t *nodeTable) at(hash uint64, i int) uint64 {
	first := hash * 0x9E3779B97F4A7C15 >> (65 - bits.Len(uint(len(t.slots))))
	return (first + uint64(i)) & uint64(len(t.slots)-1)
}
