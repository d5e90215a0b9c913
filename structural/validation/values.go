package validation

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

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
