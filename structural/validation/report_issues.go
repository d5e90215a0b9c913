package validation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// issue is an error together with what tells it apart: the server reports no
// two errors with the same message, which is not the text that it prints.
type issue struct {
	*structural.Error
	message message
}

// message is the text of the reference's error. That of an enum goes on with
// all allowed values: they are not spelled out again for every value.
type message struct {
	text   string
	enumID int // of the values that follow, 0 for none
}

// ledger is a list of issues that does not grow beyond all bounds.
type ledger struct {
	issues []issue
	text   int // about how long all that is printed of them
	left   int // issues that are counted only
}

// maxText bounds the text of all errors of one result together, in bytes. The
// errors of a large object may otherwise take a hundred times its memory, and
// its square if the errors list what is allowed or stand deep inside. 32 MiB is
// ten times the largest request.
const maxText = 32 << 20

// weight is what an error takes besides its words.
const weight = 64

// add takes the length of what is printed of an issue besides its detail.
func (l *ledger) add(i issue, length int) {
	l.text += length + len(i.Detail) + weight
	l.issues = append(l.issues, i)
}

// full tells whether issues are only counted, so that nobody reads their words.
func (l *ledger) full() bool { return l.text > maxText }

// mark is a place in a ledger.
type mark struct{ issues, text, left int }

func (l *ledger) mark() mark { return mark{len(l.issues), l.text, l.left} }

// since tells whether something was added after m.
func (l *ledger) since(m mark) bool { return len(l.issues) > m.issues || l.left > m.left }

// cut removes what was added after m. What it returns is valid until something
// is added.
func (l *ledger) cut(m mark) ledger {
	out := ledger{l.issues[m.issues:], l.text - m.text, l.left - m.left}
	l.issues, l.text, l.left = l.issues[:m.issues], m.text, m.left
	return out
}

// move adds the issues of another ledger.
func (l *ledger) move(other ledger) {
	if l.full() {
		l.left += len(other.issues)
	} else {
		l.issues = append(l.issues, other.issues...)
		l.text += other.text
	}
	l.left += other.left
}

func (l *ledger) empty() bool { return !l.since(mark{}) }

// errors are the first issues of each message, sorted, and an error that counts
// those that are left out.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, Result.AddErrors.
func (l *ledger) errors() structural.Errors {
	if l.empty() {
		return nil
	}
	errs := make(structural.Errors, 0, len(l.issues))
	seen := make(map[message]struct{}, len(l.issues))
	for _, i := range l.issues {
		if _, repeated := seen[i.message]; repeated {
			continue
		}
		seen[i.message] = struct{}{}
		errs = append(errs, i.Error)
	}
	errs.Sort()
	if l.left > 0 {
		text := fmt.Sprintf("%d more errors are not listed", l.left)
		errs = append(errs, field.Verbatim(structural.Error{Kind: structural.Internal, Code: field.MoreErrors, Value: structural.Omitted, Detail: text}))
	}
	return errs
}

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

// name is the name under which the server's words mention the current value:
// its path from the base, with a dot in front of every field but a declared one
// at the root. It is empty when nobody will read it.
func (r *reporter) name() string {
	if r.found.full() {
		return ""
	}
	var b strings.Builder
	for _, step := range r.steps {
		if step.Kind() == structural.IndexStep {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(step.Index()))
			b.WriteByte(']')
			continue
		}
		if b.Len() > 0 || step.Kind() == structural.KeyStep {
			b.WriteByte('.')
		}
		b.WriteString(step.Name())
	}
	return b.String()
}

// unnamed tells whether the current value has an empty name, which is how the
// server recognises the root.
func (r *reporter) unnamed() bool {
	for _, step := range r.steps {
		if step != structural.Field("") {
			return false
		}
	}
	return true
}

// location is what the server prints in front of an error for a name.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// kubeOpenAPIResultToFieldErrors.
func (r *reporter) location(name string) string {
	if name == "" || name == "." {
		return r.base.String()
	}
	name = strings.TrimPrefix(name, ".")
	if len(r.base) == 0 {
		return name
	}
	return r.base.String() + "." + name
}
