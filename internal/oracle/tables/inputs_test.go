package tables

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// clone copies a value. It makes small maps that the reference often visits in the order
// of their keys.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out[k] = clone(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = clone(v[i])
		}
		return out
	}
	return v
}

// rarely returns one of odd with a chance of one in ten, else one of usual.
func rarely(r *rand.Rand, odd []string, usual ...string) string {
	if r.IntN(10) == 0 {
		return pick(r, odd...)
	}
	return pick(r, usual...)
}

func newQuery(seed uint64) query {
	r := parity.Rand(seed)
	q := query{Template: template(r), Value: value(r, 4)}
	if r.IntN(3) == 0 {
		q.Template = spoil(r, q.Template)
	}
	return q
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

var names = []string{"a", "b", "c", "l", "a.b", "é", ""}

var scalars = []any{
	nil, true, false, "", "a", "x", "Ready", "<&>é\x80", int64(0), int64(1), int64(2), int64(-3), int64(1) << 60, 1.5, 2.0, 1e6, 1e21, 1e-7, "2020-01-01T00:00:00Z",
}

// value returns a value of which most lists have maps, so that most paths lead somewhere.
func value(r *rand.Rand, depth int) any {
	if depth == 0 || r.IntN(6) == 0 {
		return pick(r, scalars...)
	}
	if r.IntN(3) == 0 {
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = value(r, depth-1)
		}
		return list
	}
	m := map[string]any{}
	for range r.IntN(4) {
		m[pick(r, names...)] = value(r, depth-1)
	}
	return m
}

func template(r *rand.Rand) string {
	var out strings.Builder
	for range 1 + r.IntN(3) {
		switch r.IntN(6) {
		case 0:
			out.WriteString(pick(r, "text ", "}", "\n", "é"))
		case 1:
			out.WriteString("{range " + path(r) + "}" + template(r) + "{end}")
		default:
			out.WriteString("{" + path(r) + "}")
		}
	}
	return out.String()
}

func path(r *rand.Rand) string {
	var out strings.Builder
	for range r.IntN(5) {
		out.WriteString(part(r))
	}
	return out.String()
}

func part(r *rand.Rand) string {
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		return rarely(r, []string{`.a\.b`, ".é", ".", `.a"`, `.\*`}, ".a", ".b", ".c", ".l", ".*")
	case 4:
		return rarely(r, []string{`["a"]`, "['']", "['a}{b']", "['a[0']", "['..b']", "['*']"}, "['a']", "['b']", "['a.b']", `['a\.b']`)
	case 5, 6:
		return "[" + bounds(r) + "]"
	case 7:
		return rarely(r, []string{"[ 'a' , 0 ]", "[0,,1]", "['a,b']", "[0:1,'l']"}, "[0,1]", "['a','b']", "[*,*]", "[-1,0]")
	case 8:
		return rarely(r, []string{"..*"}, "..", "..a", "..b", "..l")
	case 9:
		return "[?(" + condition(r) + ")]"
	case 10:
		return operand(r)
	}
	return rarely(r, []string{"range ", "end", "word", "\t", `x'[?(@.a)]w'`}, " ", "@", "$", "true")
}

func bounds(r *rand.Rand) string {
	number := func() string {
		return rarely(r, []string{"-", "5", "-7", "99999999999999999999", "9223372036854775807"}, "", "", "0", "1", "2", "-1", "-2")
	}
	switch r.IntN(6) {
	case 0, 1:
		return pick(r, "0", "1", "-1", "*", ":")
	case 2:
		return number()
	case 3:
		return number() + ":" + number()
	case 4:
		return number() + ":" + number() + ":" + number()
	}
	return rarely(r, []string{"x", "*::", "0:::", "'a", "-1-1"}, "*", "0", "-1", "::2")
}

func operand(r *rand.Rand) string {
	odd := []string{"1e6", "1.2.3", "٣", `'\z'`, `"]"`, `"a=b"`, "+", "@"}
	return rarely(r, odd, "0", "1", "2", "-3", "+2", "1.5", "2.0", `"a"`, `'x'`, `"Ready"`, `"a\"b"`, `'a\'b'`, `"\n\u00e9\xff"`, "true", "false", `")"`)
}

func condition(r *rand.Rand) string {
	if r.IntN(4) == 0 {
		return pick(r, "", " ") + "@" + path(r)
	}
	left, right := "@"+path(r), rarely(r, []string{""}, operand(r))
	if r.IntN(4) == 0 {
		left, right = right, left
	}
	return left + pick(r, "", " ") + rarely(r, []string{"=", "!", "===", "<>"}, "==", "!=", "<", "<=", ">", ">=") + pick(r, "", " ") + right
}

// spoil returns a text with one to three characters replaced, inserted or deleted.
func spoil(r *rand.Rand, text string) string {
	runes := []rune(text)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(runes) + 1)
		char := pick(r, []rune("{}[]()?@$.,:'\"\\ -+*019ab_é\n\r\t=<>!\ufffd")...)
		switch {
		case r.IntN(3) == 0:
			runes = slices.Insert(runes, i, char)
		case i == len(runes):
		case r.IntN(2) == 0:
			runes[i] = char
		default:
			runes = slices.Delete(runes, i, i+1)
		}
	}
	return strings.ReplaceAll(string(runes), "\ufffd", "\x80")
}
