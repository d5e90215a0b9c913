package field

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

// Errors is a list of errors, empty if there are none: see [Errors.Err].
type Errors []*Error

// Sort sorts the list by path (indices by number), kind, rule and text, and
// returns it. The server's order may vary from run to run; this one does not.
func (es Errors) Sort() Errors {
	if len(es) > 1 {
		slices.SortStableFunc(es, printer{}.compare)
	}
	return es
}

// printer caches the texts of errors: some print a long value.
type printer map[*Error]string

func (p printer) text(e *Error) string {
	text, printed := p[e]
	if !printed {
		text = e.Error()
		p[e] = text
	}
	return text
}

func (p printer) compare(e, f *Error) int {
	if c := e.Path.Compare(f.Path); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(e.Kind, f.Kind), cmp.Compare(e.Rule, f.Rule)); c != 0 {
		return c
	}
	if e.location == f.location && e.rest == f.rest && sameList(e.Value, f.Value) {
		return strings.Compare(e.Detail, f.Detail)
	}
	return strings.Compare(p.text(e), p.text(f))
}

// sameList reports whether two values are one and the same list. Printing a long
// list for each of its bad elements would take too long.
func sameList(v, w any) bool {
	a, isList := v.([]any)
	b, isToo := w.([]any)
	return isList && isToo && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// In returns copies of the errors located below steps, so that the errors of a part become
// errors of the whole. See [Error.In].
func (es Errors) In(steps ...Step) Errors {
	return es.each(func(e *Error) *Error { return e.In(steps...) })
}

func (es Errors) each(f func(*Error) *Error) Errors {
	if len(es) == 0 {
		return nil
	}
	out := make(Errors, len(es))
	for i, e := range es {
		out[i] = f(e)
	}
	return out
}

// Texts returns the printed errors in the order of the list.
func (es Errors) Texts() []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = e.Error()
	}
	return out
}

// Err returns nil if the list is empty, else one error that joins the list, one
// text a line. errors.As finds each [*Error] in it, and [ErrorsOf] the list.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	return joined{es}
}

// Aggregate returns what [Errors.Err] returns, but with the text of an aggregate of Kubernetes:
// `[a, b]`, each text once, or the text itself if there is only one.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, ErrorList.ToAggregate.
func (es Errors) Aggregate() error {
	if len(es) == 0 {
		return nil
	}
	return aggregate{joined{es}}
}

type aggregate struct{ joined }

// Error returns the texts in brackets.
func (a aggregate) Error() string { return valuetext.Aggregate(a.errs.Texts()) }

// As sets a joined target, for [ErrorsOf].
func (a aggregate) As(target any) bool {
	j, ok := target.(*joined)
	if ok {
		*j = a.joined
	}
	return ok
}

type joined struct{ errs Errors }

// Error returns the texts, one a line.
func (j joined) Error() string { return strings.Join(j.errs.Texts(), "\n") }

// Unwrap returns the errors of the list.
func (j joined) Unwrap() []error {
	all := make([]error, len(j.errs))
	for i, e := range j.errs {
		all[i] = e
	}
	return all
}

// ErrorsOf returns the list of errors that err wraps, or a list of the single [*Error]
// that it wraps, or nil.
func ErrorsOf(err error) Errors {
	var j joined
	if errors.As(err, &j) {
		return j.errs
	}
	var one *Error
	if errors.As(err, &one) {
		return Errors{one}
	}
	return nil
}
