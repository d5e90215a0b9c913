package structural

import (
	"hash/maphash"
	"math"
	"reflect"
	"slices"
)

// sharing makes one node of equal ones while a schema is read. Definitions
// repeat themselves: a pod template alone has three lists of containers.
// Children are shared before their parents, so that two nodes are equal exactly
// if what they say themselves is, and their children are the same nodes.
type sharing struct {
	seed maphash.Seed
	// byHash has a node under its hash, or under one of the next numbers if
	// other nodes are there.
	byHash map[uint64]*Schema
	// children is the sum of the hashes of what is below the current node, in
	// which order ever it is read.
	children uint64
	// finished is the hash of the node that was finished last.
	finished uint64
}

func newSharing() sharing {
	return sharing{seed: maphash.MakeSeed(), byHash: map[uint64]*Schema{}}
}

// beginNode begins to count children and returns the count so far.
func (sh *sharing) beginNode() (outer uint64) {
	outer, sh.children = sh.children, 0
	return outer
}

// endNode adds a finished node to the children of the node around it.
func (sh *sharing) endNode(outer uint64) { sh.children = outer + sh.finished }

// maxAlike bounds how many different nodes with the same hash are compared:
// nodes made to look alike are not worth it.
const maxAlike = 8

// same is a node read before that equals s, or else s, to be found from now on.
func (sh *sharing) same(s *Schema) (_ *Schema, found bool) {
	sh.finished = sh.hash(s)
	for i := range uint64(maxAlike) {
		other := sh.byHash[sh.finished+i]
		if other == nil {
			sh.byHash[sh.finished+i] = s
			break
		}
		if s.equals(other) {
			return other, true
		}
	}
	return s, false
}

// equals compares two nodes whose children are shared. What seal derives is not
// compared.
func (s *Schema) equals(o *Schema) bool {
	return s.flags == o.flags && s.typ == o.typ && s.items == o.items && s.additional == o.additional &&
		equalSlices(s.properties, o.properties) && Equal(s.def, o.def) &&
		equalParts(s.value, o.value, (*valueValidation).equals) && equalParts(s.more, o.more, (*more).equals)
}

func (v *valueValidation) equals(o *valueValidation) bool {
	return v.format == o.format && v.pattern == o.pattern && equalSlices(v.required, o.required) &&
		(v.enum == nil) == (o.enum == nil) && equalLists(v.enum, o.enum) &&
		equalParts(v.bounds, o.bounds, func(b, c *bounds) bool { return *b == *c }) &&
		equalParts(v.junctors, o.junctors, (*junctors).equals)
}

func (j *junctors) equals(o *junctors) bool {
	return equalSlices(j.allOf, o.allOf) && equalSlices(j.anyOf, o.anyOf) && equalSlices(j.oneOf, o.oneOf) && j.not == o.not
}

// equals leaves the parts that hardly any node has to reflection.
func (m *more) equals(o *more) bool {
	return alikePointers(m.listType, o.listType) && alikePointers(m.mapType, o.mapType) &&
		equalSlices(m.listMapKeys, o.listMapKeys) && m.otherType == o.otherType &&
		equalParts(m.doc, o.doc, (*documentation).equals) &&
		(m.rules == nil && o.rules == nil || reflect.DeepEqual(m.rules, o.rules)) &&
		(m.legacy == nil && o.legacy == nil || reflect.DeepEqual(m.legacy, o.legacy))
}

func (d *documentation) equals(o *documentation) bool {
	return d.description == o.description && d.title == o.title &&
		alikePointers(d.externalDocs, o.externalDocs) && Equal(d.example, o.example)
}

// equalParts compares parts that a node may lack.
func equalParts[T any](a, b *T, equal func(a, b *T) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equal(a, b)
}

// equalSlices tells an absent list from an empty one.
func equalSlices[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}

// hash mixes what tells most nodes apart.
func (sh *sharing) hash(s *Schema) uint64 {
	m := mixer{seed: sh.seed, sum: sh.children}
	m.number(uint64(s.flags)<<8 | uint64(s.typ))
	for i := range s.properties {
		m.text(s.properties[i].name)
	}
	m.scalar(s.def)
	if s.value != nil {
		m.validation(s.value)
	}
	if s.more == nil {
		return m.sum
	}
	for _, r := range s.more.rules {
		m.text(r.Rule)
	}
	if s.more.doc != nil {
		m.text(s.more.doc.description)
	}
	return m.sum
}

// mixer is a running hash.
type mixer struct {
	seed maphash.Seed
	sum  uint64
}

func (m *mixer) number(n uint64) {
	m.sum = (m.sum ^ n) * 0x9E3779B97F4A7C15
	m.sum ^= m.sum >> 29
}

func (m *mixer) text(s string) { m.number(maphash.String(m.seed, s)) }

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
	m.text(v.format)
	m.text(v.pattern)
	for _, name := range v.required {
		m.text(name)
	}
	for _, e := range v.enum {
		m.scalar(e)
	}
	if b := v.bounds; b != nil {
		for _, n := range []float64{b.maximum, b.minimum, b.multipleOf} {
			m.number(math.Float64bits(n))
		}
		for _, n := range []int64{b.maxLength, b.minLength, b.maxItems, b.minItems, b.maxProperties, b.minProperties} {
			m.number(uint64(n))
		}
	}
}
