package explain

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

// values returns values that are near to the one with an error, the nearest first.
func (s *search) values(e *structural.Error, c cause, v any) []any {
	if old := valuepath.At(s.old, e.Path); old != nil && (e.Code == codes.MetadataImmutable || e.Code == codes.ResourceVersionRequired) {
		return []any{old}
	}
	switch v := v.(type) {
	case string:
		if e.Code == codes.Type {
			return append(convertedText(c.demand, v), defaultOf(c)...)
		}
		return stringsNear(c, v)
	case int64, float64:
		if e.Code == codes.Type {
			return append(convertedNumber(c.demand, v), defaultOf(c)...)
		}
		return numbersNear(e, c, number(v))
	case bool:
		if c.demand == "string" {
			return []any{strconv.FormatBool(v)}
		}
	case []any:
		return listsNear(c, v)
	}
	if e.Code == codes.Required && v == nil && len(e.Path) > 0 {
		if child, ok := c.below(e.Path[len(e.Path)-1]); ok {
			return missing(e, child)
		}
	}
	out := defaultOf(c)
	if c.demand == "array" && v != nil {
		out = append(out, []any{v})
	}
	if e.Code == codes.Enum {
		list, _ := c.demand.([]any)
		out = append(out, list[:min(len(list), 3)]...)
	}
	return out
}

// missing returns simple values of a schema: the default, the first value of an enum, the number
// nearest to 0.
func missing(e *structural.Error, n node) []any {
	out := defaultOf(cause{node: n})
	if list, _ := n.schema["enum"].([]any); len(list) > 0 {
		out = append(out, list[0])
	}
	switch n.schema["type"] {
	case "integer", "number":
		out = append(out, numbersNear(e, cause{node: n}, 0)...)
	case "boolean":
		out = append(out, false)
	}
	return out
}

func defaultOf(c cause) []any {
	if v, ok := c.schema["default"]; ok {
		return []any{v}
	}
	return nil
}

// longestScalar is the length of a text that may be meant as a number or as true or false.
const longestScalar = 64

func convertedText(demand any, v string) []any {
	if len(v) > longestScalar && demand != "array" {
		return nil
	}
	switch demand {
	case "integer":
		if n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64); err == nil {
			return []any{n}
		}
	case "number":
		if f, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return []any{f}
		}
	case "boolean":
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true", "yes", "on", "1":
			return []any{true}
		case "false", "no", "off", "0":
			return []any{false}
		}
	case "array":
		return []any{[]any{v}}
	}
	return nil
}

func convertedNumber(demand, v any) []any {
	switch demand {
	case "string":
		text, _ := json.Marshal(v)
		return []any{string(text)}
	case "integer":
		return []any{int64(math.Round(number(v)))}
	case "array":
		return []any{[]any{v}}
	}
	return nil
}

func number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// stringsNear returns spellings of a string: the nearest value of an enum, a shorter or a longer
// text, the text in lower case with dashes.
func stringsNear(c cause, v string) (out []any) {
	if c.keyword == "enum" {
		list, _ := c.demand.([]any)
		if meant := spelling.Nearest(v, texts(list)); meant != "" {
			out = append(out, meant)
		}
		return append(out, list[:min(len(list), 3)]...)
	}
	trimmed := strings.TrimSpace(v)
	low := strings.ToLower(trimmed)
	label := strings.Trim(strings.Map(dashes, low), "-._")
	for _, text := range []string{trimmed, low, label, strings.NewReplacer(".", "-", "_", "-").Replace(label)} {
		out = append(out, resized(c.schema, text))
	}
	return out
}

// dashes replaces what is not allowed in most names of Kubernetes.
func dashes(r rune) rune {
	if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '.' || r == '_') {
		return r
	}
	return '-'
}

// resized returns text with the lengths of a schema.
func resized(schema map[string]any, text string) string {
	runes := []rune(text)
	if most, ok := schema["maxLength"].(int64); ok && most >= 0 && int64(len(runes)) > most {
		return strings.TrimRight(string(runes[:most]), "-._")
	}
	if least, ok := schema["minLength"].(int64); ok && int64(len(runes)) < least && least < 1<<16 {
		return text + strings.Repeat("x", int(least)-len(runes))
	}
	return text
}

// numbersNear returns the nearest numbers within the bounds of a schema.
func numbersNear(e *structural.Error, c cause, v float64) []any {
	schema, step := c.schema, 0.0
	if t := schema["type"]; t == "integer" || schema["x-kubernetes-int-or-string"] != nil {
		step = 1
	}
	if m, ok := schema["multipleOf"]; ok && number(m) > 0 {
		step = number(m)
	}
	low, high := math.Inf(-1), math.Inf(1)
	if m, ok := schema["minimum"]; ok {
		low = number(m)
	}
	if m, ok := schema["maximum"]; ok {
		high = number(m)
	}
	switch {
	case e.Code == codes.ReplicasRange:
		low, high, step = 0, math.MaxInt32, 1
	case schema["format"] == "int32":
		low, high = max(low, math.MinInt32), min(high, math.MaxInt32)
	}
	v = min(max(v, low), high)
	if step == 0 {
		return finite(v, v+1, v-1, low+(high-low)/2)
	}
	down := math.Floor(v/step) * step
	return finite(down, down+step, down-step)
}

// finite returns numbers as JSON values: a whole one is an int64.
func finite(numbers ...float64) (out []any) {
	for _, f := range numbers {
		switch {
		case math.IsInf(f, 0) || math.IsNaN(f):
		case math.Abs(f) < 1<<62 && f == math.Trunc(f):
			out = append(out, int64(f))
		default:
			out = append(out, f)
		}
	}
	return out
}

// mostCompared is the length of a list in which repeated elements are looked for.
const mostCompared = 500

// listsNear returns a list without the elements that are too many or repeated.
func listsNear(c cause, v []any) (out []any) {
	if most, ok := c.schema["maxItems"].(int64); ok && most >= 0 && int64(len(v)) > most {
		out = append(out, v[:most:most])
	}
	if c.keyword == "uniqueItems" && len(v) <= mostCompared {
		var unique []any
		for _, element := range v {
			if !slices.ContainsFunc(unique, func(u any) bool { return structural.Equal(u, element) }) {
				unique = append(unique, element)
			}
		}
		out = append(out, unique)
	}
	return append(out, defaultOf(c)...)
}

// texts returns the strings of a list.
func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, e := range list {
		if text, ok := e.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
