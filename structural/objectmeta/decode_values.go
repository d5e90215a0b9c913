package objectmeta

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

func (d *metadataDecoder) bool(s *structure, f *structureField, v any) (any, action) {
	if _, ok := v.(bool); !ok {
		d.mismatched(s, f, v, f.goType)
	}
	return v, keep
}

func (d *metadataDecoder) string(s *structure, f *structureField, v any) (any, action) {
	text, ok := v.(string)
	switch {
	case !ok:
		d.mismatched(s, f, v, f.goType)
		return v, keep
	case text == "":
		return nil, omit
	case !utf8.ValidString(text):
		return wire.ValidUTF8(text), replace
	default:
		return v, keep
	}
}

func (d *metadataDecoder) requiredString(s *structure, f *structureField, v any) (any, action) {
	if v == nil {
		return "", replace
	}
	out, action := d.string(s, f, v)
	if action == omit {
		return v, keep
	}
	return out, action
}

func (d *metadataDecoder) stringList(s *structure, f *structureField, v any) (any, action) {
	list, ok := v.([]any)
	switch {
	case !ok:
		d.mismatched(s, f, v, f.goType)
		return v, keep
	case len(list) == 0:
		return nil, omit
	}
	out := cow.OfList(list)
	for i, e := range list {
		if !d.w.Step(1) {
			break
		}
		text, action := stringElement(e)
		switch action {
		case replace:
			out.Set(i, text)
		case omit:
			d.mismatched(s, f, e, "string")
		}
	}
	return listAction(&out, v)
}

func (d *metadataDecoder) stringMap(s *structure, f *structureField, v any) (any, action) {
	m, ok := v.(map[string]any)
	switch {
	case !ok:
		d.mismatched(s, f, v, f.goType)
		return v, keep
	case len(m) == 0:
		return nil, omit
	}
	out, validKeys := cow.OfMap(m), true
	firstWrong, wrong := "", false // the first key in byte order with a wrong value
	for k, e := range m {
		if !d.w.Step(1) {
			break
		}
		validKeys = validKeys && utf8.ValidString(k)
		text, action := stringElement(e)
		switch action {
		case replace:
			out.Set(k, text)
		case omit:
			if !wrong || k < firstWrong {
				firstWrong, wrong = k, true
			}
		}
	}
	if wrong {
		d.mismatched(s, f, m[firstWrong], "string")
	}
	if !validKeys {
		return d.sanitizeKeys(f, out), replace
	}
	return mapAction(&out, v)
}

// stringElement normalizes an element of a list or map of strings. The action is
// omit for a value of another type.
func stringElement(v any) (string, action) {
	switch s, ok := v.(string); {
	case v == nil:
		return "", replace
	case !ok:
		return "", omit
	case !utf8.ValidString(s):
		return wire.ValidUTF8(s), replace
	default:
		return s, keep
	}
}

// sanitizeKeys returns m with sanitized keys. Of keys that become the same, the
// last in byte order wins; the others before it are returned as repeated.
func sanitizeKeys(w *work.Tracker, m map[string]any) (out map[string]any, repeated []string) {
	out = make(map[string]any, len(m))
	for _, k := range sortedKeys(w, m) {
		if !w.Step(1) {
			break
		}
		sanitized := wire.ValidUTF8(k)
		if _, taken := out[sanitized]; taken {
			repeated = append(repeated, k)
		}
		out[sanitized] = m[k]
	}
	return out, repeated
}

// sortedKeys returns the keys of m in byte order, unless w fails.
func sortedKeys(w *work.Tracker, m map[string]any) []string {
	return work.Sorted(w, slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m)))
}

// sanitizeKeys returns the map with sanitized keys. The server reports keys that
// become the same together with unknown fields.
func (d *metadataDecoder) sanitizeKeys(f *structureField, values cow.Map) map[string]any {
	m, _ := values.Result()
	out, repeated := sanitizeKeys(d.w, m)
	for _, k := range repeated {
		d.unknown = append(d.unknown, structural.Path{structural.Field(f.name), structural.Field(k)})
	}
	return out
}

func (d *metadataDecoder) int(s *structure, f *structureField, v any) (any, action) {
	switch n := v.(type) {
	case int64:
		if n == 0 && f.typ == intType {
			return nil, omit
		}
	case float64:
		return d.float(s, f, n)
	default:
		d.mismatched(s, f, v, f.goType)
	}
	return v, keep
}

// float normalizes the value of an integer field that is written as a float.
func (d *metadataDecoder) float(s *structure, f *structureField, v float64) (any, action) {
	n, ok := integer(v)
	switch {
	case !ok:
		if d.mismatch == "" {
			d.mismatch = wire.WrongFieldType("number "+numberText(v), s.prefix+f.name, f.goType)
		}
		return v, keep
	case n == 0 && f.typ == intType:
		return nil, omit
	default:
		return n, replace
	}
}

// integer returns the integer that the JSON text of v is parsed as, and reports
// whether it is one and fits. Digits beyond the precision of v are zeros in
// the text: 1<<60 is written as, and becomes, 1152921504606847000.
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

// numberText returns v as JSON text.
//
// Rule: encoding/json, floatEncoder.
func numberText(v float64) string {
	if a := math.Abs(v); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if n := len(text); n > 4 && text[n-4:n-1] == "e-0" {
		return text[:n-2] + text[n-1:]
	}
	return text
}

// any normalizes a JSON value of any kind, inside of a number of maps and lists, as encoding and
// decoding it does: integral numbers become integers, and invalid UTF-8 is replaced.
func (d *metadataDecoder) any(v any, depth int) (any, action) {
	switch x := v.(type) {
	case string:
		if !utf8.ValidString(x) {
			return wire.ValidUTF8(x), replace
		}
	case float64:
		if n, ok := integer(x); ok {
			return n, replace
		}
	case map[string]any:
		return d.anyMap(x, v, depth)
	case []any:
		return d.anyList(x, v, depth)
	}
	return v, keep
}

func (d *metadataDecoder) anyMap(m map[string]any, v any, depth int) (any, action) {
	if d.isTooDeep(depth) {
		return v, keep
	}
	out, validKeys := cow.OfMap(m), true
	for k, e := range m {
		if !d.w.Step(1) {
			break
		}
		validKeys = validKeys && utf8.ValidString(k)
		e, action := d.any(e, depth+1)
		if action == replace {
			out.Set(k, e)
		}
		if d.failure != "" {
			break
		}
	}
	if !validKeys {
		m, _ = out.Result()
		sanitized, _ := sanitizeKeys(d.w, m)
		return sanitized, replace
	}
	return mapAction(&out, v)
}

func (d *metadataDecoder) anyList(l []any, v any, depth int) (any, action) {
	if d.isTooDeep(depth) {
		return v, keep
	}
	out := cow.OfList(l)
	for i, e := range l {
		if !d.w.Step(1) {
			break
		}
		e, action := d.any(e, depth+1)
		if action == replace {
			out.Set(i, e)
		}
		if d.failure != "" {
			break
		}
	}
	return listAction(&out, v)
}

// isTooDeep reports whether a map or list is inside of as many others as the server's decoder
// reads. It sets d.failure then: the value holds itself, or has not been normalized.
func (d *metadataDecoder) isTooDeep(depth int) bool {
	if depth < structural.MaxDepth {
		return false
	}
	d.fail(codes.TooDeepDetail(structural.MaxDepth))
	return true
}
