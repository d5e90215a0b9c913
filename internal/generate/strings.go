package generate

import (
	"strconv"
	"strings"
)

// plainNames are field names. Some are also keywords, or mean something at a resource root.
var plainNames = []string{
	"active", "annotations", "apiVersion", "args", "config", "data", "default", "description", "enabled", "entries",
	"env", "groups", "host", "image", "items", "kind", "labels", "limit", "metadata", "mode", "name", "namespace",
	"nodeSelector", "paths", "phase", "port", "ports", "properties", "protocol", "ratio", "replicas", "required",
	"resources", "rules", "schedule", "selector", "size", "spec", "status", "tags", "template", "timeout", "type",
	"url", "value", "values", "version", "weight", "zone",
}

// awkwardNames are names for mistakes in joining, splitting or escaping paths.
var awkwardNames = []string{
	"", " ", "$ref", "-", ".", "..", ".a", "/", "0", "1", "<a&b>", "A", "Spec", "[0]", "[]", "__proto__", "__x__",
	"a b", "a-b", "a.b", "a.b.c", "a/b", "a[0]", "a[0].b", "a_b", "b'c", "b\\c", "b`c", "example.com/name", "false",
	"in", "null", "self", "tab\there", "true", "x-kubernetes-x", "~1", `quo"te`, "grün", "日本語", "\u2028", "👍",
	strings.Repeat("long", 70),
}

var typeMeta = []string{"apiVersion", "kind", "metadata"}

func (g *Generator) name() string {
	if !g.exact && g.percent(6) {
		return pick(g.random, awkwardNames)
	}
	return pick(g.random, plainNames)
}

// names returns n different names that are not in taken.
func (g *Generator) names(n int, taken ...string) []string {
	seen := map[string]bool{}
	for _, name := range taken {
		seen[name] = true
	}
	var out []string
	for range n {
		name := g.name()
		for seen[name] {
			name += "2"
		}
		seen[name] = true
		out = append(out, name)
	}
	return out
}

// unknownName returns a name that is not a key of m.
func (g *Generator) unknownName(m map[string]any) string {
	name := g.name()
	for i := 0; has(m, name); i++ {
		name = "unknown" + strconv.Itoa(i)
	}
	return name
}

// sample is a pattern or a format with strings that satisfy it and strings that do not.
type sample struct {
	is         string // the pattern, or the name of the format
	hits, miss []string
}

var patterns = []sample{
	{`^[a-z]+$`, []string{"a", "abc", "zebra"}, []string{"", "ABC", "a1"}},
	{`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, []string{"a", "my-name", "0"}, []string{"-a", "a.b", ""}},
	{`^\d{3}$`, []string{"007", "123"}, []string{"12", "1234"}},
	{`a|b`, []string{"a", "xbx"}, []string{"", "c"}},
	{`^(foo|bar)$`, []string{"foo", "bar"}, []string{"foobar", "baz"}},
	{`^.{0,5}$`, []string{"", "a", "ab cd"}, []string{"abcdef"}},
	{`^\p{L}+$`, []string{"grün", "日本", "x"}, []string{"1", "a b"}},
	{`(?i)^yes$`, []string{"yes", "YES"}, []string{"no", "yess"}},
	{`.*`, []string{"", "anything"}, []string{"\n"}},
	{`^/[^"\\]*$`, []string{"/", "/a/b"}, []string{"a", `/"`}},
	{`^[^%s]$`, []string{"a", "x"}, []string{"%", "ab"}},
}

var badPatterns = []string{`(`, `[a-z`, `(?=x)`, `\d{2000}`, `*`, `a**`, `\k`, `(?P<x`, `[z-a]`, "\\", `x{2,1}`}

var formats = []sample{
	{"bsonobjectid", []string{"507f1f77bcf86cd799439011"}, []string{"507f"}},
	{"uri", []string{"https://example.com/x", "/abs"}, []string{"x y"}},
	{"email", []string{"a@example.com", "Ann <a@example.com>"}, []string{"a"}},
	{"hostname", []string{"example.com", "localhost"}, []string{"-a", "a..b"}},
	{"ipv4", []string{"10.0.0.1", "192.168.1.255"}, []string{"10.0.0.256", "::1"}},
	{"ipv6", []string{"::1", "2001:db8::1"}, []string{"10.0.0.1", ":::"}},
	{"cidr", []string{"10.0.0.0/8", "2001:db8::/32"}, []string{"10.0.0.0", "10.0.0.0/33"}},
	{"mac", []string{"00:00:5e:00:53:01"}, []string{"00:00"}},
	{"uuid", []string{"7c9e6679-7425-40de-944b-e07fc1f90ae7", "6fa459ea-ee8a-3ca4-894e-db77e160355e", "886313e1-3b8a-5372-9b90-0c9aee199e5d"}, []string{"7c9e"}},
	{"uuid3", []string{"6fa459ea-ee8a-3ca4-894e-db77e160355e"}, []string{"7c9e6679-7425-40de-944b-e07fc1f90ae7"}},
	{"uuid4", []string{"7c9e6679-7425-40de-944b-e07fc1f90ae7"}, []string{"6fa459ea-ee8a-3ca4-894e-db77e160355e"}},
	{"uuid5", []string{"886313e1-3b8a-5372-9b90-0c9aee199e5d"}, []string{"x"}},
	{"isbn", []string{"0-306-40615-2", "978-3-16-148410-0"}, []string{"0-306-40615-3"}},
	{"isbn10", []string{"0-306-40615-2"}, []string{"978-3-16-148410-0"}},
	{"isbn13", []string{"978-3-16-148410-0"}, []string{"0-306-40615-2"}},
	{"creditcard", []string{"4111 1111 1111 1111"}, []string{"4111 1111 1111 1112"}},
	{"ssn", []string{"111-22-3333"}, []string{"111-2-33333"}},
	{"hexcolor", []string{"#ffAA00", "abc"}, []string{"#ab"}},
	{"rgbcolor", []string{"rgb(1,2,3)"}, []string{"rgb(1,2,300)"}},
	{"byte", []string{"aGVsbG8="}, []string{"", "a-_b", "!"}},
	{"password", []string{"", "secret"}, nil},
	{"date", []string{"2024-02-29"}, []string{"2023-02-29", "24-1-1"}},
	{"date-time", []string{"2024-02-29T12:00:00Z", "1999-01-01t00:00:00.5+01:00"}, []string{"2024-02-29", "2024-02-29T25:00:00Z"}},
	{"datetime", []string{"2024-02-29T12:00:00Z", "1999-01-01t00:00:00.5+01:00"}, []string{"noon"}},
	{"duration", []string{"1h30m", "2 days", "-1s"}, []string{"soon"}},
	{"k8s-short-name", []string{"abc", "a-b"}, []string{"a.b", "A"}},
	{"k8s-long-name", []string{"a.b.c", "abc"}, []string{"-a", "A"}},
}

// goFormats are the formats with strings that Go types read and write in another way.
var goFormats = []sample{
	{"date-time", []string{"2024-02-29T12:00:00Z", "1999-01-01T00:00:00Z"}, nil},
	{"datetime", []string{"2024-02-29T12:00:00Z", "1999-01-01T00:00:00Z"}, nil},
	{"duration", []string{"1h30m0s", "-1s"}, nil},
}

// looseFormats are formats that random words satisfy by accident.
var looseFormats = []string{
	"uri", "email", "hostname", "hexcolor", "byte", "password", "duration", "k8s-short-name", "k8s-long-name",
}

// otherFormats do not restrict strings: they are unknown, or formats of numbers.
var otherFormats = []string{"quantity", "int32", "double", "Date", "x"}

var alphabet = []rune("abcdefghijklmnopqrstuvwxyz0123456789 -_.ABCXYZéß漢👍")

func find(samples []sample, name string) (sample, bool) {
	for _, s := range samples {
		if s.is == name {
			return s, true
		}
	}
	return sample{}, false
}

// word returns a string of n runes.
func (g *Generator) word(n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = pick(g.random, alphabet)
	}
	return string(out)
}

// oddText are strings that are likely to be misinterpreted.
var oddText = []string{
	"", " ", "0", "1", "-1", "1.0", "1e3", "NaN", "null", "true", "a", "A", "object", "x y", "a.b", "a/b", "/", "-", "a\nb",
	"\x00", "\"", "\\", "%s", "%!d", "<&>", "{}", "[]", "ä", "👍", "\u2028", "\ufffd", "2024-01-01T00:00:00Z", "10.0.0.1",
	"example.com/v1", "Thing",
}

// text returns any string. Most are short and unusual, few are long.
func (g *Generator) text() string {
	switch g.weighted(60, 37, 3) {
	case 0:
		return pick(g.random, oddText)
	case 1:
		return g.word(g.below(12))
	default:
		return g.word(g.between(100, 5000))
	}
}
