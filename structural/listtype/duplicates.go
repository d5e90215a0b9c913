package listtype

import (
	"math/bits"

	"github.com/seed95800270/crdschema/structural"
)

// set checks a list of which no two elements are the same.
func (w *walker) set(l []any) {
	if len(l) < 2 {
		return
	}
	elements := rows{cells: l, width: 1, n: len(l)}
	for _, i := range elements.repeats() {
		w.report(i, structural.Error{Kind: structural.Duplicate, Value: l[i]})
	}
}

// keyed checks a list of which no two elements have the same keys.
func (w *walker) keyed(l []any, s *structural.Schema) {
	for i, v := range l {
		if _, ok := v.(map[string]any); !ok && v != nil {
			w.report(i, structural.Error{
				Kind: structural.Invalid, Value: v, Detail: "must be an object for an array of list-type map",
			})
			return
		}
	}
	if len(l) < 2 {
		return
	}
	keys := s.ListMapKeys()
	var space [3 * stackLimit]any
	elements := keysOf(l, keys, space[:0])
	for _, i := range elements.repeats() {
		w.report(i, structural.Error{Kind: structural.Duplicate, Value: only(l[i], keys)})
	}
}

// absent is what stands in a row for a key that an element does not have.
type absent struct{}

// keysOf is a row for each element, with its values under the keys. The rows
// are put into space if they fit.
func keysOf(l []any, keys []string, space []any) rows {
	if n := len(l) * len(keys); n > cap(space) {
		space = make([]any, 0, n)
	}
	for _, v := range l {
		m, _ := v.(map[string]any)
		for _, k := range keys {
			cell, found := m[k]
			if !found {
				cell = absent{}
			}
			space = append(space, cell)
		}
	}
	return rows{cells: space, width: len(keys), n: len(l)}
}

// only is an element of a list without anything but its keys.
func only(v any, keys []string) map[string]any {
	m, _ := v.(map[string]any)
	out := map[string]any{}
	for _, k := range keys {
		if cell, found := m[k]; found {
			out[k] = cell
		}
	}
	return out
}

// rows are what has to be unique in a list: for each element a row of as many
// cells as it is wide, one row after the other.
type rows struct {
	cells []any
	width int
	n     int // number of rows
}

const (
	// pairLimit is the length of a list up to which comparing every pair is
	// faster than hashing.
	pairLimit = 4
	// stackLimit is the length up to which hashing needs no memory either.
	stackLimit = 32
)

// repeats returns the second place of every row that is there more than once,
// in ascending order. It is nil if there is none.
func (r rows) repeats() []int {
	switch {
	case r.n <= pairLimit:
		return r.repeatsByPairs()
	case r.n <= stackLimit:
		var space [tableFactor * stackLimit]slot
		return r.repeatsByHash(space[:])
	default:
		return r.repeatsByHash(make([]slot, tableFactor<<bits.Len(uint(r.n))))
	}
}

func (r rows) repeatsByPairs() (second []int) {
	for i := 1; i < r.n; i++ {
		if r.occurrences(i) == 1 {
			second = append(second, i)
		}
	}
	return second
}

// occurrences counts the rows before i that are the same as the row i.
func (r rows) occurrences(i int) int {
	count := 0
	for j := range i {
		if r.same(i, j) {
			count++
		}
	}
	return count
}

// slot of a hash table: the first row of its kind and some bits of its hash,
// which spare most comparisons with other rows.
type slot struct {
	row  int32 // counted from 1, negative once it has been seen again; 0 in an empty slot
	bits uint32
}

// tableFactor is how much longer a table is than a list, at least. Its length
// is a power of two.
const tableFactor = 2

// repeatsByHash looks for a row from the slot that its hash names up to an
// empty slot.
func (r rows) repeatsByHash(table []slot) (second []int) {
	h := newHasher()
	for i := range r.n {
		s := r.find(table, i, r.hash(h, i))
		switch {
		case s.row == 0:
			s.row = int32(i + 1)
		case s.row > 0:
			s.row = -s.row
			second = append(second, i)
		}
	}
	return second
}

// find is the slot of the first row like the row i, or an empty one for it.
func (r rows) find(table []slot, i int, hash uint64) *slot {
	upper := uint32(hash >> 32)
	for at := hash; ; at++ {
		s := &table[at&uint64(len(table)-1)]
		switch {
		case s.row == 0:
			s.bits = upper
			return s
		case s.bits == upper && r.same(i, max(int(s.row), -int(s.row))-1):
			return s
		}
	}
}

// row is the cells of a row.
func (r rows) row(i int) []any { return r.cells[i*r.width : (i+1)*r.width] }

// same compares two rows: a single cell as it is, several as JSON text.
func (r rows) same(i, j int) bool {
	a, b := r.row(i), r.row(j)
	if r.width == 1 {
		return sameValue(a[0], b[0])
	}
	for c := range a {
		if !sameText(a[c], b[c]) {
			return false
		}
	}
	return true
}

// hash is the same for rows that are the same.
func (r rows) hash(h hasher, i int) uint64 {
	if r.width == 1 {
		return h.value(r.cells[i])
	}
	sum := h.list
	for _, cell := range r.row(i) {
		sum = mix(sum, h.text(cell))
	}
	return sum
}
