package validation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// issue is an error and its message: the server reports one error for each message.
type issue struct {
	*structural.Error
	message message
	size    int // approximate size
}

// message is the text of an error inside upstream's validation. The message of an enum ends
// with all allowed values, identified by enumID.
type message struct {
	text   string
	enumID int // identifies the values that follow, or 0
}

type issueList struct {
	errlist.Bound
	issues []issue
}

func (l *issueList) add(i issue) {
	if l.Fits(i.size) {
		l.issues = append(l.issues, i)
	}
}

func (l *issueList) addAll(other issueList) {
	l.issues = slices.Grow(l.issues, len(other.issues))
	for _, i := range other.issues {
		l.add(i)
	}
	l.OmitAll(other.Bound)
}

func (l *issueList) empty() bool { return len(l.issues) == 0 && l.Omitted() == 0 }

type mark struct {
	issues int
	bound  errlist.Bound
}

func (l *issueList) mark() mark { return mark{len(l.issues), l.Bound} }

func (l *issueList) addedSince(m mark) bool {
	return len(l.issues) > m.issues || l.Omitted() > m.bound.Omitted()
}

func (l *issueList) cut(m mark) issueList {
	removed := issueList{l.Since(m.bound), l.issues[m.issues:]}
	l.issues, l.Bound = l.issues[:m.issues], m.bound
	return removed
}

// errors returns the first error of each message, and one that counts the omitted ones.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, Result.AddErrors.
func (l *issueList) errors() structural.Errors {
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
	if note := l.Note(); note != nil {
		errs = append(errs, note)
	}
	return errs
}

// counted counts an error. It reports whether the error need not be built: a branch is being
// tried, or the list is full.
func (r *reporter) counted() bool {
	r.errors++
	if r.quiet {
		return true
	}
	full := cmp.Or(r.omitting, &r.found)
	if full.Full() {
		full.Omit(1)
	}
	return full.Full()
}

func (r *reporter) add(e structural.Error) { r.addWithMessage(e, message{text: e.Detail}) }

func (r *reporter) addWithMessage(e structural.Error, m message) {
	r.addAt(r.location(r.name()), e, m)
}

func (r *reporter) addAtBase(code field.Code, detail string) {
	e := structural.Error{Kind: field.Invalid, Code: code, Value: "", Detail: detail}
	r.addAt(r.base.String(), e, message{text: detail})
}

func (r *reporter) addAt(location string, e structural.Error, m message, steps ...field.Step) {
	e.Path = slices.Concat(r.base, r.steps, steps)
	size := e.Path.Size() + len(location) + len(m.text) + len(e.Detail) + valuetext.SizeOf(e.Value)
	if e.Path.String() == location {
		r.found.add(issue{&e, m, size})
		return
	}
	r.found.add(issue{field.PrintedAt(e, location), m, size})
}

// name returns the server's name of the current value: its path from the base, with a dot
// in front of every field except a declared one at the root.
func (r *reporter) name() string {
	var b strings.Builder
	b.Grow(r.nameSize())
	for _, step := range r.steps {
		if step.Kind() == field.IndexStep {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(step.Index()))
			b.WriteByte(']')
			continue
		}
		if b.Len() > 0 || step.Kind() == field.KeyStep {
			b.WriteByte('.')
		}
		b.WriteString(step.Name())
	}
	return b.String()
}

// nameSize returns about the number of bytes of the name.
func (r *reporter) nameSize() int {
	n := len("[10]") * len(r.steps)
	for _, step := range r.steps {
		n += len(step.Name())
	}
	return n
}

func (r *reporter) unnamed() bool {
	for _, step := range r.steps {
		if step != structural.Field("") {
			return false
		}
	}
	return true
}

// location returns the location that the server prints.
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
