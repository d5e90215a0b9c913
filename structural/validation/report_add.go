package validation

import (
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// add reports an error of the current value, with its message as the detail.
func (r *reporter) add(kind structural.Kind, value any, text string) {
	r.addSilent(kind, value, text, message{text: text})
}

// addSilent reports an error whose detail is not its message.
func (r *reporter) addSilent(kind structural.Kind, value any, detail string, m message) {
	e := structural.Error{Kind: kind, Value: value, Detail: detail}
	r.addAt(r.location(r.name()), e, m)
}

// addAtBase reports an error whose location the server does not know.
func (r *reporter) addAtBase(text string) {
	e := structural.Error{Kind: structural.Invalid, Value: "", Detail: text}
	r.addAt(r.base.String(), e, message{text: text})
}

// addAt reports an error for which the server prints location; its path leads
// to the current value and on by steps.
func (r *reporter) addAt(location string, e structural.Error, m message, steps ...structural.Step) {
	if r.found.full() {
		r.found.left++
		return
	}
	e.Path = r.base.Append(r.steps...).Append(steps...)
	length := len(location)
	if text, ok := e.Value.(string); ok {
		length += len(text)
	}
	if e.Path.String() == location {
		r.found.add(issue{&e, m}, length)
		return
	}
	r.found.add(issue{field.PrintedAt(e, location), m}, length)
}
