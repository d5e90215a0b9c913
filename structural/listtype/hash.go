package listtype

import (
	"hash/maphash"
	"math"
	"math/bits"
)

// hasher hashes values so that those that are the same have the same hash. It
// is seeded at random, so that nobody can write a list whose elements all have
// the same hash. No result depends on the seed.
type hasher struct {
	seed         maphash.Seed
	object, list uint64 // set them apart from each other and from other values
}

func newHasher() hasher {
	seed := maphash.MakeSeed()
	return hasher{seed, maphash.String(seed, "{}"), maphash.String(seed, "[]")}
}

// value goes with sameValue.
func (h hasher) value(v any) uint64 {
	switch v := v.(type) {
	case string:
		return maphash.String(h.seed, v)
	case int64:
		return maphash.Comparable(h.seed, v)
	case float64:
		return maphash.Comparable(h.seed, v)
	default:
		return h.text(v)
	}
}

// text goes with sameText.
func (h hasher) text(v any) uint64 {
	switch v := v.(type) {
	case map[string]any:
		return h.fields(v)
	case []any:
		sum := h.list
		for _, e := range v {
			sum = mix(sum, h.text(e))
		}
		return sum
	case string:
		return maphash.String(h.seed, readable(v))
	case int64:
		return maphash.Comparable(h.seed, v)
	case float64:
		return h.float(v)
	case bool:
		return maphash.Comparable(h.seed, v)
	default:
		return 0
	}
}

// fields does not depend on the order of the fields.
func (h hasher) fields(m map[string]any) uint64 {
	var sum uint64
	for k, e := range m {
		sum += mix(maphash.String(h.seed, readable(k)), h.text(e))
	}
	return mix(h.object, sum)
}

func (h hasher) float(v float64) uint64 {
	if n, ok := integer(v); ok {
		return maphash.Comparable(h.seed, n)
	}
	return maphash.Comparable(h.seed, math.Float64bits(v))
}

// mix combines two hashes; the order matters.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return high ^ low
}
