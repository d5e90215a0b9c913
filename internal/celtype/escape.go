package celtype

import "strings"

// reserved holds the words of CEL that are not identifiers.
//
// Rule: CEL language definition, "Syntax": RESERVED and the literals.
var reserved = map[string]bool{
	"true": true, "false": true, "null": true, "in": true,
	"as": true, "break": true, "const": true, "continue": true, "else": true, "for": true, "function": true,
	"if": true, "import": true, "let": true, "loop": true, "package": true, "namespace": true, "return": true,
	"var": true, "void": true, "while": true,
}

// Escape returns the identifier of the property name in rules. Package celrules has the
// rules. It reports false for a name without one.
//
// Rule: Kubernetes documentation, "Escaping" under "Validation rules"; k8s.io/
// apiserver/pkg/cel, Escape.
func Escape(name string) (identifier string, ok bool) {
	switch {
	case name == "" || isDigit(name[0]):
		return "", false
	case reserved[name]:
		return "__" + name + "__", true
	case isPlain(name):
		return name, true
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '_' && i+1 < len(name) && name[i+1] == '_':
			b.WriteString("__underscores__")
			i++
		case c == '_' || isLetter(c) || isDigit(c):
			b.WriteByte(c)
		case c == '.':
			b.WriteString("__dot__")
		case c == '-':
			b.WriteString("__dash__")
		case c == '/':
			b.WriteString("__slash__")
		default:
			return "", false
		}
	}
	return b.String(), true
}

func isPlain(name string) bool {
	for i := range len(name) {
		if c := name[i]; c == '_' && i > 0 && name[i-1] == '_' || c != '_' && !isLetter(c) && !isDigit(c) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// PropertyName returns the property name of an identifier in an expression that may not be
// valid: an identifier that [Unescape] refuses is its own.
func PropertyName(identifier string) string {
	if name, ok := Unescape(identifier); ok {
		return name
	}
	return identifier
}

// Unescape returns the property name of an identifier, or false if double underscores
// enclose a word that Escape does not write, or a reserved word next to other text. It
// does not validate the identifier.
//
// Rule: k8s.io/apiserver/pkg/cel, Unescape.
func Unescape(identifier string) (name string, ok bool) {
	var b strings.Builder
	rest := identifier
	for {
		before, word, after, found := cutEscape(rest)
		if !found {
			b.WriteString(rest)
			return b.String(), true
		}
		b.WriteString(before)
		switch word {
		case "underscores":
			b.WriteString("__")
		case "dot":
			b.WriteByte('.')
		case "dash":
			b.WriteByte('-')
		case "slash":
			b.WriteByte('/')
		default:
			if !reserved[word] || len(word)+len("____") != len(identifier) {
				return "", false
			}
			b.WriteString(word)
		}
		rest = after
	}
}

// cutEscape cuts s around the first word between two pairs of underscores. Further ones in
// front belong to before.
func cutEscape(s string) (before, word, after string, found bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], "__")
		if i < 0 {
			return s, "", "", false
		}
		start := from + i
		for start+2 < len(s) && s[start+2] == '_' {
			start++
		}
		end := strings.IndexByte(s[start+2:], '_')
		if end < 0 {
			return s, "", "", false
		}
		end += start + 2
		if strings.HasPrefix(s[end:], "__") && end > start+2 {
			return s[:start], s[start+2 : end], s[end+2:], true
		}
		from = end
	}
}
