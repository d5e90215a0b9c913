package validation

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
)

// enumSet is the set of values that equal an element of an enum. The server first converts a
// value to the Go type of the element: 1.5 equals 1, 1 equals 1.0, and 65 equals "A". Null
// equals nothing, not even null.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, basicCommonValidator.
type enumSet struct {
	few      []string // strings, if there are few
	many     map[string]struct{}
	integers map[int64]struct{}
	floats   map[float64]struct{}
	booleans [2]bool
	values   valueSet
}

const fewStrings = 6

// newEnumSet counts the elements unless w is nil. The set is not complete if w fails.
func newEnumSet(w *work.Tracker, enum []any) *enumSet {
	e := new(enumSet)
	for _, v := range enum {
		if w != nil && !w.Step(1) {
			break
		}
		e.add(w, v)
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

func (e *enumSet) add(w *work.Tracker, v any) {
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
		e.values.add(w, v)
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

func (e *enumSet) has(w *work.Tracker, v any) bool {
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
		return e.values.has(w, v)
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

// hasInteger converts i to a string as Go does: to the character with that number.
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
