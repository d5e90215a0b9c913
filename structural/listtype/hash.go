package listtype

import (
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/seed95800270/crdschema/internal/work"
)

// hasher hashes values. Its random seed keeps attackers from constructing lists with equal
// hashes. The zero hasher does not have a seed yet.
type hasher struct {
	seed         maphash.Seed
	object, list uint64 // tell kinds of values apart
	hashed       int    // values
	// known holds the hashes of maps and lists: nested sets share values.
	known map[work.Identity]uint64
}

const (
	// forgetful is the number of hashed values at which hashes begin to be kept: most objects
	// have fewer, and keeping hashes takes as long as hashing.
	forgetful = 1 << 14
	// memorable is the number of values in a map or list whose hash is kept.
	memorable = 16
)

func (h *hasher) start() {
	if h.object == 0 {
		seed := maphash.MakeSeed()
		h.seed, h.object, h.list = seed, maphash.String(seed, "{}")|1, maphash.String(seed, "[]")
	}
}

func (c *comparer) value(v any) uint64 {
	switch v := v.(type) {
	case string:
		c.work.Step(len(v) >> 8)
		return maphash.String(c.seed, v)
	case int64:
		return maphash.Comparable(c.seed, v)
	case float64:
		return maphash.Comparable(c.seed, v)
	default:
		return c.text(v)
	}
}

func (c *comparer) text(v any) uint64 {
	switch t := v.(type) {
	case map[string]any, []any:
		return c.container(v)
	case string:
		c.work.Step(len(t) >> 8)
		return maphash.String(c.seed, normalUTF8(t))
	case int64:
		return maphash.Comparable(c.seed, t)
	case float64:
		return c.float(t)
	case bool:
		return maphash.Comparable(c.seed, t)
	default:
		return 0
	}
}

func (c *comparer) container(v any) uint64 {
	if c.hashed < forgetful {
		return c.inside(v)
	}
	id := work.IdentityOf(v)
	if sum, found := c.known[id]; found {
		return sum
	}
	before := c.hashed
	sum := c.inside(v)
	if c.hashed-before >= memorable {
		if c.known == nil {
			c.known = map[work.Identity]uint64{}
		}
		c.known[id] = sum
	}
	return sum
}

func (c *comparer) inside(v any) uint64 {
	if !c.work.Enter() {
		return 0
	}
	defer c.work.Leave()
	if m, ok := v.(map[string]any); ok {
		return c.fields(m)
	}
	return c.elements(v.([]any))
}

func (c *comparer) elements(l []any) uint64 {
	c.hashed += len(l)
	sum := c.list
	for _, e := range l {
		if !c.work.Step(1) {
			break
		}
		sum = mix(sum, c.text(e))
	}
	return sum
}

func (c *comparer) fields(m map[string]any) uint64 {
	c.hashed += len(m)
	var sum uint64
	for k, e := range m {
		if !c.work.Step(1 + len(k)>>8) {
			break
		}
		sum += mix(maphash.String(c.seed, normalUTF8(k)), c.text(e))
	}
	return mix(c.object, sum)
}

func (h *hasher) float(v float64) uint64 {
	if n, ok := integer(v); ok {
		return maphash.Comparable(h.seed, n)
	}
	return maphash.Comparable(h.seed, math.Float64bits(v))
}

func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return high ^ low
}
