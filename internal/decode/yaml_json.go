package decode

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// yamlWriter writes the value of a YAML document as JSON text with sorted names, as
// encoding/json does.
type yamlWriter struct {
	yamlConverter
	work     *work.Tracker
	out      []byte
	repeated bool
	// unsupported is the first error about a number that JSON does not have. It comes
	// after errors of the conversion.
	unsupported error
}

// write returns the JSON text of tree. It may change the mappings of tree.
func (w *yamlWriter) write(tree any) ([]byte, error) {
	if err := w.value(tree, 0); err != nil {
		return nil, err
	}
	return w.out, w.unsupported
}

// fits reports whether the text of a tree is within the budget: aliases may make it much
// longer than the document.
func (w *yamlWriter) fits(tree any) bool {
	left := w.budget
	var take func(v any, depth int) bool
	take = func(v any, depth int) bool {
		left--
		if depth > maxDepth {
			return true
		}
		switch v := v.(type) {
		case goyaml.MapSlice:
			for _, e := range v {
				name, _ := e.Key.(string)
				if left -= len(name); !take(e.Value, depth+1) {
					return false
				}
			}
		case []any:
			for _, e := range v {
				if !take(e, depth+1) {
					return false
				}
			}
		case string:
			left -= len(v)
		}
		return left >= 0 && w.work.Step(1)
	}
	return take(tree, 0)
}

func (w *yamlWriter) value(v any, depth int) error {
	if !w.work.Step(1) {
		return w.work.Err()
	}
	w.budget--
	switch v := v.(type) {
	case goyaml.MapSlice:
		return w.mapping(v, depth+1)
	case map[any]any:
		return w.object(v, depth+1)
	case []any:
		return w.array(v, depth+1)
	case string:
		w.budget -= len(v)
		w.work.Step(len(v) / stepBytes)
	}
	if w.budget < 0 {
		return errAliasing
	}
	w.scalar(v)
	return nil
}

func (w *yamlWriter) array(array []any, depth int) error {
	if depth > maxDepth {
		return errArrayDepth
	}
	w.out = append(w.out, '[')
	for i, v := range array {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.value(v, depth); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

// mapping writes the entries in order, and clears each one it has written.
func (w *yamlWriter) mapping(m goyaml.MapSlice, depth int) error {
	if depth > maxDepth {
		return errObjectDepth
	}
	for _, e := range m {
		if _, ok := e.Key.(string); !ok {
			return w.object(w.unique(m), depth)
		}
	}
	slices.SortStableFunc(m, func(a, b goyaml.MapItem) int { return strings.Compare(a.Key.(string), b.Key.(string)) })
	w.out = append(w.out, '{')
	written := 0
	for i := range m {
		if i+1 < len(m) && m[i].Key == m[i+1].Key { // the last of repeated fields counts
			w.repeated = true
			continue
		}
		if err := w.field(written, m[i].Key.(string), m[i].Value, depth); err != nil {
			return err
		}
		m[i].Value = nil
		written++
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *yamlWriter) unique(m goyaml.MapSlice) map[any]any {
	object := mapOf(m)
	w.repeated = w.repeated || len(object) < len(m)
	return object
}

func (w *yamlWriter) object(object map[any]any, depth int) error {
	if depth > maxDepth {
		return errObjectDepth
	}
	named, err := w.withNames(object, depth)
	if err != nil {
		return err
	}
	w.out = append(w.out, '{')
	for i, name := range slices.Sorted(maps.Keys(named)) {
		if err := w.field(i, name, named[name], depth); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *yamlWriter) field(i int, name string, v any, depth int) error {
	w.budget -= len(name)
	w.longestName = max(w.longestName, len(name))
	if i > 0 {
		w.out = append(w.out, ',')
	}
	w.out = jsontext.AppendString(w.out, name)
	w.out = append(w.out, ':')
	return w.value(v, depth)
}

func (w *yamlWriter) scalar(v any) {
	switch v := v.(type) {
	case nil:
		w.out = append(w.out, "null"...)
	case bool:
		w.out = strconv.AppendBool(w.out, v)
	case int:
		w.out = strconv.AppendInt(w.out, int64(v), 10)
	case string:
		w.out = jsontext.AppendString(w.out, v)
	default:
		w.marshal(v)
	}
}

func (w *yamlWriter) marshal(v any) {
	text, err := json.Marshal(v)
	if w.unsupported == nil {
		w.unsupported = err
	}
	w.out = append(w.out, text...)
}

func mapOf(m goyaml.MapSlice) map[any]any {
	object := make(map[any]any, len(m))
	for _, e := range m {
		object[e.Key] = e.Value
	}
	return object
}
