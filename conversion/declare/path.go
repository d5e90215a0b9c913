package declare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

type segment struct {
	name  string
	every bool
}

type path []segment

func parsePath(text string) (path, error) {
	var out path
	rest := text
	for rest != "" {
		var s segment
		switch {
		case strings.HasPrefix(rest, "[*]"):
			s.every, rest = true, rest[len("[*]"):]
		case strings.HasPrefix(rest, "['"):
			name, after, found := strings.Cut(rest[len("['"):], "']")
			if !found {
				return nil, fmt.Errorf("path %q: a name in brackets has no end", text)
			}
			s.name, rest = name, after
		case rest[0] == '.':
			end := 1
			for end < len(rest) && isNameByte(rest[end]) {
				end++
			}
			s.name, rest = rest[1:end], rest[end:]
		default:
			return nil, fmt.Errorf("path %q: expected .name, ['name'] or [*] at %q", text, rest)
		}
		if !s.every && s.name == "" {
			return nil, fmt.Errorf("path %q: a name is empty", text)
		}
		if len(out) == structural.MaxDepth {
			return nil, fmt.Errorf("a path has more than %d names, which is deeper than any object", structural.MaxDepth)
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("a path is empty")
	}
	return out, nil
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.every:
			b.WriteString("[*]")
		case strings.IndexFunc(s.name, func(r rune) bool { return r > 127 || !isNameByte(byte(r)) }) >= 0:
			b.WriteString("['" + s.name + "']")
		default:
			b.WriteString("." + s.name)
		}
	}
	return b.String()
}

// scope holds the paths of a rule: below leads to the objects of the rule, and fields are
// the paths within each of them.
type scope struct {
	below  path
	fields []fieldRef
}

func parseScope(texts ...string) (scope, error) {
	var out scope
	var taken pathTree
	for i, text := range texts {
		p, err := parsePath(text)
		if err != nil {
			return scope{}, err
		}
		if err := p.checkRoot(text); err != nil {
			return scope{}, err
		}
		n := p.numBelow()
		if n == len(p) {
			return scope{}, fmt.Errorf("path %q: a name is needed behind the last [*]", text)
		}
		if i == 0 {
			out.below = p[:n]
		}
		if !slices.Equal(out.below, p[:n]) {
			return scope{}, fmt.Errorf("paths %q and %q must agree up to the last [*]", texts[0], text)
		}
		next := newField(text, p[n:])
		if other := taken.add(i, next.names); other != i {
			return scope{}, fmt.Errorf("one of the paths %q and %q lies inside the other", texts[other], text)
		}
		out.fields = append(out.fields, next)
	}
	return out, nil
}

func (p path) numBelow() int {
	for i := len(p); i > 0; i-- {
		if p[i-1].every {
			return i
		}
	}
	return 0
}

func (p path) checkRoot(text string) error {
	switch p[0].name {
	case "apiVersion", "kind":
		return fmt.Errorf("path %q: the %s is no matter of a rule", text, p[0].name)
	case "metadata":
		convertible := len(p) == 3 && (p[1].name == "labels" || p[1].name == "annotations") && !p[2].every
		if !convertible {
			return fmt.Errorf("path %q: of the metadata only labels and annotations can be converted", text)
		}
	}
	if p[0].every {
		return fmt.Errorf("path %q: must begin with a name", text)
	}
	return nil
}

func (s scope) each(c *call, obj map[string]any, change func(*call, map[string]any) (map[string]any, error)) (map[string]any, error) {
	out, err := walk{c, change}.value(obj, s.below)
	if err != nil {
		return nil, err
	}
	obj, _ = out.(map[string]any)
	return obj, nil
}
