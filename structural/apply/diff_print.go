package apply

import (
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/document"
)

// String returns the changes as lines for a person to read, each ending in a newline:
//
//	~ .spec.replicas: 1 → 3
//	+ .spec.ports[name="https"].port: 443
//	- .metadata.labels.app: "web"
//
// Values are JSON. Long objects and lists are YAML on lines of their own.
func (c Changes) String() string {
	var b strings.Builder
	for i := range c {
		b.WriteString(c[i].String())
	}
	return b.String()
}

func (c Change) String() string {
	at := changeMarks[min(int(c.Kind), len(changeMarks)-1)] + " " + printable(c.Path.String()) + ":"
	switch c.Kind {
	case Reordered:
		return at + " order\n"
	case Added:
		return at + printed(c.New, "+")
	case Removed:
		return at + printed(c.Old, "-")
	}
	old, now := printed(c.Old, "-"), printed(c.New, "+")
	if short := !strings.HasPrefix(old, "\n") && !strings.HasPrefix(now, "\n"); short {
		return at + strings.TrimSuffix(old, "\n") + " →" + now
	}
	return at + inLines(old, "-") + strings.TrimPrefix(inLines(now, "+"), "\n")
}

var changeMarks = [...]string{Added: "+", Modified: "~", Removed: "-", Reordered: "↕"}

func printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

func inLines(text, mark string) string {
	if strings.HasPrefix(text, "\n") {
		return text
	}
	return "\n" + mark + indentation + strings.TrimPrefix(text, " ")
}

// longValue is the length in runes from which objects and lists are printed as YAML.
const longValue = 60

const indentation = "     "

func printed(v any, mark string) string {
	text := jsonText(v)
	switch v.(type) {
	case map[string]any, []any:
		if utf8.RuneCountInString(text) < longValue {
			break
		}
		if yaml, err := document.EncodeYAML(context.Background(), v); err == nil {
			lines := strings.TrimSuffix(string(yaml), "\n")
			return "\n" + mark + indentation + strings.ReplaceAll(lines, "\n", "\n"+mark+indentation) + "\n"
		}
	}
	return " " + text + "\n"
}
