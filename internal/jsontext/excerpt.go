package jsontext

import (
	"encoding/json"
	"fmt"
	"slices"
)

const maxExcerpt = 16 << 10

// Excerpt returns v as JSON text with sorted names, cut after 16 KiB. A value in it that is
// not normalized is shown as its Go type. v may be cyclic: only the shown part is visited, and
// the names of objects.
func Excerpt(v any) string {
	text := appendExcerpt(nil, v)
	return string(text[:min(len(text), maxExcerpt)])
}

// appendExcerpt appends at least as much of the JSON text of v as is shown.
func appendExcerpt(text []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return append(text, "null"...)
		}
		return appendObject(text, v)
	case []any:
		if v == nil {
			return append(text, "null"...)
		}
		return appendArray(text, v)
	case string:
		return appendScalar(text, v[:min(len(v), maxExcerpt)])
	case nil, bool, int, int64, float64:
		return appendScalar(text, v)
	default:
		return fmt.Appendf(text, "%T", v)
	}
}

func appendScalar(text []byte, v any) []byte {
	encoded, err := json.Marshal(v)
	if err != nil { // NaN
		return fmt.Appendf(text, "%T", v)
	}
	return append(text, encoded...)
}

func appendObject(text []byte, m map[string]any) []byte {
	text = append(text, '{')
	for i, name := range firstNames(m) {
		if i > 0 {
			text = append(text, ',')
		}
		if len(text) >= maxExcerpt {
			return text
		}
		text = append(appendExcerpt(text, name), ':')
		text = appendExcerpt(text, m[name])
	}
	return append(text, '}')
}

func appendArray(text []byte, l []any) []byte {
	text = append(text, '[')
	for i, v := range l {
		if i > 0 {
			text = append(text, ',')
		}
		if len(text) >= maxExcerpt {
			return text
		}
		text = appendExcerpt(text, v)
	}
	return append(text, ']')
}

// firstNames returns the names of m in order, as far as they may be shown: a field takes at
// least five bytes.
func firstNames(m map[string]any) []string {
	const most = maxExcerpt / 5
	names := make([]string, 0, min(len(m), 2*most))
	cut := false
	for name := range m {
		if cut && name > names[most-1] {
			continue
		}
		if names = append(names, name); len(names) == 2*most {
			slices.Sort(names)
			names, cut = names[:most], true
		}
	}
	slices.Sort(names)
	return names
}

// Panicked returns the value of a panic as text. Values that may be cyclic or large are shown
// as excerpts.
func Panicked(p any) string {
	switch p := p.(type) {
	case error, fmt.Stringer:
		text := fmt.Sprint(p)
		return text[:min(len(text), maxExcerpt)]
	case string:
		return p[:min(len(p), maxExcerpt)]
	default:
		return Excerpt(p)
	}
}
