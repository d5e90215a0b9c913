package textlines

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Terminal says how a terminal shows texts.
type Terminal struct {
	Width int  // of a line, in characters; 0 leaves lines whole
	Color bool // of titles and labels
}

const (
	bold, cyan, plain = "\x1b[1m", "\x1b[36m", "\x1b[0m"
	// narrowest is the least width of the text beside a label.
	narrowest = 20
)

var labeled = regexp.MustCompile(`^  (?:[a-z]+ +|        )`)

// Format returns a text of [Lines] with lines of at most the width, as far as words allow, and
// with colors. Characters that could move the cursor are escaped.
func (t Terminal) Format(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		t.line(&b, strings.TrimSuffix(line, "\n"))
	}
	return b.String()
}

func (t Terminal) line(b *strings.Builder, line string) {
	label, color := labeled.FindString(line), cyan
	rest, indent := line[len(label):], len(label)
	if label == "" {
		color, indent = bold, 2+labelWidth
	}
	if strings.HasPrefix(line, " ") && label == "" { // of the position in an expression
		AppendPrintable(b, line)
		b.WriteByte('\n')
		return
	}
	parts := t.wrap(rest, len(label), indent)
	if label == "" {
		t.paint(b, color, parts[0])
	} else {
		t.paint(b, color, label)
		AppendPrintable(b, parts[0])
	}
	b.WriteByte('\n')
	for _, part := range parts[1:] {
		b.WriteString(strings.Repeat(" ", indent))
		AppendPrintable(b, part)
		b.WriteByte('\n')
	}
}

func (t Terminal) paint(b *strings.Builder, color, text string) {
	if !t.Color || strings.TrimSpace(text) == "" {
		AppendPrintable(b, text)
		return
	}
	b.WriteString(color)
	AppendPrintable(b, text)
	b.WriteString(plain)
}

// wrap breaks a text at spaces: the first part begins in the column first, the others in the
// column indent.
func (t Terminal) wrap(text string, first, indent int) (parts []string) {
	if t.Width == 0 {
		return []string{text}
	}
	part, room := "", max(narrowest, t.Width-first)
	for word := range strings.SplitSeq(text, " ") {
		if part != "" && utf8.RuneCountInString(part)+1+utf8.RuneCountInString(word) > room {
			parts = append(parts, part)
			part, room = word, max(narrowest, t.Width-indent)
			continue
		}
		if part != "" {
			part += " "
		}
		part += word
	}
	return append(parts, part)
}

// AppendPrintable appends text, with an escape for each character that could move the cursor of
// a terminal.
func AppendPrintable(b *strings.Builder, text string) {
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(b, "\\u%04x", r)
		}
	}
}
