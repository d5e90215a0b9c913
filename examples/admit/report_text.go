package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// maxValue is the number of characters of a default that are shown.
const maxValue = 60

func newText(to io.Writer, o *options) printer { return text{to, o} }

type text struct {
	to io.Writer
	o  *options
}

func (t text) end(sum *summary) error {
	_, err := fmt.Fprintf(t.to, "objects %d, accepted %d, rejected %d, no verdict %d\n",
		sum.total(), sum.accepted, sum.rejected, sum.none)
	if t.o.demo() && err == nil {
		_, err = io.WriteString(t.to, demoEnd)
	}
	return err
}

const demoEnd = `
These are the built-in objects. Those that are rejected are meant to be: the exit
code is 0, where it would be 1 for files. For your own files:
  admit -crd FILE OBJECT...
`

func (t text) verdict(v verdict) error {
	var p page
	p.headline(&v)
	if v.err != nil {
		p.block("because", v.err.Error())
	} else {
		t.findings(&p, &v)
	}
	p.block("note", v.note)
	if err := t.objects(&p, &v); err != nil {
		return err
	}
	_, err := io.WriteString(t.to, p.text.String()+"\n")
	return err
}

func (t text) findings(p *page, v *verdict) {
	if t.o.verbose {
		p.block("request", t.request(v))
		if cost := v.result.Cost; cost > 0 {
			p.block("rules", fmt.Sprintf("%d of %d cost units", cost, celrules.ObjectBudget))
		}
	}
	at := v.locator()
	if status := v.refused(); status != nil {
		text := fmt.Sprintf("%s (%d): %s", status.Reason, status.Code, status.Message)
		if status.Path != nil {
			text = at.prefix(at.of(status.Path)) + text
		}
		p.block("refused", text)
	}
	p.list("is invalid", reasons(v, at))
	p.list("tolerated", located(at, v.result.Ratcheted))
	var dropped []string
	for _, path := range v.result.Dropped {
		dropped = append(dropped, at.prefix(at.of(path))+path.String())
	}
	p.block("dropped", dropped...)
	p.block("filled in", t.defaults(v)...)
	p.block("warning", warnings(v, at)...)
}

func warnings(v *verdict, at *locator) []string {
	texts := slices.Clone(v.result.Warnings)
	for i := range texts {
		if position, found := at.ofWarning(&v.result, i); found {
			texts[i] = at.prefix(position) + texts[i]
		}
	}
	return texts
}

func located(at *locator, errs structural.Errors) []string {
	texts := errs.Texts()
	for i, e := range errs {
		texts[i] = at.prefix(at.of(e.Path)) + texts[i]
	}
	return texts
}

func reasons(v *verdict, at *locator) []string {
	texts := located(at, v.result.Errors)
	for i, e := range v.result.Errors {
		if path := v.pathInFile(e); path != "" {
			texts[i] += " [" + path + "]"
		}
		if hint := v.hint(i); hint != "" {
			texts[i] += "\n  hint: " + hint
		}
	}
	return texts
}

func (t text) defaults(v *verdict) []string {
	all, width := v.filledIn(), 0
	for _, d := range all {
		width = max(width, utf8.RuneCountInString(d.path.String()))
	}
	var lines []string
	for _, d := range all {
		value, err := compactJSON(d.value)
		if err != nil {
			value = err.Error()
		}
		if runes := []rune(value); len(runes) > maxValue && !t.o.verbose {
			value = string(runes[:maxValue]) + " ..."
		}
		lines = append(lines, fmt.Sprintf("%-*s  %s", width, d.path, value))
	}
	return lines
}

func (t text) objects(p *page, v *verdict) error {
	name, object := "kept", v.kept()
	if object == nil && t.o.verbose {
		name, object = "read as", v.result.Decoded
	}
	if object == nil || t.o.quiet {
		return nil
	}
	text, err := document.EncodeYAML(context.Background(), object)
	p.block(name, string(text))
	return err
}

func (t text) request(v *verdict) string {
	what := map[crdschema.Operation]string{crdschema.Create: "create", crdschema.Update: "update"}[v.request.Operation]
	if t.o.version != "" {
		what += " at version " + t.o.version
	}
	if t.o.namespace != "" {
		what += " in namespace " + t.o.namespace
	}
	for name, mode := range modes {
		if mode == t.o.validation {
			what += ", field validation " + name
		}
	}
	return what
}

type page struct{ text strings.Builder }

func (p *page) headline(v *verdict) {
	word := string(v.outcome())
	if v.outcome() == none {
		word = "no verdict"
	}
	p.write(strings.TrimRight(fmt.Sprintf("%-10s  %v  %s", word, v.position, title(v.item)), " "))
}

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

// list writes texts as kubectl does, after asterisks.
func (p *page) list(label string, texts []string) {
	marked := make([]string, len(texts))
	for i, text := range texts {
		marked[i] = "* " + text
	}
	p.block(label, marked...)
}

// block writes a label and the lines of texts to the right of it, or nothing.
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

// write writes one line. It escapes characters that could move the cursor of a terminal.
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
