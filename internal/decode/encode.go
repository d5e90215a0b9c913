package decode

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"
)

// maxBlockDepth is how deeply values may nest in YAML that is indented:
// indentation takes space that grows with the square of the depth.
const maxBlockDepth = 100

// Encode renders a normalised JSON value as a YAML document for people to read,
// with names in order and a line feed at the end. [YAML] reads it back, but for
// numbers of type float64 that are whole, which come back as int64.
//
// A value that nests deeper than 100 maps and lists becomes one line of JSON,
// which YAML parsers take as well if they can go that deep.
func Encode(value any) ([]byte, error) {
	if deeper(value, maxBlockDepth) {
		return encodeJSON(value)
	}
	return goyaml.Marshal(value)
}

// encodeJSON renders a value as one line of JSON, <, > and & as they are.
func encodeJSON(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return line.Bytes(), err
}

// deeper says whether more than depth maps and lists stand inside each other.
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
