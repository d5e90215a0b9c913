package jsonpath

import (
	"errors"
	"fmt"
)

var (
	errType         = errors.New("invalid type for comparison")
	errIncompatible = errors.New("incompatible types for comparison")
)

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

func integer(v any) int64 {
	switch v := v.(type) {
	case int:
		return int64(v)
	case uint8:
		return int64(v)
	}
	return v.(int64)
}
