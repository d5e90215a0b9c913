package listtype

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
)

type comparer struct {
	work *work.Tracker
	hasher
}

// sameValue reports whether two values are equal in Go or, for maps and lists, have the same
// JSON text.
func (c *comparer) sameValue(a, b any) bool {
	switch a.(type) {
	case map[string]any, []any:
		return c.sameText(a, b)
	case nil, bool, string, int64, float64, absent:
		return a == b
	default:
		return false // not normalized
	}
}

func (c *comparer) sameText(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && c.sameObject(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && c.sameList(a, b)
	case string:
		b, ok := b.(string)
		return ok && c.sameString(a, b)
	case int64:
		return sameInteger(a, b)
	case float64:
		return sameFloat(a, b)
	default:
		return c.sameValue(a, b)
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

// integer returns the int64 with the same JSON text as v, with zeros for the digits
// beyond the precision of v. -0 keeps its sign and does not have one.
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

// normalUTF8 returns s with the byte 0xFF for every byte that is not UTF-8. encoding/json
// writes all of these alike, but U+FFFD differently.
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

func (c *comparer) sameString(a, b string) bool {
	return len(a) == len(b) && c.work.Step(len(a)>>8) && (a == b || normalUTF8(a) == normalUTF8(b))
}

func (c *comparer) sameList(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	if !c.work.Enter() {
		return false
	}
	defer c.work.Leave()
	for i, v := range a {
		if !c.work.Step(1) || !c.sameText(v, b[i]) {
			return false
		}
	}
	return true
}

func (c *comparer) sameObject(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) > 0 && work.IdentityOf(a) == work.IdentityOf(b) {
		return true
	}
	if !c.work.Enter() {
		return false
	}
	defer c.work.Leave()
	for k, v := range a {
		if !utf8.ValidString(k) {
			return c.sameFields(a, b)
		}
		if w, found := b[k]; !found || !c.work.Step(1) || !c.sameText(v, w) {
			return false
		}
	}
	return true
}

// sameFields compares objects of the same size with keys that are not UTF-8, in the order of
// their keys.
func (c *comparer) sameFields(a, b map[string]any) bool {
	if !c.work.Step(len(a)) {
		return false
	}
	keys := slices.Sorted(maps.Keys(b))
	for i, k := range slices.Sorted(maps.Keys(a)) {
		if normalUTF8(k) != normalUTF8(keys[i]) || !c.sameText(a[k], b[keys[i]]) {
			return false
		}
	}
	return true
}
