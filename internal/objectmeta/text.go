package objectmeta

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/cow"
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
