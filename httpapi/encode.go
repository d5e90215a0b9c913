package httpapi

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/typedjson"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
)

// Encode returns the body of an answer in a media type, byte by byte as the server writes it. The
// object is a custom resource or a list of them, a Table, PartialObjectMetadata(List), Scale, Status
// ([crdschema.Status.Object]), a document of discovery, or a CRD or a list of CRDs. It is normalized
// (structural.Normalize).
//
// JSON escapes <, > and & and ends in a newline. With media.Pretty, it is indented by two blanks and
// does not end in one: set media.Pretty to [MediaType.Indents]. Fields have the order of the server's
// Go types, found by apiVersion and kind; those of custom resources, and fields that a type does not
// have, are sorted. YAML is always sorted.
//
// The indentation of deep objects grows with the product of their size and their depth: 256 bytes of
// it count as one made value.
//
// The error is the context's or the budget's (structural.ErrTooMuchWork), or says that the object or
// the media type cannot be written. For control characters such as U+007F, which the server cannot
// write in YAML, crdschema.StatusOf returns its Status (500).
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Encode; k8s.io/apiserver/pkg/
// endpoints/handlers/responsewriters, SerializeObject.
func Encode(ctx context.Context, media MediaType, obj map[string]any) ([]byte, error) {
	w := work.Start(ctx, "encoding")
	switch media.Name {
	case JSON, "":
		return encodeJSON(w, media, obj)
	case YAML:
		return encodeYAML(w, obj)
	}
	return nil, fmt.Errorf("the media type %q is not written", media.Name)
}

func encodeJSON(w *work.Tracker, media MediaType, obj map[string]any) ([]byte, error) {
	text, err := typedjson.Append(w, nil, obj)
	switch {
	case err != nil:
		return nil, err
	case media.Pretty:
		return typedjson.Indent(w, text)
	}
	return append(text, '\n'), nil
}

func encodeYAML(w *work.Tracker, obj map[string]any) ([]byte, error) {
	text, err := typedjson.Append(w, nil, obj)
	if err == nil {
		_, err = typedjson.Count(w, text)
	}
	if err != nil {
		return nil, err
	}
	text, err = decode.EncodeText(w, text, obj)
	if unwritable := decode.UnwritableError(""); errors.As(err, &unwritable) {
		return nil, status.Unexpected(err.Error())
	}
	return text, err
}
