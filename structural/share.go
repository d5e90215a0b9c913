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
	seed   maphash.Seed
	byHash map[uint64][]*Schema
	hashes map[*Schema]uint64
}

func newSharing() sharing {
	return sharing{seed: maphash.MakeSeed(), byHash: map[uint64][]*Schema{}, hashes: map[*Schema]uint64{}}
}

// same is a node read before that equals s, or else s, to be found from now on.
func (sh *sharing) same(s *Schema) (_ *Schema, found bool) {
	h := sh.hash(s)
	alike := sh.byHash[h]
	for _, other := range alike {
		if s.equals(other) {
			return other, true
		}
	}
	if len(alike) < maxAlike {
		sh.byHash[h] = append(alike, s)
	}
	sh.hashes[s] = h
	return s, false
}

// maxAlike bounds how many different nodes with the same hash are compared:
// nodes made to look alike are not worth it.
const maxAlike = 8

// equals compares two nodes whose children are shared. What seal derives is not
// compared.
func (s *Schema) equals(o *Schema) bool {
	return s.flags == o.flags && s.typ == o.typ && s.items == o.items && s.additional == o.additional &&
		(s.properties == nil) == (o.properties == nil) && slices.Equal(s.properties, o.properties) &&
		reflect.DeepEqual(s.def, o.def) && reflect.DeepEqual(s.value, o.value) && reflect.DeepEqual(s.more, o.more)
}

// hash mixes what tells most nodes apart.
func (sh *sharing) hash(s *Schema) uint64 {
	m := mixer{seed: sh.seed}
	m.number(uint64(s.flags)<<8 | uint64(s.typ))
	m.number(sh.hashes[s.items])
	m.number(sh.hashes[s.additional])
	for _, p := range s.properties {
		m.text(p.name)
		m.number(sh.hashes[p.schema])
	}
	m.scalar(s.def)
	if s.value != nil {
		sh.validation(&m, s.value)
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

func (sh *sharing) validation(m *mixer, v *valueValidation) {
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
	if j := v.junctors; j != nil {
		for _, branch := range slices.Concat(j.allOf, j.anyOf, j.oneOf, []*Schema{j.not}) {
			m.number(sh.hashes[branch])
		}
	}
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
