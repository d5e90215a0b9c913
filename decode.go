package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/decode"
)

// Document is an object read from text.
type Document struct {
	// Object consists of nil, bool, string, int64, float64, map[string]any and
	// []any, and belongs to the caller.
	Object map[string]any
	// Duplicates are the decoder's complaints about fields that stand twice,
	// in the server's words: the last of them counts. Pass them on in
	// [Request.Duplicates]: what becomes of them depends on the request.
	Duplicates []string
	// Line is the line on which the document starts, counted from 1.
	Line int
}

// DecodeJSON reads the JSON body of a request as a server does. Integers that
// fit become int64, every other number float64, 1.0 included, which matters to
// validation rules. Nesting is limited to 10,000 levels.
//
// The error says where the text is no JSON object, in the server's words.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json.
func DecodeJSON(body []byte) (Document, error) {
	doc, err := decode.JSON(body)
	if err != nil {
		return Document{}, err
	}
	return document(doc)
}

// DecodeYAML reads all objects of a YAML or JSON text, in the way of kubectl:
// documents are separated by lines of `---`, empty ones are left out. YAML is
// version 1.1 and goes through JSON, as on a server, which makes an int64 of
// 1.0.
//
// What was read before an error is returned beside it.
//
// Rules: k8s.io/apimachinery/pkg/util/yaml; sigs.k8s.io/yaml.
func DecodeYAML(text []byte) ([]Document, error) {
	parts, err := decode.Stream(text)
	docs := make([]Document, 0, len(parts))
	for _, part := range parts {
		doc, bad := document(part)
		if bad != nil {
			return docs, bad
		}
		docs = append(docs, doc)
	}
	return docs, err
}

func document(d decode.Document) (Document, error) {
	obj, err := d.Object()
	if err != nil {
		return Document{}, fmt.Errorf("line %d: %w", d.Line, err)
	}
	return Document{Object: obj, Duplicates: d.Strict, Line: d.Line}, nil
}

// EncodeYAML writes a normalised JSON value as one YAML document, with sorted
// keys. [DecodeYAML] reads it back as it was, but for a float64 without a
// fraction, which YAML does not tell from an integer.
func EncodeYAML(v any) ([]byte, error) { return decode.Encode(v) }
