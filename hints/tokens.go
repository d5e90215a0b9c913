package hints

import (
	"strings"
	"unicode"

	"github.com/seed95800270/crdschema/celrules"
)

// token is a part of an expression: a name or a number, a literal of text, a run of spaces, or a
// single other character.
type token struct {
	text string
	kind tokenKind
}

type tokenKind uint8

const (
	sign tokenKind = iota
	word
	literal
	space
)

// tokensOf returns the tokens of an expression. Together, they are the text.
func tokensOf(text string) (out []token) {
	for i := 0; i < len(text); {
		kind, n := sign, 1
		switch c := rune(text[i]); {
		case c == '\'' || c == '"':
			kind, n = literal, literalLength(text[i:])
		case isWord(c):
			kind, n = word, lengthOf(text[i:], isWord)
		case unicode.IsSpace(c):
			kind, n = space, lengthOf(text[i:], unicode.IsSpace)
		}
		out = append(out, token{text[i : i+n], kind})
		i += n
	}
	return out
}

func isWord(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func lengthOf(text string, in func(rune) bool) int {
	n := 0
	for n < len(text) && in(rune(text[n])) {
		n++
	}
	return n
}

func literalLength(text string) int {
	quote := text[:1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(text, triple) {
		quote = triple
	}
	for i := len(quote); i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if strings.HasPrefix(text[i:], quote) {
			return i + len(quote)
		}
	}
	return len(text)
}

func joined(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.text)
	}
	return b.String()
}

// around returns the nearest tokens that are not spaces.
func around(tokens []token, i int) (before, after string) {
	for j := i - 1; j >= 0 && before == ""; j-- {
		before = strings.TrimSpace(tokens[j].text)
	}
	for j := i + 1; j < len(tokens) && after == ""; j++ {
		after = strings.TrimSpace(tokens[j].text)
	}
	return before, after
}

// renamed returns the text with another name for a field or a function.
func renamed(tokens []token, name, meant string) string {
	out := append([]token(nil), tokens...)
	for i, t := range out {
		before, after := around(tokens, i)
		if t.kind == word && t.text == name && (before == "." || after == "(") {
			out[i].text = meant
		}
	}
	return joined(out)
}

// withoutStep returns the text with self.x for self.name.x.
func withoutStep(tokens []token, name string) string {
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		inner := i > 1 && i+1 < len(tokens) && tokens[i-2].text == "self" && tokens[i-1].text == "." && tokens[i+1].text == "."
		if inner && tokens[i].kind == word && tokens[i].text == name {
			i++ // the dot behind it
			continue
		}
		b.WriteString(tokens[i].text)
	}
	return b.String()
}

// withStep returns the text with self.outer.name for self.name.
func withStep(tokens []token, outer, name string) string {
	var b strings.Builder
	for i, t := range tokens {
		if t.kind == word && t.text == name && i > 1 && tokens[i-1].text == "." && (tokens[i-2].text == "self" || tokens[i-2].text == "oldSelf") {
			b.WriteString(outer + ".")
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// withOperators returns the text with the operators of CEL for those of other languages.
func withOperators(tokens []token) string {
	words := map[string]string{"and": "&&", "AND": "&&", "or": "||", "OR": "||", "not": "!", "NOT": "!", "True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null", "nil": "null"}
	var b strings.Builder
	for i, t := range tokens {
		before, after := "", ""
		if i > 0 {
			before = tokens[i-1].text
		}
		if i+1 < len(tokens) {
			after = tokens[i+1].text
		}
		switch {
		case t.kind == word && words[t.text] != "" && before != ".":
			b.WriteString(words[t.text])
		case t.text == "=" && (after == "=" || strings.Contains("=!<>", before) && before != ""):
			if before == "=" && i > 1 && tokens[i-2].text == "=" {
				continue // === of JavaScript
			}
			b.WriteString("=")
		case t.text == "=":
			b.WriteString("==")
		case (t.text == "&" || t.text == "|") && before != t.text && after != t.text:
			b.WriteString(t.text + t.text)
		default:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// withPresence returns the text with has(x) for x != null.
func withPresence(tokens []token) string {
	var b strings.Builder
	for i := 0; i < len(tokens); {
		n := chainLength(tokens[i:])
		if not, length := comparedWithNull(tokens[i+n:]); n > 2 && length > 0 {
			b.WriteString(not + "has(" + joined(tokens[i:i+n]) + ")")
			i += n + length
			continue
		}
		n = max(n, 1)
		b.WriteString(joined(tokens[i : i+n]))
		i += n
	}
	return b.String()
}

// comparedWithNull returns the number of tokens of a comparison with null, and the operator of
// the opposite of has.
func comparedWithNull(tokens []token) (not string, n int) {
	var next []string
	for i, t := range tokens {
		if t.kind != space {
			next = append(next, t.text)
		}
		if len(next) == 3 {
			n = i + 1
			break
		}
	}
	switch strings.Join(next, "") {
	case "!=null":
		return "", n
	case "==null":
		return "!", n
	default:
		return "", 0
	}
}

// chainLength returns the number of tokens of a path like self.a.b, or 0.
func chainLength(tokens []token) int {
	if tokens[0].kind != word {
		return 0
	}
	n := 1
	for n+1 < len(tokens) && tokens[n].text == "." && tokens[n+1].kind == word {
		n += 2
	}
	return n
}

// withEscapes returns the text with the names of fields that CEL escapes.
func (p *problem) withEscapes(tokens []token) string {
	text := joined(tokens)
	properties := objectIn(objectAt(p.crd, p.above(3)), "properties")
	if !p.spend(len(properties) * (1 + len(text)/64)) {
		return text
	}
	for _, name := range sortedNames(properties) {
		if escaped, ok := celrules.Escape(name); ok && escaped != name {
			text = replaceName(text, "self."+name, "self."+escaped)
		}
	}
	return text
}

// replaceName returns text with another path in place of one that no other letter follows.
func replaceName(text, path, better string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, path)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if after == "" || !isWord(rune(after[0])) {
			b.WriteString(better)
		} else {
			b.WriteString(path)
		}
		text = after
	}
}
