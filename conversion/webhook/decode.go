package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode"

	"github.com/seed95800270/crdschema/internal/decode"
)

// decodeBody decodes what begins like a JSON object as JSON, and everything
// else as YAML.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/recognizer.
func decodeBody(body []byte) (any, error) {
	var doc decode.Document
	var err error
	if bytes.HasPrefix(bytes.TrimLeftFunc(body, unicode.IsSpace), []byte("{")) {
		doc, err = decode.JSON(body)
	} else {
		doc, err = decode.YAML(body)
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return nil, fmt.Errorf("couldn't get version/kind; json parse error: %w", syntax)
	}
	return doc.Value, reason(err)
}

// reason is an error without the place in the body, which the server does not
// tell.
func reason(err error) error {
	if e := (*decode.Error)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
