package correlate

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Keyed is a list of type map whose elements can be found by their keys.
type Keyed struct {
	work     *work.Tracker
	keys     []string
	list     []any
	byScalar map[any]int
	byText   map[string]int
	text     []byte // of the keys of the last looked up element
}

// scanLimit is the length up to which a list with one key is searched without an index.
const scanLimit = 8

// textPerStep is the number of bytes of a key that are written or hashed in about one step.
const textPerStep = 16

// NewKeyed returns a list for [Keyed.Find]. Without list type map, Find finds nothing. Elements
// may share a key from a default, and each has its own in the index: w counts long keys. Find
// finds nothing after w has failed.
func NewKeyed(w *work.Tracker, s *structural.Schema, list []any) *Keyed {
	if s.Type() != structural.Array || !isKeyed(s) {
		return &Keyed{}
	}
	return &Keyed{work: w, keys: s.ListMapKeys(), list: list}
}

// Find returns the first element with the same keys as v, if v is an object with all keys,
// each a bool, a number or a string.
func (k *Keyed) Find(v any) (_ any, ok bool) {
	if len(k.list) == 0 {
		return nil, false
	}
	switch len(k.keys) {
	case 0:
		return nil, false
	case 1:
		return k.findScalar(v)
	default:
		return k.findText(v)
	}
}

func (k *Keyed) findScalar(v any) (any, bool) {
	key, ok := k.scalar(v, k.keys[0])
	if !ok {
		return nil, false
	}
	if len(k.list) <= scanLimit {
		return k.scan(key)
	}
	if k.byScalar == nil {
		k.byScalar = make(map[any]int, len(k.list))
		for i, e := range k.list {
			if key, ok := k.scalar(e, k.keys[0]); ok {
				putFirst(k.byScalar, key, i)
			}
		}
	}
	return found(k.byScalar, key, k.list)
}

func (k *Keyed) scan(key any) (any, bool) {
	for _, e := range k.list {
		if other, ok := k.scalar(e, k.keys[0]); ok && other == key {
			return e, true
		}
	}
	return nil, false
}

func (k *Keyed) findText(v any) (any, bool) {
	if k.byText == nil {
		k.byText = make(map[string]int, len(k.list))
		for i, e := range k.list {
			if k.writeKeys(e) && k.work.Make(len(k.text)/work.BytesPerValue) {
				putFirst(k.byText, string(k.text), i)
			}
		}
	}
	if !k.writeKeys(v) {
		return nil, false
	}
	return found(k.byText, string(k.text), k.list)
}

// writeKeys reports whether v has all keys. As in the server, floats that differ after the
// sixth decimal have the same text.
func (k *Keyed) writeKeys(v any) bool {
	k.text = k.text[:0]
	for _, name := range k.keys {
		key, ok := k.scalar(v, name)
		if !ok {
			return false
		}
		k.text = appendScalar(append(k.text, 0), key)
	}
	return true
}

func appendScalar(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', 6, 64)
	case string:
		return strconv.AppendQuote(b, v)
	default:
		return b
	}
}

// scalar returns a key of an element, and counts it if it is long.
func (k *Keyed) scalar(element any, name string) (any, bool) {
	key, ok := scalar(element, name)
	if text, is := key.(string); is && len(text) >= textPerStep {
		ok = k.work.Step(len(text) / textPerStep)
	}
	return key, ok
}

func scalar(element any, name string) (any, bool) {
	obj, _ := element.(map[string]any)
	switch v := obj[name].(type) {
	case bool, int64, float64, string:
		return v, true
	default:
		return nil, false
	}
}

func putFirst[K comparable](index map[K]int, key K, i int) {
	if _, taken := index[key]; !taken {
		index[key] = i
	}
}

func found[K comparable](index map[K]int, key K, list []any) (any, bool) {
	i, ok := index[key]
	if !ok {
		return nil, false
	}
	return list[i], true
}
