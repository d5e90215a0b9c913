package crdschema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

const (
	maxWarningRunes          = 4096 // of all warnings; if there are more, each is truncated
	maxTruncatedWarningRunes = 256
)

// warnings records the warnings of one request as the server does: each text once,
// and only texts that a header can hold. If all together are too long, each is
// truncated, and those beyond the limit are omitted.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder; k8s.io/
// apimachinery/pkg/util/net, NewWarningHeader.
type warnings struct {
	sent       []string
	paths      []structural.Path // of sent
	recorded   map[string]bool
	ordered    []field.Warning
	runes      int // in sent
	truncating bool
}

// add adds warnings about the field at path, or about no field if path is nil.
func (w *warnings) add(path structural.Path, texts ...string) {
	for _, text := range texts {
		if text == "" || w.recorded[text] || w.truncating && w.runes >= maxWarningRunes {
			continue
		}
		if w.recorded == nil {
			w.recorded = map[string]bool{}
		}
		w.recorded[text] = true
		w.ordered = append(w.ordered, field.Warning{Path: path, Text: text})
		w.send(path, text)
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

func (w *warnings) send(path structural.Path, text string) {
	if w.truncating {
		text = truncate(text)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return
	}
	runes := utf8.RuneCountInString(text)
	if !w.truncating && w.runes+runes > maxWarningRunes {
		// Start again with truncated texts.
		w.truncating, w.runes, w.sent, w.paths = true, 0, nil, nil
		for _, warning := range w.ordered {
			w.send(warning.Path, warning.Text)
		}
		return
	}
	w.runes += runes
	w.sent, w.paths = append(w.sent, text), append(w.paths, path)
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
