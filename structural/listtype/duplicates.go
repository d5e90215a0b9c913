package listtype

import (
	"math/bits"
)

type rows struct {
	*comparer
	cells []any
	width int
	n     int
}

const (
	// pairLimit is the length up to which comparing every pair is faster than hashing.
	pairLimit = 4
	// stackLimit is the length up to which hashing allocates no memory.
	stackLimit = 32
)

func (r rows) duplicates() []int {
	switch {
	case r.n <= pairLimit:
		return r.duplicatesByPairs()
	case r.n <= stackLimit:
		var space [tableFactor * stackLimit]tableEntry
		return r.duplicatesByHash(space[:])
	default:
		return r.duplicatesByHash(make([]tableEntry, tableFactor<<bits.Len(uint(r.n))))
	}
}

func (r rows) duplicatesByPairs() (second []int) {
	for i := 1; i < r.n; i++ {
		if r.occurrences(i) == 1 {
			second = append(second, i)
		}
	}
	return second
}

func (r rows) occurrences(i int) int {
	count := 0
	for j := range i {
		if r.same(i, j) {
			count++
		}
	}
	return count
}

// tableEntry holds the first of several equal rows and some bits of its hash, to save
// comparisons.
type tableEntry struct {
	row  int32 // counted from 1, negative after a duplicate was found; 0 in an empty entry
	bits uint32
}

// tableFactor is the smallest ratio of the length of a table, a power of two, to its list's.
const tableFactor = 2

func (r rows) duplicatesByHash(table []tableEntry) (second []int) {
	r.start()
	for i := range r.n {
		if !r.work.Step(1) {
			break
		}
		e := r.find(table, i, r.hash(i))
		switch {
		case e.row == 0:
			e.row = int32(i + 1)
		case e.row > 0:
			e.row = -e.row
			second = append(second, i)
		}
	}
	return second
}

func (r rows) find(table []tableEntry, i int, hash uint64) *tableEntry {
	upper := uint32(hash >> 32)
	for at := hash; ; at++ {
		e := &table[at&uint64(len(table)-1)]
		switch {
		case e.row == 0:
			e.bits = upper
			return e
		case e.bits == upper && r.same(i, max(int(e.row), -int(e.row))-1):
			return e
		}
	}
}

func (r rows) row(i int) []any { return r.cells[i*r.width : (i+1)*r.width] }

func (r rows) same(i, j int) bool {
	a, b := r.row(i), r.row(j)
	if r.width == 1 {
		return r.sameValue(a[0], b[0])
	}
	for c := range a {
		if !r.sameText(a[c], b[c]) {
			return false
		}
	}
	return true
}

func (r rows) hash(i int) uint64 {
	if r.width == 1 {
		return r.value(r.cells[i])
	}
	sum := r.list
	for _, cell := range r.row(i) {
		sum = mix(sum, r.text(cell))
	}
	return sum
}
