package main

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
)

// maxValue is how many characters of a default are shown.
const maxValue = 60

// newText writes verdicts for people to read.
func newText(to io.Writer, o *options) reporter { return text{to, o} }

type text struct {
	to io.Writer
	o  *options
}

func (t text) end(sum *summary) error {
	_, err := fmt.Fprintf(t.to, "objects %d, accepted %d, rejected %d, no verdict %d\n",
		sum.total(), sum.accepted, sum.rejected, sum.none)
	return err
}

// verdict writes a headline and blocks of lines below it.
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

// findings is what the server says.
func (t text) findings(p *page, v *verdict) {
	if t.o.verbose {
		p.block("request", t.request(v))
		if spent := v.result.Cost; spent > 0 {
			p.block("rules", fmt.Sprintf("%d of %d cost units", spent, celrules.ObjectBudget))
		}
	}
	if status := v.result.Status; status != nil {
		p.block("refused", fmt.Sprintf("%s (%d): %s", status.Reason, status.Code, status.Message))
	}
	p.list("is invalid", reasons(v))
	p.list("tolerated", v.result.Ratcheted.Texts())
	var dropped []string
	for _, path := range v.result.Dropped {
		dropped = append(dropped, path.String())
	}
	p.block("dropped", dropped...)
	p.block("filled in", t.defaults(v)...)
	p.block("warning", v.result.Warnings...)
}

// reasons are the texts of errors. Those of definitions say where in the file they
// are if the server names another place, and what to do about them.
func reasons(v *verdict) []string {
	texts, hints := v.result.Errors.Texts(), v.hints()
	for i, e := range v.result.Errors {
		if place := v.placeInFile(e); place != "" {
			texts[i] += " [" + place + "]"
		}
		if hint := hints[i].Text; hint != "" {
			texts[i] += "\n  hint: " + hint
		}
	}
	return texts
}

// defaults are lines of paths and values, the latter below each other.
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

// objects are the objects that there are to show.
func (t text) objects(p *page, v *verdict) error {
	name, object := "kept", v.kept()
	if object == nil && t.o.verbose {
		name, object = "read as", v.result.Decoded
	}
	if object == nil || t.o.quiet {
		return nil
	}
	document, err := crdschema.EncodeYAML(object)
	p.block(name, string(document))
	return err
}

// request says what is asked of the server.
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
