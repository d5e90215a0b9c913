package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Document is an object read from text. It keeps the text for [Document.Positions].
type Document struct {
	// Object consists of nil, bool, string, int64, float64, map[string]any and
	// []any. The caller may modify it.
	Object map[string]any
	// Duplicates are the errors about repeated fields, in the server's words. The
	// last value of a repeated field is used. Set [Request.Duplicates] to them: the
	// server rejects them, warns of them or ignores them depending on the request.
	Duplicates []string
	// Line is the line on which the document begins, counted from 1.
	Line int

	source decode.Source
}

// DecodeJSON decodes the JSON body of a request as the server does. Integers of 64
// bits become int64, all other numbers float64, 1.0 included, which matters to
// validation rules. Nesting is limited to 10,000 levels.
//
// The error is a [*DecodeError] if the text is not JSON or a number in it is too large,
// with a position in front of the server's words, or if it is JSON but not an object, in
// our own words. For the server's answer to such a text, set [Request.Body] instead. Any
// other error says that ctx is done or that the budget of work is spent
// (structural.ErrTooMuchWork).
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json.
func DecodeJSON(ctx context.Context, body []byte) (Document, error) {
	doc, err := decode.JSON(ctx, body)
	if err != nil {
		return Document{}, err
	}
	return document(doc)
}

// DecodeYAML decodes all objects of a YAML or JSON text as kubectl does: lines of
// `---` separate documents, and empty documents are skipped. YAML is version 1.1
// and is converted to JSON, as in the server, which makes an int64 of 1.0.
//
// The objects before an error are returned with it. It is a [*DecodeError], also if a
// document is not an object. If ctx is done or the budget of work is spent
// (structural.ErrTooMuchWork), that error is returned without objects.
//
// Rules: k8s.io/apimachinery/pkg/util/yaml; sigs.k8s.io/yaml.
func DecodeYAML(ctx context.Context, text []byte) ([]Document, error) {
	parts, err := decode.Stream(ctx, text)
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
		return Document{}, err
	}
	return Document{Object: obj, Duplicates: d.Strict, Line: d.Line, source: d.Source}, nil
}

// EncodeYAML returns a JSON value, with any Go types of numbers, as one YAML document with
// sorted keys. [DecodeYAML] returns the same value, except that a float64 without a fraction
// becomes an int64.
//
// The error is that of the context if ctx is done, structural.ErrTooMuchWork if the budget of
// work is spent, or a structural.NotJSONError if structural.Normalize returns one: v is
// cyclic, too large or nested more deeply than 10,000 levels, or it holds a number that is not
// finite or a value of another Go type, such as a channel.
func EncodeYAML(ctx context.Context, v any) ([]byte, error) {
	if _, err := structural.Normalize(v); err != nil {
		return nil, err
	}
	return decode.Encode(ctx, v)
}
