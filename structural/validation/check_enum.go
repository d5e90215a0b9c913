package validation

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// enum is the set of values that an enum keyword allows, by what the server's
// comparison makes of it: a value is first converted to the Go type of the
// element. So 1.5 equals 1, 1 equals 1.0, and 65 equals "A". Null equals
// nothing, not even null.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, basicCommonValidator.
type enum struct {
	texts    []string // for a few
	many     map[string]struct{}
	integers map[int64]struct{}
	floats   map[float64]struct{}
	booleans [2]bool
	values   values // lists and objects
}

// fewTexts is the number of strings up to which each is compared.
const fewTexts = 6

// newEnum takes at least one value: an empty enum is none, it allows anything.
func newEnum(allowed []any) *enum {
	e := new(enum)
	for _, v := range allowed {
		e.allow(v)
	}
	if len(e.texts) > fewTexts {
		e.many = make(map[string]struct{}, len(e.texts))
		for _, s := range e.texts {
			e.many[s] = struct{}{}
		}
		e.texts = nil
	}
	return e
}

func (e *enum) allow(v any) {
	switch v := v.(type) {
	case string:
		e.texts = append(e.texts, v)
	case int64:
		e.integers = insert(e.integers, v)
	case float64:
		e.floats = insert(e.floats, v)
	case bool:
		e.booleans[place(v)] = true
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

func place(b bool) int {
	if b {
		return 1
	}
	return 0
}

// has tells whether v is one of the allowed values.
func (e *enum) has(v any) bool {
	switch v := v.(type) {
	case string:
		return e.hasText(v)
	case int64:
		return e.hasInteger(v)
	case float64:
		return contains(e.floats, v) || contains(e.integers, cut(v))
	case bool:
		return e.booleans[place(v)]
	case []any, map[string]any:
		return e.values.has(v)
	default:
		return false
	}
}

func (e *enum) hasText(s string) bool {
	for _, t := range e.texts {
		if t == s {
			return true
		}
	}
	return contains(e.many, s)
}

// hasInteger converts an integer to text as Go does: to the character with
// that number.
func (e *enum) hasInteger(i int64) bool {
	char := utf8.RuneError
	if int64(rune(i)) == i {
		char = rune(i)
	}
	return contains(e.integers, i) || contains(e.floats, float64(i)) || e.hasText(string(char))
}

func contains[K comparable](set map[K]struct{}, v K) bool {
	_, ok := set[v]
	return ok
}

// accepts is the set of kinds of which some value may be allowed.
func (e *enum) accepts() kinds {
	var set kinds
	if e.texts != nil || e.many != nil {
		set |= text | integer
	}
	if e.integers != nil || e.floats != nil {
		set |= numbers
	}
	if e.booleans != [2]bool{} {
		set |= boolean
	}
	if !e.values.empty() {
		set |= array | object
	}
	return set
}

// values is a set of values of any kind, compared with structural.Equal.
type values struct {
	few  []any
	many map[string]struct{} // by their keys, once there are more
}

// fewValues is the number of values up to which each is compared.
const fewValues = 8

func (s *values) add(v any) {
	if s.many == nil && len(s.few) < fewValues {
		s.few = append(s.few, v)
		return
	}
	if s.many == nil {
		s.many = make(map[string]struct{})
		for _, w := range s.few {
			s.many[key(w)] = struct{}{}
		}
		s.few = nil
	}
	s.many[key(v)] = struct{}{}
}

func (s *values) has(v any) bool {
	if s.many != nil {
		_, found := s.many[key(v)]
		return found
	}
	for _, w := range s.few {
		if structural.Equal(v, w) {
			return true
		}
	}
	return false
}

func (s *values) empty() bool { return s.few == nil && s.many == nil }

// unique tells whether no two elements of a list are equal.
func unique(list []any) bool {
	var seen values
	for _, e := range list {
		if seen.has(e) {
			return false
		}
		seen.add(e)
	}
	return true
}

// key is a text that equal values share, and no others.
func key(v any) string { return string(appendKey(nil, v)) }

func appendKey(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendText(append(b, 's'), v)
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
			b = appendKey(appendText(b, name), v[name])
		}
		return b
	default:
		return append(b, '0')
	}
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
