package decode

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work"
)

// maxBlockDepth is the maximum depth of values in indented YAML. The space for
// indentation grows with the square of the depth.
const maxBlockDepth = 100

// Encode returns a normalized JSON value as a YAML document for people to read, with
// sorted names and a line feed at the end. [YAML] returns the same value for it,
// except that whole numbers of type float64 become int64.
//
// A value that is nested more than 100 maps and lists deep becomes one line of
// JSON, which YAML parsers accept too, if they support the depth.
func Encode(ctx context.Context, value any) ([]byte, error) {
	w := work.Start(ctx, "encoding")
	if w.Failed() {
		return nil, w.Err()
	}
	if deeper(value, maxBlockDepth) {
		return encodeJSON(value)
	}
	return goyaml.Marshal(value)
}

// encodeJSON returns a value as one line of JSON without escaping <, > and &.
func encodeJSON(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return line.Bytes(), err
}

// deeper reports whether value has more than depth nested maps and lists.
func deeper(value any, depth int) bool {
	var inside iter.Seq[any]
	switch value := value.(type) {
	case map[string]any:
		inside = maps.Values(value)
	case []any:
		inside = slices.Values(value)
	default:
		return false
	}
	if depth == 0 {
		return true
	}
	for v := range inside {
		if deeper(v, depth-1) {
			return true
		}
	}
	return false
}
