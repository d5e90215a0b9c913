package structural

import (
	"math/bits"
	"sort"
	"strings"
)

// Finding properties by name takes a quarter of the time of pruning an object. A
// table of two bytes per slot, addressed by the length and three letters of the
// name, mostly hits at the first probe and stays in the processor's cache: with it,
// pruning full objects of 61 public CRDs takes 0.33 ms, and 0.53 ms with a binary
// search. Names that collide too often are found by binary search.

const (
	// scanLimit is the number of properties up to which a linear search is as
	// fast.
	scanLimit = 3
	// maxProbes bounds a lookup in the table.
	maxProbes = 8
	// maxSlots is the number of slots that two bytes can address.
	maxSlots = 1 << 15
)

// nameTable finds the position of a property. It has no slots if there are only a few
// properties, or if they need too many probes.
type nameTable struct {
	slots []uint16 // position plus one, 0 for none
	shift uint8    // of the 32 bits of the hash
}

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

// fill reports false if a name finds no free slot within maxProbes.
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

// PropertyIndex returns the index of the property called name among [Schema.Properties], or -1.
// Use it as the index of a slice with data for each property.
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

// nameHash returns a hash of the length and three letters in the upper bits.
func nameHash(name string) uint32 {
	n := len(name)
	if n == 0 {
		return 0
	}
	h := uint32(n) | uint32(name[0])<<8 | uint32(name[n/2])<<16 | uint32(name[n-1])<<24
	return h * 0x9E3779B1
}
