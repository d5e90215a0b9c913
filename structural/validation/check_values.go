package validation

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
)

// valueSet is a set compared by structural.Equal. Its methods count the values that they
// visit, unless the tracker is nil.
type valueSet struct {
	few  []any
	many map[string]struct{} // by their keys, once there are more
}

const fewValues = 8

func (s *valueSet) add(w *work.Tracker, v any) {
	if s.many == nil && len(s.few) < fewValues {
		s.few = append(s.few, v)
		return
	}
	if s.many == nil {
		s.many = make(map[string]struct{})
		for _, e := range s.few {
			s.many[valueKey(w, e)] = struct{}{}
		}
		s.few = nil
	}
	s.many[valueKey(w, v)] = struct{}{}
}

func (s *valueSet) has(w *work.Tracker, v any) bool {
	if s.many != nil {
		return contains(s.many, valueKey(w, v))
	}
	for _, e := range s.few {
		if work.Equal(w, v, e) {
			return true
		}
	}
	return false
}

func (s *valueSet) empty() bool { return s.few == nil && s.many == nil }

func unique(w *work.Tracker, list []any) bool {
	var seen valueSet
	for _, e := range list {
		if !w.Step(1) || seen.has(w, e) {
			return false
		}
		seen.add(w, e)
	}
	return true
}

// valueKey returns a text that equals another value's if and only if the values are equal,
// unless w fails.
func valueKey(w *work.Tracker, v any) string { return string(keyer{w}.append(nil, v)) }

// bytesPerStep is the number of bytes of a text that take about as long as one step.
const bytesPerStep = 32

type keyer struct{ w *work.Tracker }

func (k keyer) stop(n int) bool { return k.w != nil && !k.w.Step(1+n/bytesPerStep) }

// enter counts a level. A value without a tracker comes from a schema and is finite.
func (k keyer) enter() bool { return k.w == nil || k.w.Enter() }

func (k keyer) leave() {
	if k.w != nil {
		k.w.Leave()
	}
}

func (k keyer) append(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return k.appendString(append(b, 's'), v)
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
		return k.appendList(b, v)
	case map[string]any:
		return k.appendObject(b, v)
	default:
		return append(b, '0')
	}
}

func (k keyer) appendList(b []byte, list []any) []byte {
	if !k.enter() {
		return b
	}
	defer k.leave()
	b = binary.AppendUvarint(append(b, 'l'), uint64(len(list)))
	for _, e := range list {
		if k.stop(0) {
			break
		}
		b = k.append(b, e)
	}
	return b
}

func (k keyer) appendObject(b []byte, m map[string]any) []byte {
	if !k.enter() {
		return b
	}
	defer k.leave()
	b = binary.AppendUvarint(append(b, 'm'), uint64(len(m)))
	for _, name := range work.Sorted(k.w, slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))) {
		if k.stop(0) {
			break
		}
		b = k.append(k.appendString(b, name), m[name])
	}
	return b
}

func (k keyer) appendString(b []byte, s string) []byte {
	if k.stop(len(s)) {
		return b
	}
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
