package decode

import (
	"unicode"
	"unicode/utf8"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
)

func isPart(v any) bool {
	room := maxPart
	return fitsPart(v, &room)
}

func fitsPart(v any, room *int) bool {
	*room--
	switch v := v.(type) {
	case string:
		*room -= len(v) / stepBytes
	case []any:
		for _, e := range v {
			if *room < 0 || !fitsPart(e, room) {
				return false
			}
		}
	case map[string]any:
		for name, e := range v {
			if *room -= len(name) / stepBytes; *room < 0 || !fitsPart(e, room) {
				return false
			}
		}
	}
	return *room >= 0
}

// partOf returns how many entries fit into a part: 0 if the first is larger.
func partOf(entries []goyaml.MapItem) (n int) {
	room := maxPart
	for _, e := range entries {
		if !fitsPart(e.Value, &room) {
			break
		}
		if name, ok := e.Key.(string); ok {
			room -= len(name) / stepBytes
		}
		n++
	}
	if n == 0 && !valuetext.IsNested(entries[0].Value) {
		return 1
	}
	return n
}

// fieldsOf returns the fields of a map in the order of the YAML encoder. If w fails, the
// order is undefined.
func fieldsOf(w *work.Tracker, v any) []goyaml.MapItem {
	m, _ := v.(map[string]any)
	fields := make([]goyaml.MapItem, 0, len(m))
	for name, e := range m {
		fields = append(fields, goyaml.MapItem{Key: name, Value: e})
	}
	work.SortFunc(w, fields, func(a, b goyaml.MapItem) int { return compareNames(a.Key.(string), b.Key.(string)) })
	return fields
}

func elements(list []any) []goyaml.MapItem {
	entries := make([]goyaml.MapItem, len(list))
	for i, e := range list {
		entries[i] = goyaml.MapItem{Key: "", Value: e}
	}
	return entries
}

func container(list bool, entries []goyaml.MapItem) any {
	if !list {
		return goyaml.MapSlice(entries)
	}
	out := make([]any, len(entries))
	for i, e := range entries {
		out[i] = e.Value
	}
	return out
}

func withMarker(v any) any {
	if m, ok := v.(goyaml.MapSlice); ok {
		return append(goyaml.MapSlice{{Key: "a"}}, m...)
	}
	return append([]any{nil}, v.([]any)...)
}

// compareNames compares names as the YAML encoder does: letters come last, and numbers are
// compared by their value.
func compareNames(a, b string) int {
	inNumber := false // after a digit that is not 0
	for len(a) > 0 && len(b) > 0 {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			return compareRests(a, b, x, y, inNumber)
		}
		inNumber = unicode.IsDigit(x) && (inNumber || x != '0')
		a, b = a[n:], b[m:]
	}
	return min(len(a), 1) - min(len(b), 1)
}

func compareRests(a, b string, x, y rune, inNumber bool) int {
	less := false
	switch xLetter, yLetter := unicode.IsLetter(x), unicode.IsLetter(y); {
	case xLetter && yLetter:
		less = x < y
	case xLetter || yLetter:
		less = yLetter
	default:
		var start int64
		if inNumber && (x == '0' || y == '0') {
			start = 1
		}
		n, nLength := leadingNumber(a, start)
		m, mLength := leadingNumber(b, start)
		if less = x < y; n != m {
			less = n < m
		} else if nLength != mLength {
			less = nLength < mLength
		}
	}
	if less {
		return -1
	}
	return 1
}

// leadingNumber returns the value and number of the digits at the beginning of s, after a
// first digit. The value may overflow.
func leadingNumber(s string, first int64) (n int64, digits int) {
	n = first
	for _, r := range s {
		if !unicode.IsDigit(r) {
			break
		}
		n = n*10 + int64(r-'0')
		digits++
	}
	return n, digits
}
