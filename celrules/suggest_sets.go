package celrules

import (
	"maps"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/celtype"
)

// maxSets bounds how many sets of limits are tried for one expression.
const maxSets = 1024

// roomy are bounds for a set that is too large to be the smallest: the first with which all
// limits fit keeps the others from becoming useless.
var roomy = []int64{64, 16, 4}

// candidates returns the limits that bounds can change.
func (m *costModel) candidates() (out []*limit) {
	for _, list := range [][]*limit{m.around, m.read} {
		for _, l := range list {
			if l.Keyword != "" && !slices.ContainsFunc(out, func(o *limit) bool { return o.key == l.key }) {
				out = append(out, l)
			}
		}
	}
	return out
}

// floor returns the smallest useful bound.
func (l *limit) floor() int64 {
	var least int64
	switch l.Keyword {
	case "maxItems":
		least, _ = l.schema.MinItems()
	case "maxProperties":
		least, _ = l.schema.MinProperties()
	default:
		least, _ = l.schema.MinLength()
	}
	return min(max(least, 1), l.ceiling())
}

// ceiling returns the greatest useful bound: one more changes nothing, or is more than objects
// may have anyway.
func (l *limit) ceiling() int64 {
	switch {
	case l.Hidden != nil:
		return *l.Hidden
	case l.Declared != nil:
		return *l.Declared
	}
	return int64(min(l.Size/celtype.SizeWith(l.schema, 1)+1, 1<<40))
}

// with returns b with bounds for the limits of a set.
func (b bounds) with(set []*limit, bound func(*limit) int64) bounds {
	out := maps.Clone(b)
	for _, l := range set {
		out[l.key] = bound(l)
		if known, bounded := b[l.key]; bounded {
			out[l.key] = min(known, out[l.key])
		}
	}
	return out
}

// least returns the smallest bounds of all limits.
func (m *costModel) least() bounds { return bounds{}.with(m.candidates(), (*limit).floor) }

// smallest returns known bounds with others, so that the expression costs at most most.
func (m *costModel) smallest(known bounds, most uint64) (bounds, bool) {
	s := setSearch{known: known, fits: func(b bounds) bool { return m.total(b) <= most }}
	all := m.candidates()
	hidden := slices.DeleteFunc(slices.Clone(all), func(l *limit) bool { return l.Hidden == nil })
	if found := s.sets(hidden, (*limit).ceiling, s.move); found != nil {
		return found, true
	}
	s.known = s.known.with(hidden, (*limit).ceiling)
	found := s.sets(all, (*limit).floor, s.enlarge)
	for _, l := range hidden {
		s.drop(l, known, found)
	}
	return found, found != nil
}

// drop removes the move of a limit out of allOf, unless found needs it or known has it.
func (s *setSearch) drop(l *limit, known, found bounds) {
	n, bounded := found[l.key]
	if _, isKnown := known[l.key]; isKnown || !bounded || n != l.ceiling() {
		return
	}
	if delete(found, l.key); !s.fits(found) {
		found[l.key] = n
	}
}

// setSearch looks for a smallest set of limits whose bounds make an expression fit.
type setSearch struct {
	known bounds
	fits  func(bounds) bool
	tried int
}

// sets returns the bounds that best makes of one of the smallest sets that fit with bounds, or
// nil if no set fits.
func (s *setSearch) sets(all []*limit, bound func(*limit) int64, best func([]*limit) setOfBounds) bounds {
	fit := func(set []*limit) bool { return s.fits(s.known.with(set, bound)) }
	if len(all) == 0 || !fit(all) {
		return nil
	}
	s.tried = 0
	var found setOfBounds
	for size := 1; size <= len(all) && s.tried <= maxSets; size++ {
		s.each(all, nil, size, func(set []*limit) {
			if !fit(set) {
				return
			}
			if b := best(set); found.bounds == nil || b.betterThan(found) {
				found = b
			}
		})
		if found.bounds != nil {
			return found.bounds
		}
	}
	for _, n := range roomy {
		wide := func(set []*limit) bool {
			return s.fits(s.known.with(set, func(l *limit) int64 { return max(bound(l), min(n, l.ceiling())) }))
		}
		if wide(all) {
			return best(needed(all, wide)).bounds
		}
	}
	return best(needed(all, fit)).bounds
}

// each calls visit for each set of so many more limits.
func (s *setSearch) each(rest, chosen []*limit, size int, visit func([]*limit)) {
	if size == 0 {
		if s.tried++; s.tried <= maxSets {
			visit(slices.Clone(chosen))
		}
		return
	}
	for i := 0; i+size <= len(rest) && s.tried <= maxSets; i++ {
		s.each(rest[i+1:], append(chosen, rest[i]), size-1, visit)
	}
}

// needed returns all without the limits that are not needed, the declared ones first.
func needed(all []*limit, fit func([]*limit) bool) []*limit {
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b *limit) int { return b.declared() - a.declared() })
	for i := 0; i < len(order); {
		if without := slices.Delete(slices.Clone(order), i, i+1); fit(without) {
			order = without
		} else {
			i++
		}
	}
	return order
}

func (l *limit) declared() int {
	if l.Declared != nil {
		return 1
	}
	return 0
}

// setOfBounds are bounds for the limits of a set, and the known ones.
type setOfBounds struct {
	bounds  bounds
	lowered int   // declared limits in the set
	least   int64 // of the set
}

func (b setOfBounds) betterThan(other setOfBounds) bool {
	if b.lowered != other.lowered {
		return b.lowered < other.lowered
	}
	return b.least > other.least
}

func (s *setSearch) made(set []*limit, b bounds) setOfBounds {
	out := setOfBounds{bounds: b, least: math.MaxInt64}
	for _, l := range set {
		out.lowered += l.declared()
		out.least = min(out.least, b[l.key])
	}
	return out
}

// move gives the limits of a set their values in allOf.
func (s *setSearch) move(set []*limit) setOfBounds {
	return s.made(set, s.known.with(set, (*limit).ceiling))
}

// enlarge returns the largest bounds for a set that fits with the smallest: first one number
// for all of them, then each as large as it can be.
func (s *setSearch) enlarge(set []*limit) setOfBounds {
	upTo := func(n uint64) bounds {
		return s.known.with(set, func(l *limit) int64 { return min(max(int64(n), l.floor()), l.ceiling()) })
	}
	most := int64(0)
	for _, l := range set {
		most = max(most, l.ceiling())
	}
	found := upTo(largest(0, uint64(most)+1, func(n uint64) bool { return s.fits(upTo(n)) }))
	for _, l := range set {
		most := l.ceiling()
		if known, bounded := s.known[l.key]; bounded {
			most = known
		}
		raise(l, found, most, s.fits)
	}
	return s.made(set, found)
}

// raise gives a limit in b the greatest bound that fits, up to most.
func raise(l *limit, b bounds, most int64, fits func(bounds) bool) {
	b[l.key] = int64(largest(uint64(b[l.key]), uint64(most)+1, func(n uint64) bool {
		other := maps.Clone(b)
		other[l.key] = int64(n)
		return fits(other)
	}))
}
