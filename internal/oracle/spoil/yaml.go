package spoil

import "strings"

// plains are scalars that JSON does not have.
var plains = []string{
	"yes", "no", "on", "off", "y", "n", "~", "Null", "NULL", "", "True", "FALSE", "017", "0o17", "0x1F", "0b11", "1_000", "1_0.5", "+1", "+.5", ".5", "1.", "-.5", "0x", "08", "1e3", "1e",
	".inf", "-.INF", ".nan", "1:30", "12:30:45.5", "2001-01-01", "2001-12-14T21:59:43Z", "a b", "a: b", "a#b", "'it''s'", "''", `"\x41\e\_"`, `"\U0001F600"`, `"\q"`, "@a", "`a`", "%a", "- a", "? a", "=", "<<",
	"!!str 1", "!!str yes", "!!int \"12\"", "!!int a", "!!float 1", "!!float \"1e3\"", "!!bool \"true\"", "!!null \"\"", "!!binary aGk=", "!!binary /w==", "!!binary a", "!!timestamp 2001-01-01", "!a b", "!<tag:yaml.org,2002:int> 3", "! 1", "!!map {}",
	"!!seq []", "!!set {a, b}", "!!omap [a: 1]", "&x 1", "*x", "*a", "&x [*x]", "[a, b", "{a: 1, a: 2}", "{a, b}", "[a: 1]", "{1: a, \"1\": b}", "{1.0: a}", "{true: a}", "{~: a}", "{.nan: 1}", "{[a]: b}", "{? a : b}",
	"99999999999999999999", "-9223372036854775809", "18446744073709551615", "1e400", "-1e400", "1.7976931348623157e309", "0.1e-400",
}

// plain writes a YAML scalar in place of any value.
func (s spoiler) plain(root *node) {
	if p, ok := root.anyChild(s.Rand, func(child) bool { return true }); ok {
		p.set(scalar(oneOf(s.Rand, plains...)))
	}
}

// anchor gives a value an anchor and puts aliases of it, before or behind it, in place
// of other values or into new fields.
func (s spoiler) anchor(root *node) {
	p, ok := root.anyChild(s.Rand, func(p child) bool { return p.get().text != "" || p.get().kind == '{' })
	if !ok {
		return
	}
	p.set(scalar("&a " + flowYAML(s.Rand, p.get())))
	for range 1 + s.IntN(2) {
		if q, ok := root.anyChild(s.Rand, func(q child) bool { return !strings.HasPrefix(q.get().text, "&a ") }); ok && s.IntN(2) == 0 {
			q.set(scalar("*a"))
		} else if root.kind == '{' {
			s.insert(root.anyObject(s.Rand), field{oneOf(s.Rand, `"x"`, "*a ", "y"), scalar("*a")})
		}
	}
}

// oddName writes a name that is not a JSON string.
func (s spoiler) oddName(root *node) {
	n := root.anyObject(s.Rand)
	if n.kind == '{' {
		name := oneOf(s.Rand, "1", "1.5", "1e3", "true", "yes", "~", "null", ".inf", ".nan", "!!str 1", "'a'", "2001-01-01", "[a]", "{a: 1}", "? a", "18446744073709551615", "0x10", "!!binary aGk=", "kind", "apiVersion", "spec", "''")
		s.insert(n, field{name, s.value()})
	}
}

// merge adds a merge key.
func (s spoiler) merge(root *node) {
	n := root.anyObject(s.Rand)
	if n.kind == '{' {
		s.insert(n, field{oneOf(s.Rand, "<<", `"<<"`, "!!merge <<"), scalar(oneOf(s.Rand, `{x: 1, kind: M}`, "[{x: 1}, {x: 2}]", "1", "[1]", "null", `{"spec": {}}`, "{<<: {z: 1}}"))})
	}
}

// aroundYAML adds directives, markers of documents and comments.
func (s spoiler) aroundYAML(text string) string {
	switch s.IntN(14) {
	case 0:
		return "%YAML 1.1\n---\n" + text
	case 1:
		return "%YAML 1.2\n---\n" + text
	case 2:
		return "%TAG ! tag:example.com,2000:\n--- # comment\n" + text
	case 3:
		return "%FOO bar\n---\n" + text
	case 4:
		return "---\n" + text + "...\n"
	case 5:
		return text + "---\nkind: Other\n"
	case 6:
		return "---\n---\n" + text
	case 7:
		return text + "...\ngarbage: [\n"
	case 8:
		return "# comment\n\n" + text + "\n# comment"
	case 9:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 10:
		return strings.ReplaceAll(text, "  ", "\t")
	case 11:
		return "--- " + text
	case 12:
		return " " + text
	default:
		return "%YAML 1.1\n---"
	}
}
