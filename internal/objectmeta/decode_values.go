package objectmeta

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

func (d *decoder) text(r *record, f *fieldSpec, v any) (any, fate) {
	s, ok := v.(string)
	switch {
	case !ok:
		d.mismatched(r, f, v, f.goType)
		return v, kept
	case s == "":
		return nil, omitted
	case !utf8.ValidString(s):
		return mend(s), replaced
	default:
		return v, kept
	}
}

func (d *decoder) requiredText(r *record, f *fieldSpec, v any) (any, fate) {
	if v == nil {
		return "", replaced
	}
	out, fate := d.text(r, f, v)
	if fate == omitted {
		return v, kept
	}
	return out, fate
}

func (d *decoder) textList(r *record, f *fieldSpec, v any) (any, fate) {
	list, ok := v.([]any)
	switch {
	case !ok:
		d.mismatched(r, f, v, f.goType)
		return v, kept
	case len(list) == 0:
		return nil, omitted
	}
	out := cow.OfList(list)
	for i, e := range list {
		s, fate := textElement(e)
		switch fate {
		case replaced:
			out.Set(i, s)
		case omitted:
			d.mismatched(r, f, e, "string")
		}
	}
	return listFate(&out, v)
}

func (d *decoder) textMap(r *record, f *fieldSpec, v any) (any, fate) {
	m, ok := v.(map[string]any)
	switch {
	case !ok:
		d.mismatched(r, f, v, f.goType)
		return v, kept
	case len(m) == 0:
		return nil, omitted
	}
	out, wellFormed := cow.OfMap(m), true
	var wrong firstKey
	for k, e := range m {
		wellFormed = wellFormed && utf8.ValidString(k)
		s, fate := textElement(e)
		switch fate {
		case replaced:
			out.Set(k, s)
		case omitted:
			wrong.see(k)
		}
	}
	if wrong.seen {
		d.mismatched(r, f, m[wrong.key], "string")
	}
	if !wellFormed {
		return d.mendedKeys(f, out), replaced
	}
	return mapFate(&out, v)
}

// textElement normalises an element of a list or map of strings. What is no
// string is to be omitted.
func textElement(v any) (string, fate) {
	switch s, ok := v.(string); {
	case v == nil:
		return "", replaced
	case !ok:
		return "", omitted
	case !utf8.ValidString(s):
		return mend(s), replaced
	default:
		return s, kept
	}
}

// firstKey keeps the first in byte order of the keys it sees.
type firstKey struct {
	key  string
	seen bool
}

func (f *firstKey) see(key string) {
	if !f.seen || key < f.key {
		f.key, f.seen = key, true
	}
}

// mend puts U+FFFD in place of every byte of s that is not UTF-8.
func mend(s string) string { return string([]rune(s)) }

// mendKeys returns m with all keys mended. Of keys that thereby become the same
// the last in byte order wins; the others before it are told as repeated.
func mendKeys(m map[string]any) (out map[string]any, repeated []string) {
	out = make(map[string]any, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		mended := mend(k)
		if _, taken := out[mended]; taken {
			repeated = append(repeated, k)
		}
		out[mended] = m[k]
	}
	return out, repeated
}

// mendedKeys is the map with all keys mended. The server reports keys that thereby
// become the same together with the unknown ones.
func (d *decoder) mendedKeys(f *fieldSpec, of cow.Map) map[string]any {
	m, _ := of.Result()
	out, repeated := mendKeys(m)
	for _, k := range repeated {
		d.unknown = append(d.unknown, structural.Path{structural.Field(f.name), structural.Field(k)})
	}
	return out
}

func (d *decoder) count(r *record, f *fieldSpec, v any) (any, fate) {
	switch n := v.(type) {
	case int64:
		if n == 0 && f.shape == count {
			return nil, omitted
		}
	case float64:
		return d.integral(r, f, n)
	default:
		d.mismatched(r, f, v, f.goType)
	}
	return v, kept
}

func (d *decoder) integral(r *record, f *fieldSpec, v float64) (any, fate) {
	n, ok := integer(v)
	switch {
	case !ok:
		d.outOfRange(r, f, v)
		return v, kept
	case n == 0 && f.shape == count:
		return nil, omitted
	default:
		return n, replaced
	}
}

// outOfRange remembers a number that is no integer, or too great for one.
func (d *decoder) outOfRange(r *record, f *fieldSpec, v float64) {
	if d.mismatch == "" {
		d.mismatch = wire.WrongFieldType("number "+numberText(v), r.within+f.name, f.goType)
	}
}

// integer is what the JSON text of v reads as, and whether that is an integer
// that fits. In the text digits beyond the precision of v are zeros: 1<<60 is
// written, and becomes, 1152921504606847000.
func integer(v float64) (int64, bool) {
	if v != math.Trunc(v) || math.Abs(v) >= 1<<63 {
		return 0, false
	}
	if math.Abs(v) <= 1<<53 {
		return int64(v), true
	}
	n, err := strconv.ParseInt(numberText(v), 10, 64)
	return n, err == nil
}

// numberText is v as JSON text.
//
// Rule: encoding/json, floatEncoder.
func numberText(v float64) string {
	if a := math.Abs(v); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if n := len(text); text[n-4:n-1] == "e-0" {
		return text[:n-2] + text[n-1:]
	}
	return text
}

// free normalises a JSON value of any kind as writing it and reading it again
// does: integral numbers become integers, text becomes UTF-8.
func free(v any) (any, fate) {
	switch x := v.(type) {
	case string:
		if !utf8.ValidString(x) {
			return mend(x), replaced
		}
	case float64:
		if n, ok := integer(x); ok {
			return n, replaced
		}
	case map[string]any:
		return freeMap(x, v)
	case []any:
		return freeList(x, v)
	}
	return v, kept
}

func freeMap(m map[string]any, v any) (any, fate) {
	out, wellFormed := cow.OfMap(m), true
	for k, e := range m {
		wellFormed = wellFormed && utf8.ValidString(k)
		if e, fate := free(e); fate == replaced {
			out.Set(k, e)
		}
	}
	if !wellFormed {
		m, _ = out.Result()
		mended, _ := mendKeys(m)
		return mended, replaced
	}
	return mapFate(&out, v)
}

func freeList(l []any, v any) (any, fate) {
	out := cow.OfList(l)
	for i, e := range l {
		if e, fate := free(e); fate == replaced {
			out.Set(i, e)
		}
	}
	return listFate(&out, v)
}
