package structural

import (
	"slices"
	"strings"
)

// supply makes the parts of nodes, and takes back those of a node that turns out
// to be there already: in a typical definition that is every other one.
type supply struct {
	nodes       pool[Schema]
	validations pool[valueValidation]
	bounds      pool[bounds]
	junctors    pool[junctors]
	rarities    pool[more]
	docs        pool[documentation]
	lists       []string // used up from the front
	names       strings.Builder
}

// pool makes values of one type in batches, in the order in which they are
// read, so that those of one subtree lie next to each other in memory. Batches
// are small: what is left of the last one stays in memory with the schema.
type pool[T any] struct {
	spare    []T
	returned []*T
}

func (p *pool[T]) take() *T {
	if n := len(p.returned); n > 0 {
		v := p.returned[n-1]
		p.returned = p.returned[:n-1]
		return v
	}
	if len(p.spare) == 0 {
		p.spare = make([]T, 4)
	}
	v := &p.spare[0]
	p.spare = p.spare[1:]
	return v
}

func (p *pool[T]) giveBack(v *T) {
	var zero T
	*v = zero
	p.returned = append(p.returned, v)
}

// list makes a list of n texts, which is not nil.
func (p *supply) list(n int) []string {
	const batch = 16
	if n == 0 {
		return []string{}
	}
	if cap(p.lists)-len(p.lists) < n {
		p.lists = make([]string, 0, max(n, batch))
	}
	end := len(p.lists) + n
	out := p.lists[len(p.lists):end:end]
	p.lists = p.lists[:end]
	return out
}

// discardList takes a list back if it is the last one that was made.
func (p *supply) discardList(l []string) {
	first := len(p.lists) - len(l)
	if len(l) > 0 && first >= 0 && &p.lists[first] == &l[0] {
		clear(l)
		p.lists = p.lists[:first]
	}
}

func (p *supply) node() *Schema { return p.nodes.take() }

// discard takes back a node that is not used, with its parts.
func (p *supply) discard(s *Schema) {
	if v := s.value; v != nil {
		if v.bounds != nil {
			p.bounds.giveBack(v.bounds)
		}
		if v.junctors != nil {
			p.junctors.giveBack(v.junctors)
		}
		p.discardList(v.required)
		p.validations.giveBack(v)
	}
	if m := s.more; m != nil {
		p.rarities.giveBack(m)
	}
	if s.doc != nil {
		p.docs.giveBack(s.doc)
	}
	p.nodes.giveBack(s)
}

// keep copies properties with their names.
func (p *supply) keep(ps []property) []property {
	switch {
	case ps == nil:
		return nil
	case len(ps) == 0: // given and empty
		return []property{}
	}
	out := slices.Clone(ps)
	p.packNames(out)
	return out
}

// packNames copies the names next to each other: a look-up compares several,
// and finds them in one or two lines of the processor's cache. It also lets go
// of the memory that the manifest was decoded from.
func (p *supply) packNames(ps []property) {
	size := 0
	for i := range ps {
		size += len(ps[i].name)
	}
	p.reserve(size)
	first := p.names.Len()
	for i := range ps {
		p.names.WriteString(ps[i].name)
	}
	rest := p.names.String()[first:]
	for i := range ps {
		n := len(ps[i].name)
		ps[i].name, rest = rest[:n], rest[n:]
	}
}

// reserve makes room for names without moving those that are there.
func (p *supply) reserve(size int) {
	const smallest, largest = 64, 256
	room := p.names.Cap()
	if room-p.names.Len() < size {
		p.names.Reset()
		p.names.Grow(max(size, min(max(smallest, 2*room), largest)))
	}
}
