package cellib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
)

// variableKind describes the variables name1, name2 and name3. Estimates know the
// size of the first two, but not of the third.
type variableKind struct {
	name  string
	typ   *cel.Type
	value func(*rand.Rand) any
	size  uint64 // of name1; name2 is twice as large
	item  uint64 // of an element of name1
}

var variableKinds = []variableKind{
	{name: "t", typ: cel.StringType, value: text(texts), size: 40},
	{name: "q", typ: cel.StringType, value: quantityText, size: 13},
	{name: "a", typ: cel.StringType, value: text(addresses), size: 45},
	{name: "n", typ: cel.StringType, value: text(networks), size: 48},
	{name: "u", typ: cel.StringType, value: text(urls), size: 100},
	{name: "v", typ: cel.StringType, value: text(semvers), size: 16},
	{name: "r", typ: cel.StringType, value: text(regexes), size: 25},
	{name: "f", typ: cel.StringType, value: text(formatNames), size: 21},
	{name: "k", typ: cel.StringType, value: text(names), size: 63},
	{name: "g", typ: cel.StringType, value: text(formatted), size: 36},
	{name: "i", typ: cel.IntType, value: pick(ints)},
	{name: "o", typ: cel.UintType, value: pick(uints)},
	{name: "d", typ: cel.DoubleType, value: pick(doubles)},
	{name: "b", typ: cel.BoolType, value: pick([]bool{true, false})},
	{name: "z", typ: cel.BytesType, value: func(r *rand.Rand) any { return []byte(text(texts)(r).(string)) }, size: 44},
	{name: "D", typ: cel.DurationType, value: pick(durations)},
	{name: "T", typ: cel.TimestampType, value: pick(times)},
	{name: "y", typ: cel.DynType, value: anyValue},
	{name: "li", typ: cel.ListType(cel.IntType), value: list(pick(ints)), size: 6, item: 1},
	{name: "lu", typ: cel.ListType(cel.UintType), value: list(pick(uints)), size: 6},
	{name: "ld", typ: cel.ListType(cel.DoubleType), value: list(pick(doubles)), size: 6},
	{name: "lb", typ: cel.ListType(cel.BoolType), value: list(pick([]bool{true, false})), size: 6},
	{name: "lD", typ: cel.ListType(cel.DurationType), value: list(pick(durations)), size: 6},
	{name: "lT", typ: cel.ListType(cel.TimestampType), value: list(pick(times)), size: 6},
	{name: "lt", typ: cel.ListType(cel.StringType), value: list(text(texts)), size: 7, item: 31},
	{name: "lz", typ: cel.ListType(cel.BytesType), value: list(func(r *rand.Rand) any { return []byte(text(texts)(r).(string)) }), size: 7, item: 33},
	{name: "ly", typ: cel.ListType(cel.DynType), value: list(anyValue), size: 5},
	{name: "ll", typ: cel.ListType(cel.ListType(cel.IntType)), value: list(list(pick(ints))), size: 4, item: 3},
	{name: "mt", typ: cel.MapType(cel.StringType, cel.StringType), value: textMap, size: 5, item: 12},
}

// sizes returns the sizes of variables that both sides know.
func sizes() map[string]uint64 {
	known := map[string]uint64{}
	for _, k := range variableKinds {
		for i, factor := range []uint64{1, 2} {
			name := fmt.Sprint(k.name, i+1)
			known[name] = k.size * factor
			if k.item > 0 {
				known[name+".@items"] = k.item * factor
				known[name+".@values"] = k.item * factor
				known[name+".@keys"] = k.item * factor / 2
			}
		}
	}
	return known
}

func variables() []cel.EnvOption {
	var options []cel.EnvOption
	for _, k := range variableKinds {
		for i := range 3 {
			options = append(options, cel.Variable(fmt.Sprint(k.name, i+1), k.typ))
		}
	}
	return options
}

func values(r *rand.Rand) map[string]any {
	vars := map[string]any{}
	for _, k := range variableKinds {
		for i := range 3 {
			vars[fmt.Sprint(k.name, i+1)] = k.value(r)
		}
	}
	return vars
}

var variable = regexp.MustCompile(`\b[a-zA-Z]{1,2}[123]\b`)

// literally replaces variables in an expression by their values.
func literally(expression string, vars map[string]any) string {
	return variable.ReplaceAllStringFunc(expression, func(name string) string {
		if v, ok := vars[name]; ok {
			return literal(v)
		}
		return name
	})
}

func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.QuoteToASCII(v)
	case []byte:
		return "b" + strconv.QuoteToASCII(string(v))
	case uint64:
		return fmt.Sprint(v, "u")
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("double('%v')", v)
		}
		return strconv.FormatFloat(v, 'e', -1, 64)
	case time.Duration:
		return "duration('" + v.String() + "')"
	case time.Time:
		return "timestamp('" + v.Format(time.RFC3339Nano) + "')"
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = literal(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case sortedMap:
		return "{" + v.first() + "}"
	default:
		return fmt.Sprint(v)
	}
}

func pick[T any](from []T) func(*rand.Rand) any {
	return func(r *rand.Rand) any { return from[r.IntN(len(from))] }
}

// text returns a function that returns one of the given strings, or nearly.
func text(from []string) func(*rand.Rand) any {
	return func(r *rand.Rand) any {
		s := from[r.IntN(len(from))]
		if r.IntN(3) == 0 {
			s = damaged(r, s, strings.Join(from, ""))
		}
		return answerable(s)
	}
}

// damaged returns a string with one character changed, added, repeated or
// removed. New characters are from the alphabet.
func damaged(r *rand.Rand, s, alphabet string) string {
	characters, other := []rune(s), []rune(alphabet)
	at := r.IntN(len(characters) + 1)
	c := string(other[r.IntN(len(other))])
	before, after := string(characters[:at]), string(characters[at:])
	switch r.IntN(4) {
	case 0:
		return before + c + after
	case 1:
		return before + strings.Repeat(c, r.IntN(70)) + after
	case 2:
		return before + after + before
	default:
		if at < len(characters) {
			return before + string(characters[at+1:])
		}
		return before
	}
}

func list(item func(*rand.Rand) any) func(*rand.Rand) any {
	return func(r *rand.Rand) any {
		items := []any{}
		for range r.IntN(6) {
			items = append(items, item(r))
		}
		if len(items) > 0 && r.IntN(3) == 0 {
			items = append(items, items[0])
		}
		return items
	}
}

func anyValue(r *rand.Rand) any {
	switch r.IntN(12) {
	case 0, 1:
		return text(texts)(r)
	case 2, 3:
		return pick(ints)(r)
	case 4:
		return pick(doubles)(r)
	case 5:
		return r.IntN(2) == 0
	case 6:
		return nil
	case 7:
		return pick(durations)(r)
	case 8:
		return []byte("bytes")
	case 9:
		return list(pick(ints))(r)
	case 10:
		return textMap(r)
	default:
		return pick(uints)(r)
	}
}

func textMap(r *rand.Rand) any {
	m := map[string]any{}
	for range r.IntN(4) {
		m[text(texts)(r).(string)] = text(texts)(r)
	}
	if r.IntN(2) == 0 {
		m["a"] = text(texts)(r)
	}
	return sorted(m)
}

// quantityText returns a sign, digits, a point, digits and a suffix.
func quantityText(r *rand.Rand) any {
	if r.IntN(3) == 0 {
		return text(quantities)(r)
	}
	s := pick([]string{"", "", "", "-", "+"})(r).(string) + digits(r)
	if r.IntN(3) == 0 {
		s += "." + digits(r)
	}
	return s + pick(suffixes)(r).(string)
}

var exponent = regexp.MustCompile(`[eE]([+-]?[0-9]+)`)

// answerable returns s without exponents for which the reference would write
// millions of digits, which takes it minutes and gigabytes. It cuts them to 32
// bits first.
func answerable(s string) string {
	return exponent.ReplaceAllStringFunc(s, func(e string) string {
		n, err := strconv.ParseInt(e[1:], 10, 64)
		if err == nil && (int32(n) > 5000 || int32(n) < -5000) {
			return e[:1] + strconv.Itoa(int(n%5000))
		}
		return e
	})
}

func digits(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return strconv.Itoa(r.IntN(10))
	case 1:
		return strings.Repeat("0", r.IntN(4)) + strconv.Itoa(r.IntN(10_000))
	case 2:
		return number(r)[:1+r.IntN(18)]
	case 3:
		return strconv.Itoa(r.IntN(1000)) + strings.Repeat("0", r.IntN(25))
	case 4:
		return number(r) + number(r)[:r.IntN(18)]
	default:
		return pick([]string{"", "9223372036854775807", "9223372036854775808", "999999999999999999", "1000000000000000000", "1024", "1023"})(r).(string)
	}
}

// number returns 20 digits.
func number(r *rand.Rand) string { return fmt.Sprintf("%020d", r.Uint64()) }
