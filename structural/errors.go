package structural

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// Errors is a list of reasons, empty if there are none. It is not an error
// itself, so that an empty list can never be mistaken for one: see [Errors.Err].
type Errors []*Error

// Sort orders the list by path (indices by number), kind, rule and text, and
// returns it. A server's order may vary from run to run; this one does not.
func (es Errors) Sort() Errors {
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(
			a.Path.Compare(b.Path),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Rule, b.Rule),
			strings.Compare(a.Error(), b.Error()),
		)
	})
	return es
}

// In returns copies of the errors located below steps: the errors of a part
// become errors of the whole. Printed locations that differ from the path are
// kept as they are.
func (es Errors) In(steps ...Step) Errors {
	if len(es) == 0 {
		return nil
	}
	out := make(Errors, len(es))
	for i, e := range es {
		moved := *e
		moved.Path = Path(steps).Append(e.Path...)
		out[i] = &moved
	}
	return out
}

// Texts are the errors' texts in the order of the list.
func (es Errors) Texts() []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = e.Error()
	}
	return out
}

// Err is nil if the list is empty, else one error that joins the list, one
// text a line, and that errors.As takes apart again.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	all := make([]error, len(es))
	for i, e := range es {
		all[i] = e
	}
	return errors.Join(all...)
}
