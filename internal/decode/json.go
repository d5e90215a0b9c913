package decode

import (
	"encoding/json"
	"errors"
)

// JSON decodes a request body of the type application/json: one JSON value
// with white space around it. The error is an [*Error].
//
// Rule: sigs.k8s.io/json, UnmarshalStrict; the words of syntax errors are
// those of encoding/json.
func JSON(body []byte) (Document, error) {
	return jsonAt(start, body)
}

// jsonAt decodes JSON text that stands at p in the input.
func jsonAt(p place, text []byte) (Document, error) {
	if !json.Valid(text) {
		offset, err := syntaxError(text)
		return Document{}, p.after(text[:offset]).because(err)
	}
	r := reader{text: text}
	value := r.value()
	if r.err != nil {
		return Document{}, p.after(text[:r.errAt]).because(r.err)
	}
	return Document{Value: value, Strict: r.repeated.found, Line: p.line}, nil
}

// syntaxError says what is wrong with text and before which byte, or at the
// last one if there should be more.
func syntaxError(text []byte) (offset int, err error) {
	var ignored json.RawMessage
	err = json.Unmarshal(text, &ignored)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(0, int(syntax.Offset)-1)
	}
	return offset, err
}
