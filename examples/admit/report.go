package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

type printer interface {
	verdict(v verdict) error
	end(sum *summary) error
}

type newPrinter func(to io.Writer, o *options) printer

// compactJSON returns a value on one line, without escaping <, > and &.
func compactJSON(value any) (string, error) {
	var line strings.Builder
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return strings.TrimSuffix(line.String(), "\n"), err
}

func newJSON(to io.Writer, o *options) printer {
	return records{to, o, func(record map[string]any) (string, error) {
		line, err := compactJSON(record)
		return line + "\n", err
	}}
}

func newYAML(to io.Writer, o *options) printer {
	return records{to, o, func(record map[string]any) (string, error) {
		text, err := document.EncodeYAML(context.Background(), record)
		return "---\n" + string(text), err
	}}
}

// records writes verdicts as data, as the package comment describes.
type records struct {
	to     io.Writer
	o      *options
	encode func(record map[string]any) (string, error)
}

func (r records) end(*summary) error { return nil }

func (r records) verdict(v verdict) error {
	text, err := r.encode(r.record(v))
	if err != nil {
		return err
	}
	_, err = io.WriteString(r.to, text)
	return err
}

func (r records) record(v verdict) map[string]any {
	rec := record{"verdict": string(v.outcome()), "file": v.file}
	if v.line > 0 {
		rec["line"] = int64(v.line)
	}
	for _, field := range []string{"apiVersion", "kind"} {
		rec.setText(field, v.text(field))
	}
	for _, field := range []string{"namespace", "name", "generateName"} {
		rec.setText(field, v.meta(field))
	}
	rec.setText("item", v.index)
	rec.setText("note", v.note)
	if v.err != nil {
		rec["error"] = v.err.Error()
		return rec
	}
	if status := v.refused(); status != nil {
		rec["refused"] = map[string]any{"code": int64(status.Code), "reason": status.Reason, "message": status.Message}
	}
	at := v.locator()
	rec.setList("dropped", listOf(v.result.Dropped, func(p structural.Path) any {
		return record{"path": p.String()}.at(at.of(p))
	}))
	rec.setList("defaulted", listOf(v.filledIn(), func(d defaulted) any {
		return map[string]any{"path": d.path.String(), "value": d.value}
	}))
	rec.setList("warnings", warningRecords(&v, at))
	rec.setList("errors", v.problems(at))
	rec.setList("tolerated", listOf(v.result.Ratcheted, func(e *structural.Error) any { return problem(e).at(at.of(e.Path)) }))
	if r.o.verbose {
		rec.setObject("decoded", v.result.Decoded)
		rec["cost"] = v.result.Cost
	}
	rec.setObject("object", v.kept())
	return rec
}

func (v *verdict) problems(at *locator) []any {
	var out []any
	for i, e := range v.result.Errors {
		p := problem(e)
		p.setText("path", v.pathInFile(e))
		p.setText("hint", v.hint(i))
		out = append(out, p.at(at.of(e.Path)))
	}
	return out
}

func warningRecords(v *verdict, at *locator) []any {
	var out []any
	for i, text := range v.result.Warnings {
		r := map[string]any{"text": text}
		if position, found := at.ofWarning(&v.result, i); found {
			r = record(r).at(position)
		}
		out = append(out, r)
	}
	return out
}

func problem(e *structural.Error) record {
	return record{"field": e.Location(), "reason": e.Kind.String(), "text": e.Error()}
}

// record is a JSON object without empty fields.
type record map[string]any

func (r record) at(p document.Position) map[string]any {
	if p == (document.Position{}) {
		return r
	}
	r["line"], r["column"] = int64(p.Line), int64(p.Column)
	return r
}

func (r record) setText(field, text string) {
	if text != "" {
		r[field] = text
	}
}

func (r record) setList(field string, list []any) {
	if len(list) > 0 {
		r[field] = list
	}
}

func (r record) setObject(field string, object map[string]any) {
	if object != nil {
		r[field] = object
	}
}

func listOf[T any](list []T, f func(T) any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
