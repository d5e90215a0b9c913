package jsonpath

import (
	"errors"
	"fmt"
)

var (
	errType         = errors.New("invalid type for comparison")
	errIncompatible = errors.New("incompatible types for comparison")
	errSeveral      = errors.New("can only compare one element at a time")
)

func (e *evaluator) filter(in []any, f *filter) ([]any, error) {
	var out []any
	for _, v := range in {
		elements, ok := v.([]any)
		if !ok {
			return in, notFilterable{v}
		}
		if err := e.step(len(elements)); err != nil {
			return in, err
		}
		for _, element := range elements {
			ok, err := e.holds(element, f)
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

// notFilterable is the error of a filter of v, which is not a list. The text has all of v, so
// it is only made when it is needed.
type notFilterable struct{ v any }

func (e notFilterable) Error() string {
	v := e.v
	if v == any(noValue{}) {
		v = "<invalid reflect.Value>"
	}
	return fmt.Sprintf("%v is not array or slice and cannot be filtered", v)
}

// holds reports whether a filter selects an element.
func (e *evaluator) holds(element any, f *filter) (bool, error) {
	if f.operator == "" {
		return e.exists(element, f.left)
	}
	left, ok, err := e.operand(element, f.left)
	if !ok {
		return false, err
	}
	right, ok, err := e.operand(element, f.right)
	if !ok {
		return false, err
	}
	return compare(left, right, f.operator)
}

// exists reports whether a path has results. As in the server, what it had before an
// error counts.
func (e *evaluator) exists(element any, path *list) (bool, error) {
	results, err := e.list([]any{element}, path)
	if errors.Is(err, errSteps) {
		return false, err
	}
	return len(results) > 0, nil
}

// operand returns the only result of one side of a comparison, or false if there is none.
func (e *evaluator) operand(element any, side *list) (any, bool, error) {
	results, err := e.list([]any{element}, side)
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

// compare compares two values of the same type.
func compare(a, b any, operator string) (bool, error) {
	switch operator {
	case "==":
		return equal(a, b)
	case "!=":
		same, err := equal(a, b)
		return !same, err
	case "<":
		return less(a, b)
	case ">=":
		lower, err := less(a, b)
		return !lower, err
	case "<=":
		higher, err := greater(a, b)
		return !higher, err
	case ">":
		return greater(a, b)
	}
	return false, fmt.Errorf("unrecognized filter operator %s", operator)
}

func greater(a, b any) (bool, error) { return less(b, a) }

// kind is a set of types that can be compared.
type kind uint8

const (
	otherKind kind = iota
	boolKind
	integerKind
	floatKind
	stringKind
)

func kindOf(v any) kind {
	switch v.(type) {
	case bool:
		return boolKind
	case int, int64, uint8:
		return integerKind
	case float64:
		return floatKind
	case string:
		return stringKind
	}
	return otherKind
}

// sameKind returns the kind of two values, or the error of values that do not compare.
func sameKind(a, b any) (kind, error) {
	k, other := kindOf(a), kindOf(b)
	switch {
	case k == otherKind || other == otherKind:
		return k, errType
	case k != other:
		return k, errIncompatible
	}
	return k, nil
}

func equal(a, b any) (bool, error) {
	k, err := sameKind(a, b)
	if err != nil {
		return false, err
	}
	if k == integerKind {
		return integer(a) == integer(b), nil
	}
	return a == b, nil
}

func less(a, b any) (bool, error) {
	k, err := sameKind(a, b)
	if err != nil {
		return false, err
	}
	switch k {
	case integerKind:
		return integer(a) < integer(b), nil
	case floatKind:
		return a.(float64) < b.(float64), nil
	case stringKind:
		return a.(string) < b.(string), nil
	}
	return false, errType
}

// integer returns a value of [integerKind].
func integer(v any) int64 {
	switch v := v.(type) {
	case int:
		return int64(v)
	case uint8:
		return int64(v)
	}
	return v.(int64)
}
