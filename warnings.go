package crdschema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxWarningRunes   = 4096 // of all warnings, before each is cut short
	maxWarningRunesOf = 256  // of one warning then
)

// warnings records the warnings of one request as a server does: each text
// once; none that a header cannot hold; and if they are too long altogether, each
// is cut short and those that would come after are left out.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder; k8s.io/
// apimachinery/pkg/util/net, NewWarningHeader.
type warnings struct {
	sent     []string
	recorded map[string]bool
	ordered  []string
	runes    int // in sent
	cutting  bool
}

func (w *warnings) add(texts ...string) {
	for _, text := range texts {
		if text == "" || w.recorded[text] || w.cutting && w.runes >= maxWarningRunes {
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
	if w.cutting {
		text = cut(text)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return
	}
	runes := utf8.RuneCountInString(text)
	if !w.cutting && w.runes+runes > maxWarningRunes {
		// Start anew with everything cut short.
		w.cutting, w.runes, w.sent = true, 0, nil
		for _, text := range w.ordered {
			w.send(text)
		}
		return
	}
	w.runes += runes
	w.sent = append(w.sent, text)
}

func cut(text string) string {
	n := 0
	for i := range text {
		if n == maxWarningRunesOf {
			return text[:i]
		}
		n++
	}
	return text
}
