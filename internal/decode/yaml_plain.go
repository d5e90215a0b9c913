package decode

import (
	"encoding/json"
	"unicode/utf8"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work"
)

// plainValue returns the value of a tree whose JSON text would be decoded to the same: names are
// texts and not repeated, scalars have no types that JSON lacks, and aliases make nothing longer.
// It reports false for other trees, and does not change them.
func (tree *yamlTree) plainValue(w *work.Tracker, text []byte) (any, bool) {
	if !tree.ordered || mayHaveAliases(text) {
		return nil, false
	}
	return plain(w, tree.value, 0)
}

func plain(w *work.Tracker, v any, depth int) (any, bool) {
	if depth > maxDepth || !w.Step(1) {
		return nil, false
	}
	switch v := v.(type) {
	case nil, bool:
		return v, true
	case int:
		return int64(v), true
	case string:
		return v, w.Step(len(v)/stepBytes) && utf8.ValidString(v)
	case float64:
		return plainFloat(w, v)
	case goyaml.MapSlice:
		return plainObject(w, v, depth+1)
	case []any:
		return plainArray(w, v, depth+1)
	default:
		return nil, false
	}
}

// plainFloat returns what the JSON text of f is decoded to: 1.0 is an integer.
func plainFloat(w *work.Tracker, f float64) (any, bool) {
	text, err := json.Marshal(f)
	if err != nil {
		return nil, false
	}
	n, err := number(w, string(text))
	return n, err == nil
}

func plainObject(w *work.Tracker, m goyaml.MapSlice, depth int) (any, bool) {
	object := make(map[string]any, len(m))
	for _, e := range m {
		name, ok := e.Key.(string)
		if !ok || !utf8.ValidString(name) {
			return nil, false
		}
		if object[name], ok = plain(w, e.Value, depth); !ok {
			return nil, false
		}
	}
	return object, len(object) == len(m)
}

func plainArray(w *work.Tracker, l []any, depth int) (any, bool) {
	array := make([]any, len(l))
	for i, e := range l {
		var ok bool
		if array[i], ok = plain(w, e, depth); !ok {
			return nil, false
		}
	}
	return array, true
}
