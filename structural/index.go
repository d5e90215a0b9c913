package structural

import (
	"math/bits"
	"sort"
	"strings"
)

// Finding a property by its name is a quarter of the work of pruning an object.
// Go's maps would do, but property names are told apart by very little: a table
// of two bytes a slot, addressed by the length and three letters of the name,
// mostly hits at the first probe and stays in the processor's cache. Names that
// were made to collide are searched for in their order.

const (
	// scanLimit is the number of properties up to which comparing one name
	// after the other is as fast.
	scanLimit = 3
	// maxProbes bounds a look-up in the table.
	maxProbes = 8
	// maxSlots is what two bytes can address.
	maxSlots = 1 << 15
)

// nameTable finds the position of a property. The zero table has no slots.
type nameTable struct {
	slots []uint16 // position plus one, 0 for none
	shift uint8    // of the 32 bits of the hash
}

// newNameTable is without slots for a few properties and for those that need
// too many probes.
func newNameTable(ps []property) nameTable {
	if len(ps) <= scanLimit {
		return nameTable{}
	}
	for size := 2 << bits.Len(uint(len(ps))); size <= min(16*len(ps), maxSlots); size *= 2 {
		t := nameTable{slots: make([]uint16, size), shift: uint8(33 - bits.Len(uint(size)))}
		if t.fill(ps) {
			return t
		}
	}
	return nameTable{}
}

// fill reports whether all names found a slot within maxProbes.
func (t *nameTable) fill(ps []property) bool {
	mask := uint32(len(t.slots) - 1)
	for i, p := range ps {
		at, probes := nameHash(p.name)>>t.shift, 0
		for ; t.slots[at] != 0; at = (at + 1) & mask {
			if probes++; probes == maxProbes {
				return false
			}
		}
		t.slots[at] = uint16(i + 1)
	}
	return true
}

// PropertyIndex is where the property called name stands among
// [Schema.Properties], counted from 0, or -1 if there is none. It is how a
// walker that keeps something for each property, in their order, finds it.
func (s *Schema) PropertyIndex(name string) int {
	switch {
	case s == nil:
		return -1
	case s.names.slots != nil:
		return s.names.find(s.properties, name)
	case len(s.properties) > scanLimit:
		return search(s.properties, name)
	}
	for i := range s.properties {
		if s.properties[i].name == name {
			return i
		}
	}
	return -1
}

func (t *nameTable) find(ps []property, name string) int {
	at, mask := nameHash(name)>>t.shift, uint32(len(t.slots)-1)
	for range maxProbes {
		i := int(t.slots[at&mask]) - 1
		if i < 0 || ps[i].name == name {
			return i
		}
		at++
	}
	return -1
}

func search(ps []property, name string) int {
	if i, found := sort.Find(len(ps), func(i int) int { return strings.Compare(name, ps[i].name) }); found {
		return i
	}
	return -1
}

// nameHash mixes the length and three letters into the upper bits.
func nameHash(name string) uint32 {
	n := len(name)
	if n == 0 {
		return 0
	}
	h := uint32(n) | uint32(name[0])<<8 | uint32(name[n/2])<<16 | uint32(name[n-1])<<24
	return h * 0x9E3779B1
}
