// Package textlines writes texts for readers: a title, and below it lines with a label each.
//
//	tags[1]: Too long: may not be more than 9 bytes
//	  at      thing.yaml:4:11: tags[1]
//	  change  set tags[1] to "a_long_ta"
//
// [Terminal] breaks and colors such texts.
package textlines

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// Lines is a text under construction.
type Lines struct{ b strings.Builder }

// Title adds a line without a label, and without the spaces at its end.
func (l *Lines) Title(text string) { l.b.WriteString(strings.TrimRight(text, " ") + "\n") }

// Add adds a line.
func (l *Lines) Add(label, text string) { fmt.Fprintf(&l.b, "  %-*s%s\n", labelWidth, label, text) }

// labelWidth is the number of columns of a label.
const labelWidth = 8

// AddAll adds a line for each text. Only the first one has the label.
func (l *Lines) AddAll(label string, texts []string) {
	for _, text := range texts {
		l.Add(label, text)
		label = ""
	}
}

// String returns the text.
func (l *Lines) String() string { return l.b.String() }

// Located returns a path with the name of the file, the line and the column, or alone without
// positions. The text of the positions has some lines of the file before it.
func Located(file string, positions *document.Positions, before int, path structural.Path, text string) string {
	if positions == nil {
		return text
	}
	at, _ := positions.Of(path)
	return fmt.Sprintf("%s:%d:%d: %s", file, before+at.Line, at.Column, text)
}

// Edits returns edits as texts.
func Edits(edits []hints.Edit) []string {
	out := make([]string, len(edits))
	for i, e := range edits {
		out[i] = fmt.Sprintf("set %s to %s", e.Path, Quoted(e.Value))
		if e.Remove {
			out[i] = "remove " + e.Path.String()
		}
	}
	return out
}

// Paths returns paths as texts.
func Paths(paths []structural.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.String()
	}
	return out
}

// Longest is the number of bytes of a value that is shown whole.
const Longest = 200

// Quoted returns a value as JSON, or what [Short] returns for a long one.
func Quoted(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // a rule remains readable
	text := ""
	if err := encoder.Encode(v); err == nil {
		text = strings.TrimSuffix(b.String(), "\n")
	}
	if text == "" || len(text) > Longest {
		return Short(v)
	}
	return text
}

// Short returns a value as text without quotes, or in words if it is long or has other values.
func Short(v any) string {
	switch v := v.(type) {
	case string:
		if len(v) > Longest {
			return fmt.Sprintf("a text of %d bytes", len(v))
		}
		return v
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}
