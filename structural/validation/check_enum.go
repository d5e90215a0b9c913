package validation

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// enumSet is the set of values that equal an element of an enum, as the server
// compares them: a value is first converted to the Go type of the element. So
// 1.5 equals 1, 1 equals 1.0, and 65 equals "A". Null equals nothing, not even
// null.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, basicCommonValidator.
type enumSet struct {
	few      []string // strings, if there are few
	many     map[string]struct{}
	integers map[int64]struct{}
	floats   map[float64]struct{}
	booleans [2]bool
	values   valueSet // lists and objects
}

// fewStrings is the number of strings up to which a value is compared with each.
const fewStrings = 6

// newEnumSet returns the set for an enum, which must have an element: an empty
// enum allows everything.
func newEnumSet(enum []any) *enumSet {
	e := new(enumSet)
	for _, v := range enum {
		e.add(v)
	}
	if len(e.few) > fewStrings {
		e.many = make(map[string]struct{}, len(e.few))
		for _, s := range e.few {
			e.many[s] = struct{}{}
		}
		e.few = nil
	}
	return e
}

func (e *enumSet) add(v any) {
	switch v := v.(type) {
	case string:
		e.few = append(e.few, v)
	case int64:
		e.integers = insert(e.integers, v)
	case float64:
		e.floats = insert(e.floats, v)
	case bool:
		e.booleans[boolIndex(v)] = true
	case []any, map[string]any:
		e.values.add(v)
	}
}

func insert[K comparable](set map[K]struct{}, v K) map[K]struct{} {
	if set == nil {
		set = make(map[K]struct{})
	}
	set[v] = struct{}{}
	return set
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// has reports whether v equals an element of the enum.
func (e *enumSet) has(v any) bool {
	switch v := v.(type) {
	case string:
		return e.hasString(v)
	case int64:
		return e.hasInteger(v)
	case float64:
		return contains(e.floats, v) || contains(e.integers, truncate(v))
	case bool:
		return e.booleans[boolIndex(v)]
	case []any, map[string]any:
		return e.values.has(v)
	default:
		return false
	}
}

func (e *enumSet) hasString(s string) bool {
	for _, t := range e.few {
		if t == s {
			return true
		}
	}
	return contains(e.many, s)
}

// hasInteger reports whether i equals an element. Go converts an integer to the
// string with the character of that number.
func (e *enumSet) hasInteger(i int64) bool {
	char := utf8.RuneError
	if int64(rune(i)) == i {
		char = rune(i)
	}
	return contains(e.integers, i) || contains(e.floats, float64(i)) || e.hasString(string(char))
}

func contains[K comparable](set map[K]struct{}, v K) bool {
	_, ok := set[v]
	return ok
}

// accepts returns the types of the values that can be in the set.
func (e *enumSet) accepts() typeSet {
	var set typeSet
	if e.few != nil || e.many != nil {
		set |= stringType | integerType
	}
	if e.integers != nil || e.floats != nil {
		set |= numberTypes
	}
	if e.booleans != [2]bool{} {
		set |= booleanType
	}
	if !e.values.empty() {
		set |= arrayType | objectType
	}
	return set
}

// valueSet is a set of values of any type, compared with structural.Equal.
type valueSet struct {
	few  []any
	many map[string]struct{} // by their keys, once there are more
}

// fewValues is the number of values up to which a value is compared with each.
const fewValues = 8

func (s *valueSet) add(v any) {
	if s.many == nil && len(s.few) < fewValues {
		s.few = append(s.few, v)
		return
	}
	if s.many == nil {
		s.many = make(map[string]struct{})
		for _, w := range s.few {
			s.many[valueKey(w)] = struct{}{}
		}
		s.few = nil
	}
	s.many[valueKey(v)] = struct{}{}
}

func (s *valueSet) has(v any) bool {
	if s.many != nil {
		return contains(s.many, valueKey(v))
	}
	for _, w := range s.few {
		if structural.Equal(v, w) {
			return true
		}
	}
	return false
}

func (s *valueSet) empty() bool { return s.few == nil && s.many == nil }

// unique reports whether no two elements of a list are equal.
func unique(list []any) bool {
	var seen valueSet
	for _, e := range list {
		if seen.has(e) {
			return false
		}
		seen.add(e)
	}
	return true
}

// valueKey returns a text that equal values have in common, and no others.
func valueKey(v any) string { return string(appendKey(nil, v)) }

func appendKey(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendString(append(b, 's'), v)
	case int64:
		return binary.AppendVarint(append(b, 'i'), v)
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v+0)) // 0 for -0
	case bool:
		if v {
			return append(b, 't')
		}
		return append(b, 'n')
	case []any:
		b = binary.AppendUvarint(append(b, 'l'), uint64(len(v)))
		for _, e := range v {
			b = appendKey(b, e)
		}
		return b
	case map[string]any:
		b = binary.AppendUvarint(append(b, 'm'), uint64(len(v)))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = appendKey(appendString(b, name), v[name])
		}
		return b
	default:
		return append(b, '0')
	}
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
