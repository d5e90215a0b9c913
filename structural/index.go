package structural

import "math/bits"

// nameIndex finds a property by name. Go's maps would do, but looking up field
// names is a quarter of the cost of pruning an object, and property names are
// told apart by very little: a table of two bytes a slot, addressed by the
// length and three letters of the name, mostly hits at the first probe and
// stays in the processor's cache.
type nameIndex struct {
	slots []uint16           // position in the properties plus one, 0 for none
	shift uint8              // of the 32 bits of the hash
	named map[string]*Schema // instead of slots, for names made to collide
}

const (
	// scanLimit is the number of properties up to which comparing one name
	// after the other is as fast.
	scanLimit = 3
	// maxProbes bounds a look-up. Names that need more get a Go map.
	maxProbes = 8
	// maxSlots is what two bytes can address.
	maxSlots = 1 << 15
)

// newNameIndex is nil for so few properties that a scan does as well.
func newNameIndex(ps []property) *nameIndex {
	if len(ps) <= scanLimit {
		return nil
	}
	for size := 2 << bits.Len(uint(len(ps))); size <= min(16*len(ps), maxSlots); size *= 2 {
		if x := (&nameIndex{slots: make([]uint16, size), shift: uint8(33 - bits.Len(uint(size)))}); x.fill(ps) {
			return x
		}
	}
	x := &nameIndex{named: make(map[string]*Schema, len(ps))}
	for _, p := range ps {
		x.named[p.name] = p.schema
	}
	return x
}

// fill reports whether all names found a slot within maxProbes.
func (x *nameIndex) fill(ps []property) bool {
	mask := uint32(len(x.slots) - 1)
	for i, p := range ps {
		at, probes := nameHash(p.name)>>x.shift, 0
		for ; x.slots[at] != 0; at = (at + 1) & mask {
			if probes++; probes == maxProbes {
				return false
			}
		}
		x.slots[at] = uint16(i + 1)
	}
	return true
}

func (x *nameIndex) find(ps []property, name string) *Schema {
	if x.slots == nil {
		return x.named[name]
	}
	mask := uint32(len(x.slots) - 1)
	at := nameHash(name) >> x.shift
	for range maxProbes {
		i := x.slots[at&mask]
		if i == 0 {
			return nil
		}
		if p := &ps[i-1]; p.name == name {
			return p.schema
		}
		at++
	}
	return nil
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
