package document

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Document is an object that was read from text. It keeps the text for [Document.Positions].
type Document struct {
	// Object is normalized. The caller may modify it.
	Object map[string]any
	// Duplicates are the errors about repeated fields, in the server's words. Object has the
	// last value of a repeated field. Pass Duplicates on in the request: the server rejects
	// them, warns of them or ignores them, depending on the request.
	Duplicates []string
	// Line is the line on which the document begins, counted from 1.
	Line int

	source decode.Source
}

// DecodeJSON decodes the JSON body of a request as the server does. Nesting is limited to
// 10,000 levels. The error is a [*DecodeError] if the text is not JSON, a number in it is too
// large, or it is not an object.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json.
func DecodeJSON(ctx context.Context, body []byte) (Document, error) {
	doc, err := decode.JSON(ctx, body)
	if err != nil {
		return Document{}, located(err)
	}
	return newDocument(doc)
}

// DecodeYAML decodes all objects of a YAML or JSON text as kubectl does. Lines of `---`
// separate documents, and empty documents are skipped. YAML is version 1.1 and is converted to
// JSON, as in the server: 1.0 becomes an int64.
//
// The objects before a [*DecodeError] are returned with it. A document that is not an object
// is such an error.
//
// Rules: k8s.io/apimachinery/pkg/util/yaml; sigs.k8s.io/yaml.
func DecodeYAML(ctx context.Context, text []byte) ([]Document, error) {
	parts, err := decode.Stream(ctx, text)
	docs := make([]Document, 0, len(parts))
	for _, part := range parts {
		doc, bad := newDocument(part)
		if bad != nil {
			return docs, bad
		}
		docs = append(docs, doc)
	}
	return docs, located(err)
}

// DecodeOne decodes a YAML or JSON text with exactly one object, else the error is a
// [*DecodeError]. Empty documents do not count.
//
// Rules: the same as for [DecodeYAML].
func DecodeOne(ctx context.Context, text []byte) (Document, error) {
	docs, err := decode.Stream(ctx, text)
	switch {
	case err != nil:
		return Document{}, located(err)
	case len(docs) == 0:
		return Document{}, located(decode.Unexpected(1, "the text has no document"))
	case len(docs) > 1:
		return Document{}, located(decode.Unexpected(docs[1].Line,
			"the text has %d documents instead of one: the second begins at line %d", len(docs), docs[1].Line))
	default:
		return newDocument(docs[0])
	}
}

func newDocument(d decode.Document) (Document, error) {
	obj, err := d.Object()
	if err != nil {
		return Document{}, located(err)
	}
	return Document{Object: obj, Duplicates: d.Strict, Line: d.Line, source: d.Source}, nil
}

// EncodeYAML returns a JSON value, with any Go types of numbers, as one YAML document with
// sorted keys. [DecodeYAML] returns the same value, except that a float64 without a fraction
// becomes an int64.
//
// The error is a *structural.NotJSONError if structural.Normalize returns one for v.
func EncodeYAML(ctx context.Context, v any) ([]byte, error) {
	if _, err := structural.Normalize(v); err != nil {
		return nil, err
	}
	return decode.Encode(ctx, v)
}
