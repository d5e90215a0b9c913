package structural

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
