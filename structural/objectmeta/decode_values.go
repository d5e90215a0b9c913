package objectmeta

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

func (d *metadataDecoder) bool(v any) (any, action) {
	if _, ok := v.(bool); !ok {
		d.wrong = true
	}
	return v, keep
}

func (d *metadataDecoder) text(f *gotype.Field, v any) (any, action) {
	text, ok := v.(string)
	switch required := f.Presence == keyword.Always; {
	case v == nil:
		return "", replace
	case !ok:
		d.wrong = true
	case text == "" && !required:
		return nil, omit
	case !utf8.ValidString(text):
		return jsontext.ValidUTF8(text), replace
	}
	return v, keep
}

func (d *metadataDecoder) stringList(list []any, v any) (any, action) {
	out := cow.OfList(list)
	for i, e := range list {
		if !d.w.Step(1) {
			break
		}
		text, action := d.stringElement(e)
		if action == replace {
			out.Set(i, text)
		}
	}
	return listAction(&out, v)
}

func (d *metadataDecoder) stringMap(f *gotype.Field, v any) (any, action) {
	m, ok := v.(map[string]any)
	switch {
	case !ok:
		d.wrong = true
		return v, keep
	case len(m) == 0:
		return nil, omit
	}
	out, validKeys := cow.OfMap(m), true
	for k, e := range m {
		if !d.w.Step(1) {
			break
		}
		validKeys = validKeys && utf8.ValidString(k)
		text, action := d.stringElement(e)
		if action == replace {
			out.Set(k, text)
		}
	}
	if !validKeys {
		return d.sanitizeKeys(f, out), replace
	}
	return mapAction(&out, v)
}

// stringElement normalizes an element of a list or map of strings.
func (d *metadataDecoder) stringElement(v any) (string, action) {
	switch s, ok := v.(string); {
	case v == nil:
		return "", replace
	case !ok:
		d.wrong = true
		return "", keep
	case !utf8.ValidString(s):
		return jsontext.ValidUTF8(s), replace
	default:
		return s, keep
	}
}

// sanitizeKeys returns m with sanitized keys. If keys become equal, the last in
// byte order wins; the others are returned as repeated.
func sanitizeKeys(w *work.Tracker, m map[string]any) (out map[string]any, repeated []string) {
	out = make(map[string]any, len(m))
	for _, k := range sortedKeys(w, m) {
		if !w.Step(1) {
			break
		}
		sanitized := jsontext.ValidUTF8(k)
		if _, taken := out[sanitized]; taken {
			repeated = append(repeated, k)
		}
		out[sanitized] = m[k]
	}
	return out, repeated
}

func sortedKeys(w *work.Tracker, m map[string]any) []string {
	return work.Sorted(w, slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m)))
}

// sanitizeKeys returns the map with sanitized keys. The server reports keys that
// become the same together with unknown fields.
func (d *metadataDecoder) sanitizeKeys(f *gotype.Field, values cow.Map) map[string]any {
	m, _ := values.Result()
	out, repeated := sanitizeKeys(d.w, m)
	for _, k := range repeated {
		d.unknown = append(d.unknown, structural.Path{structural.Field(f.Name), structural.Field(k)})
	}
	return out
}

func (d *metadataDecoder) int(f *gotype.Field, v any) (any, action) {
	n, isInt := v.(int64)
	if !isInt {
		float, ok := v.(float64)
		if ok {
			n, ok = gotype.EncodedInteger(float)
		}
		if !ok {
			d.wrong = true
			return v, keep
		}
	}
	switch {
	case n == 0 && f.Presence == keyword.NonEmpty:
		return nil, omit
	case isInt:
		return v, keep
	default:
		return n, replace
	}
}

// any normalizes a JSON value of any kind, inside of a number of maps and lists, as encoding and
// decoding it does: integral numbers become integers, and invalid UTF-8 is replaced.
func (d *metadataDecoder) any(v any, depth int) (any, action) {
	switch x := v.(type) {
	case string:
		if !utf8.ValidString(x) {
			return jsontext.ValidUTF8(x), replace
		}
	case float64:
		if n, ok := gotype.EncodedInteger(x); ok {
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
		if d.wrong {
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
		if d.wrong {
			break
		}
	}
	return listAction(&out, v)
}

// isTooDeep reports whether a map or list is inside of as many others as the server's decoder
// reads. The value holds itself then, or has not been normalized.
func (d *metadataDecoder) isTooDeep(depth int) bool {
	tooDeep := depth >= structural.MaxDepth
	d.wrong = d.wrong || tooDeep
	return tooDeep
}
