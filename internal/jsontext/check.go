package jsontext

import (
	"encoding/json"
	"errors"
)

// Check returns the error of encoding/json about a text that is not one JSON value with at
// most 10,000 levels. offset is the index of the wrong byte, or of the last byte if the text
// is incomplete.
//
// Rule: sigs.k8s.io/json, with a copy of encoding/json's scanner.
func Check(text []byte) (offset int, err error) {
	if json.Valid(text) {
		return 0, nil
	}
	var ignored json.RawMessage
	err = json.Unmarshal(text, &ignored)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(0, int(syntax.Offset)-1)
	}
	return offset, err
}
