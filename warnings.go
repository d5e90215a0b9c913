package crdschema

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
	recorded   map[string]bool
	ordered    []string
	runes      int // in sent
	truncating bool
}

func (w *warnings) add(texts ...string) {
	for _, text := range texts {
		if text == "" || w.recorded[text] || w.truncating && w.runes >= maxWarningRunes {
			continue
		}
		if w.recorded == nil {
			w.recorded = map[string]bool{}
		}
		w.recorded[text] = true
		w.ordered = append(w.ordered, text)
		w.send(text)
	}
}

func (w *warnings) send(text string) {
	if w.truncating {
		text = truncate(text)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return
	}
	runes := utf8.RuneCountInString(text)
	if !w.truncating && w.runes+runes > maxWarningRunes {
		// Start again with truncated texts.
		w.truncating, w.runes, w.sent = true, 0, nil
		for _, text := range w.ordered {
			w.send(text)
		}
		return
	}
	w.runes += runes
	w.sent = append(w.sent, text)
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
