package spoil

import (
	"fmt"
	"strings"
)

// numbers are spelled in all ways that matter to a decoder.
var numbers = []string{
	"0", "-0", "0.0", "-0.0", "0e0", "1", "1.0", "1e0", "1e2", "1E+2", "1.5e1", "100e-2", "1e-2", "-1", "1e400", "-1e400", "1e-400", "1e308", "1.8e308",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9223372036854775807.0", "9.223372036854775807e18",
	"18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "9007199254740993", "9007199254740993.0", "2147483648", "4294967296",
	"0.1", "0.10", "1.7976931348623157e308", "5e-324", "2.4703282292062328e-324", "1.00000000000000000000000001", "3.0e0", "1e19", "1e18", "12345678901234567890.5",
}

// scalars are other values.
var scalars = []string{
	"null", "true", "false", `""`, `"a"`, `"1"`, `"\u0000"`, `"\ud800"`, `"\udc00\ud800"`, `"\ud83d\ude00"`, `"\/\b\f\n\r\t"`, `"<>&"`, `"\u2028"`,
	"[]", "{}", "[null]", `{"a":null}`, `{"a":1,"a":2}`, `[{"b":[],"b":{}}]`, `[[[1]]]`, `{"x":{"y":{"z":1e2,"z":-0}}}`, "[1,1.0,1e0]",
}

// value returns a value of any kind.
func (s spoiler) value() *node {
	if s.IntN(2) == 0 {
		return scalar(oneOf(s.Rand, numbers...))
	}
	return scalar(oneOf(s.Rand, scalars...))
}

// respell writes a number in place of a scalar, half of the time of a number.
func (s spoiler) respell(root *node) {
	isScalar := func(p child) bool { return p.get().kind == 0 }
	isNumber := func(p child) bool { return isScalar(p) && strings.IndexAny(p.get().text, "-0123456789") == 0 }
	p, ok := root.anyChild(s.Rand, isNumber)
	if !ok || s.IntN(2) == 0 {
		p, ok = root.anyChild(s.Rand, isScalar)
	}
	if !ok {
		return
	}
	text := oneOf(s.Rand, numbers...)
	if old := p.get().text; isNumber(p) && s.IntN(2) == 0 && !strings.ContainsAny(old, ".eE") {
		text = oneOf(s.Rand, old+".0", old+"e0", old+"0e-1", old+".00", old+"E+0")
	}
	p.set(scalar(text))
}

// replace replaces any value.
func (s spoiler) replace(root *node) {
	if p, ok := root.anyChild(s.Rand, func(child) bool { return true }); ok {
		p.set(s.value())
	}
}

// retype replaces or adds an apiVersion or a kind.
func (s spoiler) retype(root *node) {
	group := "b.io"
	for _, f := range root.fields {
		if f.name == `"apiVersion"` {
			group, _, _ = strings.Cut(strings.Trim(f.value.text, `"`), "/")
		}
	}
	name := oneOf(s.Rand, `"apiVersion"`, `"apiVersion"`, `"kind"`, `"APIVERSION"`, `"Kind"`, `"\u212aind"`)
	text := oneOf(s.Rand, `""`, `"/"`, `"/v1"`, `"v1"`, `"v2"`, `"a/b/c"`, `"//"`, "null", "1", "1e400", "[]", `"%s/"`, `"%s/v1"`, `"%s/v9"`, `"%s/V1"`, `"Other"`, `" "`, `"é"`, `"\ud800"`)
	if strings.Contains(text, "%s") {
		text = fmt.Sprintf(text, group)
	}
	for i, f := range root.fields {
		if f.name == name && s.IntN(3) > 0 {
			root.fields[i].value = scalar(text)
			return
		}
	}
	if root.kind == '{' {
		s.insert(root, field{name, scalar(text)})
	}
}

// escape writes characters of names and strings as escapes.
func (s spoiler) escape(root *node) {
	p, ok := root.anyChild(s.Rand, func(p child) bool { return p.parent.kind == '{' && len(p.parent.fields[p.index].name) > 2 })
	if !ok {
		return
	}
	f := &p.parent.fields[p.index]
	if f.value.kind == 0 && len(f.value.text) > 2 && f.value.text[0] == '"' && s.IntN(2) == 0 {
		f.value = scalar(escaped(f.value.text))
	} else {
		f.name = escaped(f.name)
	}
}

// escaped returns a quoted text with an escape in place of its first character.
func escaped(text string) string {
	if text[0] != '"' || text[1] == '\\' || text[1] >= 0x80 {
		return text
	}
	return fmt.Sprintf(`"\u%04x%s`, text[1], text[2:])
}
