package httpapi

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/typedjson"
	"github.com/seed95800270/crdschema/internal/work"
)

// EncodeEvent returns one event of a watch, byte by byte as the server writes it: a line of
// JSON that ends in a newline. The event is {"type": …, "object": …} as the functions of
// registry return it, and normalized (structural.Normalize). Its object has the fields in the
// order of [Encode]. The server indents no event, whatever the parameter pretty says.
//
// The error is the context's or the budget's (structural.ErrTooMuchWork), or says that the
// event has no type or no object.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, watchEncoder.
func EncodeEvent(ctx context.Context, event map[string]any) ([]byte, error) {
	kind, hasType := event["type"].(string)
	obj, hasObject := event["object"].(map[string]any)
	if !hasType || !hasObject {
		return nil, errors.New("an event has a type and an object")
	}
	w := work.Start(ctx, "encoding")
	text, err := jsontext.Append(w, []byte(`{"type":`), kind)
	if err != nil {
		return nil, err
	}
	text, err = typedjson.Append(w, append(text, `,"object":`...), obj)
	if err != nil {
		return nil, err
	}
	return append(text, '}', '\n'), nil
}
