package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
)

// sentBody is the body of a request as it is sent.
type sentBody struct {
	text        []byte
	contentType string
	operation   Operation
	kind        string // the kind that the server expects
}

// read returns the body as JSON text and the group, version and kind in it, or the
// Status with which the server answers if it cannot read them. The error is a failure.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and UpdateResource;
// k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode.
func (s sentBody) read(ctx context.Context) (decode.Body, wire.TypeMeta, *Status, error) {
	media, status := s.mediaType()
	if status != nil {
		return decode.Body{}, wire.TypeMeta{}, status, nil
	}
	body, err := decode.ReadBody(ctx, s.text, media)
	if err != nil {
		return decode.Body{}, wire.TypeMeta{}, s.unrecognized(err), decode.Failure(ctx, err)
	}
	named, err := wire.ReadTypeMetaText(body.JSON)
	if err != nil {
		return decode.Body{}, wire.TypeMeta{}, s.unrecognized(err), nil
	}
	return body, named, nil, nil
}

// mediaType returns the media type of the body, or a Status if the server does not
// decode it or does not read that much. A create looks at the media type first, an
// update at the size.
func (s sentBody) mediaType() (decode.MediaType, *Status) {
	media, known := decode.MediaTypeOf(s.contentType)
	exceeds := len(s.text) > decode.MaxBodyBytes
	switch {
	case exceeds && (known || s.operation != Create):
		return 0, status.TooLarge(decode.MaxBodyBytes)
	case !known:
		return 0, status.UnsupportedMediaType()
	default:
		return media, nil
	}
}

// unrecognized returns the Status for a body whose kind cannot be read.
func (s sentBody) unrecognized(err error) *Status {
	if s.operation == UpdateScale {
		return status.UndecodableScale()
	}
	return status.Unrecognized(s.kind, s.text, err.Error())
}
