package main

import (
	"fmt"
	"strings"
	"unicode"
)

// page is the text of one verdict.
type page struct{ text strings.Builder }

func (p *page) headline(v *verdict) {
	word := string(v.outcome())
	if v.outcome() == none {
		word = "no verdict"
	}
	p.write(strings.TrimRight(fmt.Sprintf("%-10s  %v  %s", word, v.place, title(v.item)), " "))
}

// title is how the object is called: kind, namespace and name.
func title(it item) string {
	name := it.meta("name")
	if prefix := it.meta("generateName"); name == "" && prefix != "" {
		name = prefix + "*"
	}
	if namespace := it.meta("namespace"); namespace != "" {
		name = namespace + "/" + name
	}
	return strings.TrimSpace(it.text("kind") + " " + name)
}

// list writes texts as kubectl does, one behind each asterisk.
func (p *page) list(label string, texts []string) {
	marked := make([]string, len(texts))
	for i, text := range texts {
		marked[i] = "* " + text
	}
	p.block(label, marked...)
}

// block writes a label and, to the right of it, the lines of some texts. It
// writes nothing if there are none.
func (p *page) block(label string, texts ...string) {
	for _, text := range texts {
		if text == "" {
			continue
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			p.write(strings.TrimRight(fmt.Sprintf("  %-10s  %s", label, line), " "))
			label = ""
		}
	}
}

// write writes one line, in which nothing can move the cursor of a terminal.
func (p *page) write(line string) {
	for _, r := range line {
		if unicode.IsPrint(r) {
			p.text.WriteRune(r)
		} else {
			fmt.Fprintf(&p.text, "\\u%04x", r)
		}
	}
	p.text.WriteByte('\n')
}
