package jsontext

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// Literal returns the JSON text of the number v. A whole float64 was written with a fraction:
// without one it would be an int64.
func Literal(v any) string {
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return Of(v)
}

// ValidUTF8 returns s with U+FFFD for each byte that is not UTF-8, as a JSON decoder
// does.
func ValidUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Of returns v as JSON text with sorted names.
func Of(v any) string {
	text, err := json.Marshal(v)
	if err != nil { // v is not normalized
		return fmt.Sprintf("%T", v)
	}
	return string(text)
}

// Strings returns texts as a JSON value.
func Strings(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}
