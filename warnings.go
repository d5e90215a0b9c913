package crdschema

import (
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

const (
	maxWarningRunes          = 4096 // of all warnings; if there are more, each is truncated
	maxTruncatedWarningRunes = 256
)

// RecordWarnings returns the warnings that the server sends for the warnings of one request,
// given in the order in which they arise: each text once, and only texts that a header can
// hold, which are valid UTF-8 without control characters. If they have more than 4096
// characters together, each is truncated to 256, and those that follow when 4096 are reached
// are omitted. The warnings of a [Result] have been recorded: it is for servers that call the
// stages of [Definition.Admit] themselves, or that have warnings of their own. Package httpapi
// writes the headers.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder.
func RecordWarnings(texts []string) []string {
	var w warnings
	w.add(nil, texts...)
	return w.sent
}

// warnings records the warnings of one request as the server does: each text once,
// and only texts that a header can hold. If all together are too long, each is
// truncated, and those beyond the limit are omitted.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder; k8s.io/
// apimachinery/pkg/util/net, NewWarningHeader.
type warnings struct {
	sent       []string
	paths      []structural.Path // of sent
	ordered    field.Warnings    // all that were added; nil as long as sent holds them
	recorded   map[string]bool   // the texts of all that were added, if there are many
	runes      int               // in sent
	truncating bool
}

// add adds warnings about the field at path, or about no field if path is nil.
func (w *warnings) add(path structural.Path, texts ...string) {
	for _, text := range texts {
		if text == "" || w.has(text) || w.truncating && w.runes >= maxWarningRunes {
			continue
		}
		if w.ordered != nil {
			w.ordered = append(w.ordered, field.Warning{Path: path, Text: text})
		}
		w.send(path, text)
		if w.recorded != nil {
			w.recorded[text] = true
		}
	}
}

// addAll adds warnings with their paths.
func (w *warnings) addAll(all field.Warnings) {
	for _, warning := range all {
		w.add(warning.Path, warning.Text)
	}
}

// addErrors adds the texts of errors.
func (w *warnings) addErrors(errs structural.Errors) {
	for _, e := range errs {
		w.add(e.Path, e.Error())
	}
}

// maxScanned is the number of warnings up to which a map of them does not pay off.
const maxScanned = 8

// has reports whether a text was added.
func (w *warnings) has(text string) bool {
	if w.recorded == nil && max(len(w.sent), len(w.ordered)) > maxScanned {
		w.recorded = map[string]bool{}
		for _, warning := range w.all() {
			w.recorded[warning.Text] = true
		}
	}
	switch {
	case w.recorded != nil:
		return w.recorded[text]
	case w.ordered != nil:
		return slices.Contains(w.ordered.Texts(), text)
	default:
		return slices.Contains(w.sent, text)
	}
}

// all returns all warnings that were added.
func (w *warnings) all() field.Warnings {
	if w.ordered != nil {
		return w.ordered
	}
	out := make(field.Warnings, 0, len(w.sent)+1)
	for i, text := range w.sent {
		out = append(out, field.Warning{Path: w.paths[i], Text: text})
	}
	return out
}

// send sends a warning that was added, if a header can hold it.
func (w *warnings) send(path structural.Path, text string) {
	if w.truncating {
		text = truncate(text)
	}
	sendable := wire.InHeader(text)
	runes := utf8.RuneCountInString(text)
	tooLong := sendable && !w.truncating && w.runes+runes > maxWarningRunes
	if w.ordered == nil && (tooLong || !sendable) {
		w.ordered = append(w.all(), field.Warning{Path: path, Text: text})
	}
	switch {
	case tooLong:
		w.restart()
	case sendable:
		w.runes += runes
		w.sent, w.paths = append(w.sent, text), append(w.paths, path)
	}
}

// restart sends all warnings again, truncated.
func (w *warnings) restart() {
	w.truncating, w.runes, w.sent, w.paths = true, 0, nil, nil
	for _, warning := range w.ordered {
		w.send(warning.Path, warning.Text)
	}
}

func truncate(text string) string {
	n := 0
	for i := range text {
		if n == maxTruncatedWarningRunes {
			return text[:i]
		}
		n++
	}
	return text
}
