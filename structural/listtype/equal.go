package listtype

import (
	"hash/maphash"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"
)

// sameValue reports whether two values are equal in Go or, for maps and lists, have
// the same JSON text, as a server compares them.
func sameValue(a, b any) bool {
	switch a.(type) {
	case map[string]any, []any:
		return sameText(a, b)
	case nil, bool, string, int64, float64, absent:
		return a == b
	default:
		return false // not normalized, and possibly not comparable
	}
}

// sameText reports whether encoding/json writes two values alike.
func sameText(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && sameObject(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, sameText)
	case string:
		b, ok := b.(string)
		return ok && (a == b || normalUTF8(a) == normalUTF8(b))
	case int64:
		return sameInteger(a, b)
	case float64:
		return sameFloat(a, b)
	default:
		return sameValue(a, b)
	}
}

func sameInteger(a int64, b any) bool {
	switch b := b.(type) {
	case int64:
		return a == b
	case float64:
		n, ok := integer(b)
		return ok && a == n
	default:
		return false
	}
}

func sameFloat(a float64, b any) bool {
	if b, ok := b.(float64); ok {
		return math.Float64bits(a) == math.Float64bits(b)
	}
	n, ok := integer(a)
	return ok && sameInteger(n, b)
}

// integer returns the int64 that has the same JSON text as v, with zeros for the
// digits beyond the precision of v. There is none for -0, which keeps its sign.
func integer(v float64) (int64, bool) {
	switch {
	case v != math.Trunc(v) || math.Abs(v) > 1<<63 || v == 0 && math.Signbit(v):
		return 0, false
	case math.Abs(v) <= 1<<53:
		return int64(v), true
	}
	n, err := strconv.ParseInt(strconv.FormatFloat(v, 'f', -1, 64), 10, 64)
	return n, err == nil
}

// normalUTF8 returns s with the byte 0xFF for every byte that is not UTF-8.
// encoding/json writes all of these alike, but not as it writes U+FFFD.
func normalUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := []byte(s)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			out[i] = 0xFF
		}
		i += size
	}
	return string(out)
}

func sameObject(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if !utf8.ValidString(k) {
			return sameFields(a, b)
		}
		if w, found := b[k]; !found || !sameText(v, w) {
			return false
		}
	}
	return true
}

// sameFields compares objects of the same size whose keys are not all UTF-8, and
// which are written in the order of their keys.
func sameFields(a, b map[string]any) bool {
	keys := slices.Sorted(maps.Keys(b))
	for i, k := range slices.Sorted(maps.Keys(a)) {
		if normalUTF8(k) != normalUTF8(keys[i]) || !sameText(a[k], b[keys[i]]) {
			return false
		}
	}
	return true
}

// hasher hashes values so that those that are the same have the same hash. It has a
// random seed, so that a list whose elements all have the same hash cannot be
// constructed. No result depends on the seed.
type hasher struct {
	seed         maphash.Seed
	object, list uint64 // distinguish them from each other and from other values
}

func newHasher() hasher {
	seed := maphash.MakeSeed()
	return hasher{seed, maphash.String(seed, "{}"), maphash.String(seed, "[]")}
}

// value returns the same hash for values that are the same by sameValue.
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

// text returns the same hash for values that are the same by sameText.
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
		return maphash.String(h.seed, normalUTF8(v))
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

// fields returns a hash that does not depend on the order of the fields.
func (h hasher) fields(m map[string]any) uint64 {
	var sum uint64
	for k, e := range m {
		sum += mix(maphash.String(h.seed, normalUTF8(k)), h.text(e))
	}
	return mix(h.object, sum)
}

func (h hasher) float(v float64) uint64 {
	if n, ok := integer(v); ok {
		return maphash.Comparable(h.seed, n)
	}
	return maphash.Comparable(h.seed, math.Float64bits(v))
}

// mix combines two hashes. Their order matters.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return high ^ low
}
