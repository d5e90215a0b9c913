package decode

import (
	"fmt"
	"strings"
)

// Document is one decoded document.
type Document struct {
	// Value consists of nil, bool, string, int64, float64, map[string]any and
	// []any. Nobody else refers to it.
	Value any
	// Strict is what a server says on fieldValidation=Strict about fields that
	// are there twice: the items behind `strict decoding error: `, in order,
	// for example `duplicate field "spec.replicas"`. All repetitions that the
	// YAML library finds are one item of several lines; its line numbers count
	// from the start of the document. Empty if there are none.
	Strict []string
	// Line is the line of the input on which the document starts, from 1.
	Line int
}

// Object is the value if it is an object, else an error that says what it is
// instead, without the place, which is [Document.Line].
func (d Document) Object() (map[string]any, error) {
	if object, ok := d.Value.(map[string]any); ok {
		return object, nil
	}
	return nil, fmt.Errorf("%s where an object is needed", kindName(d.Value))
}

// Warnings is what a server sends as warnings on fieldValidation=Warn in place
// of [Document.Strict]: one text for each repeated field.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, addStrictDecodingWarnings.
func (d Document) Warnings() []string {
	var out []string
	for _, item := range d.Strict {
		lines, ofYAML := strings.CutPrefix(item, "yaml: unmarshal errors:\n")
		if !ofYAML {
			out = append(out, item)
			continue
		}
		for line := range strings.SplitSeq(lines, "\n") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// kindName is the JSON type of a decoded value, with an article.
func kindName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case int64, float64:
		return "a number"
	case []any:
		return "an array"
	default:
		return "an object"
	}
}
