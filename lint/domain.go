package lint

import (
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
)

// domain are the values that a term may have.
type domain struct {
	low, high float64
	integers  bool
	enum      []any // all values, or nil
	mixed     bool  // numbers and texts
	absent    bool  // reading it may fail
	nullable  bool
}

// samples returns values of a domain, one for each that the constants distinguish. It returns none if a
// float64 may not hold a constant exactly.
func (d domain) samples(constants []any) (out []any) {
	if slices.ContainsFunc(constants, func(c any) bool { n, _ := jsontext.Float(c); return math.Abs(n) >= 1<<53 }) {
		return nil
	}
	if d.absent {
		out = append(out, failed)
	}
	if d.nullable {
		out = append(out, nil)
	}
	kinds := map[string]bool{}
	for _, c := range constants {
		kinds[kindOf(c)] = true
	}
	if kinds["bool"] {
		out = append(out, true, false)
	}
	if kinds["text"] || d.mixed {
		out = append(out, d.texts(constants)...)
	}
	if kinds["number"] || d.mixed {
		out = append(out, d.numbers(constants)...)
	}
	return out
}

func kindOf(v any) string {
	switch v.(type) {
	case bool:
		return "bool"
	case string:
		return "text"
	case int64, float64:
		return "number"
	}
	return ""
}

func (d domain) texts(constants []any) (out []any) {
	if d.enum != nil {
		return slices.DeleteFunc(slices.Clone(d.enum), func(v any) bool { return kindOf(v) != "text" })
	}
	list := []string{"", "\U0010ffff"}
	for _, c := range constants {
		if s, ok := c.(string); ok {
			list = append(list, s, s+"\x00")
		}
	}
	slices.Sort(list)
	for _, s := range slices.Compact(list) {
		out = append(out, s)
	}
	return out
}

// numbers returns the numbers of the enum, or one of each part of the range between the constants.
func (d domain) numbers(constants []any) (out []any) {
	if d.enum != nil {
		return slices.DeleteFunc(slices.Clone(d.enum), func(v any) bool { return kindOf(v) != "number" })
	}
	low, high := math.Max(d.low, -math.MaxFloat64), math.Min(d.high, math.MaxFloat64)
	if d.integers {
		low, high = math.Ceil(low), math.Floor(high)
	}
	list := []float64{0, low, high}
	for _, c := range constants {
		if n, ok := jsontext.Float(c); ok {
			list = append(list, n, n-0.5, n+0.5, n-1, n+1, math.Floor(n), math.Ceil(n))
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for i, n := range list {
		if i > 0 {
			middle := list[i-1]/2 + n/2
			list = append(list, middle, math.Floor(middle))
		}
	}
	for _, n := range list {
		if n >= d.low && n <= d.high && (!d.integers || n == math.Trunc(n)) {
			out = append(out, n)
		}
	}
	return out
}
