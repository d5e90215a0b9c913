package errlist

import (
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural/field"
)

const (
	maxWarningRunes          = 4096 // of all warnings; if there are more, each is truncated
	maxTruncatedWarningRunes = 256
)

// WarningRecorder records the warnings of one request as the server does: each text once, and only
// texts that a header can hold. If all together are too long, each is truncated, and those beyond
// the limit are omitted.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder;
// k8s.io/apimachinery/pkg/util/net, NewWarningHeader.
type WarningRecorder struct {
	sent       []string
	paths      []field.Path    // of sent
	ordered    Warnings        // all that were added; nil as long as sent holds them
	recorded   map[string]bool // the texts of all that were added, if there are many
	runes      int             // in sent
	truncating bool
}

// Add adds warnings about the field at path, or nil.
func (r *WarningRecorder) Add(path field.Path, texts ...string) {
	for _, text := range texts {
		if text == "" || r.has(text) || r.truncating && r.runes >= maxWarningRunes {
			continue
		}
		if r.ordered != nil {
			r.ordered = append(r.ordered, Warning{Path: path, Text: text})
		}
		r.send(path, text)
		if r.recorded != nil {
			r.recorded[text] = true
		}
	}
}

// AddAll adds warnings with their paths.
func (r *WarningRecorder) AddAll(all Warnings) {
	for _, warning := range all {
		r.Add(warning.Path, warning.Text)
	}
}

// AddErrors adds the texts of errors.
func (r *WarningRecorder) AddErrors(errs field.Errors) {
	for _, e := range errs {
		r.Add(e.Path, e.Error())
	}
}

// Sent returns the texts that the server sends, and for each the path of its field.
func (r *WarningRecorder) Sent() (texts []string, paths []field.Path) { return r.sent, r.paths }

// maxScanned is the number of warnings up to which a map of them does not pay off.
const maxScanned = 8

func (r *WarningRecorder) has(text string) bool {
	if r.recorded == nil && max(len(r.sent), len(r.ordered)) > maxScanned {
		r.recorded = map[string]bool{}
		for _, warning := range r.all() {
			r.recorded[warning.Text] = true
		}
	}
	switch {
	case r.recorded != nil:
		return r.recorded[text]
	case r.ordered != nil:
		return slices.Contains(r.ordered.Texts(), text)
	default:
		return slices.Contains(r.sent, text)
	}
}

func (r *WarningRecorder) all() Warnings {
	if r.ordered != nil {
		return r.ordered
	}
	out := make(Warnings, 0, len(r.sent)+1)
	for i, text := range r.sent {
		out = append(out, Warning{Path: r.paths[i], Text: text})
	}
	return out
}

// send sends a warning that was added, if a header can hold it.
func (r *WarningRecorder) send(path field.Path, text string) {
	if r.truncating {
		text = truncate(text)
	}
	sendable := InHeader(text)
	runes := utf8.RuneCountInString(text)
	tooLong := sendable && !r.truncating && r.runes+runes > maxWarningRunes
	if r.ordered == nil && (tooLong || !sendable) {
		r.ordered = append(r.all(), Warning{Path: path, Text: text})
	}
	switch {
	case tooLong:
		r.restart()
	case sendable:
		r.runes += runes
		r.sent, r.paths = append(r.sent, text), append(r.paths, path)
	}
}

func (r *WarningRecorder) restart() {
	r.truncating, r.runes, r.sent, r.paths = true, 0, nil, nil
	for _, warning := range r.ordered {
		r.send(warning.Path, warning.Text)
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
