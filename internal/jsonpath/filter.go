package jsonpath

import (
	"errors"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

var errSeveral = errors.New("can only compare one element at a time")

func (e *evaluator) filter(in []any, f *filter) ([]any, error) {
	out := reusable(in)
	var one []any
	if !e.isPlain(f) {
		one = make([]any, 1)
	}
	for _, v := range in {
		elements, ok := v.([]any)
		if !ok {
			return in, notFilterable{v}
		}
		if err := e.step(len(elements)); err != nil {
			return in, err
		}
		for _, element := range elements {
			ok, err := e.holds(element, f, one)
			if err != nil {
				return in, err
			}
			if ok {
				out = append(out, element)
			}
		}
	}
	return out, nil
}

// notFilterable is the error of a filter of v, not a list.
type notFilterable struct{ v any }

func (e notFilterable) Error() string {
	text := "<invalid reflect.Value>"
	if e.v != any(noValue{}) {
		text = valuetext.GoText(e.v)
	}
	return text + " is not array or slice and cannot be filtered"
}

// holds reports whether a filter selects an element. It may overwrite one, a list.
func (e *evaluator) holds(element any, f *filter, one []any) (bool, error) {
	if e.isPlain(f) {
		left, ok := at(element, f.plain.names)
		if !ok {
			return false, nil
		}
		return compare(left, f.plain.text, f.operator)
	}
	one[0] = element
	if f.operator == "" {
		return e.exists(one, f.left)
	}
	left, ok, err := e.operand(one, f.left)
	if !ok {
		return false, err
	}
	one[0] = element
	right, ok, err := e.operand(one, f.right)
	if !ok {
		return false, err
	}
	return compare(left, right, f.operator)
}

// isPlain reports whether a [plainFilter] suffices: a missing field is not an error.
func (e *evaluator) isPlain(f *filter) bool { return f.plain != nil && e.missing == Allow }

// exists counts values before an error as results, as the server does.
func (e *evaluator) exists(one []any, path *list) (bool, error) {
	results, err := e.list(one, path)
	if errors.Is(err, errSteps) {
		return false, err
	}
	return len(results) > 0, nil
}

func (e *evaluator) operand(one []any, side *list) (any, bool, error) {
	results, err := e.list(one, side)
	switch {
	case err != nil:
		return nil, false, err
	case len(results) == 0:
		return nil, false, nil
	case len(results) > 1:
		return nil, false, errSeveral
	}
	return results[0], true, nil
}
