package crdschema

import (
	"bytes"
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
)

// incoming is the body of a request for an object as the server's decoder reads it.
type incoming struct {
	// text is the text of the body. It is empty if the body is a map.
	text decode.Body
	// named is what the server reads before it decodes the body: the names of the
	// fields match in any letter case.
	named wire.TypeMeta
	// typed is what the decoded body says. It is empty if apiVersion is malformed.
	typed wire.TypeMeta
	// name is that in the metadata of a body that has been decoded as an object.
	name string
	// unreadable is the Status if named cannot be read.
	unreadable *Status
	// undecodable is the decoder's error about the rest of the body.
	undecodable error
	// scale is the body of an update of the scale. It is nil for others, and if named
	// cannot be read.
	scale *scale.Body
}

// readBody decodes the text of the body. A map has been decoded already. Errors are
// for [admission.checkTypeMeta]: the server finds the version in the URL first.
func (a *admission) readBody(ctx context.Context) bool {
	switch {
	case a.operation == UpdateScale:
		return a.readScale(ctx) // whose version is not that of the request
	case a.req.Body == nil:
		a.readMap()
	case !a.readText(ctx):
		return false
	}
	a.in.typed = wire.TypeMetaOf(a.body)
	return true
}

// readMap reads the type of a body that is a map.
func (a *admission) readMap() {
	named, bad := wire.ReadTypeMeta(a.body)
	if bad != nil {
		a.in.unreadable = status.Unrecognized(a.definition.names.Kind, []byte(wire.JSON(a.body)), bad.Detail)
	}
	a.in.named = named
}

// readText decodes a body that is text.
func (a *admission) readText(ctx context.Context) bool {
	sent := sentBody{a.req.Body, a.req.ContentType, a.operation, a.definition.names.Kind}
	var err error
	a.in.text, a.in.named, a.in.unreadable, err = sent.read(ctx)
	if a.in.unreadable != nil {
		return a.fail(err)
	}
	doc, err := a.in.text.Decode(ctx)
	a.body, _ = doc.Value.(map[string]any) // or nil for null: named could be read
	a.req.Duplicates, a.in.undecodable = doc.Strict, err
	return a.fail(decode.Failure(ctx, err))
}

// checkTypeMeta rejects a body that cannot be decoded or has no kind.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) checkTypeMeta() bool {
	switch {
	case a.in.unreadable != nil:
		return a.reject(a.in.unreadable)
	case a.in.scale != nil:
		return true
	case a.in.undecodable != nil:
		return a.reject(a.unhandled(a.in.undecodable.Error()))
	case a.in.typed.Kind == "":
		return a.reject(a.missingKind())
	default:
		return true
	}
}

// unhandled returns the Status for a body that is not decoded as far as its kind. The
// server names the kind that it has read before, or else that of the URL.
func (a *admission) unhandled(why string) *Status {
	named := a.in.named.WithDefaults(a.version.typeMeta())
	return status.Unhandled(named.Kind, named.Version, a.definition.names.Kind, why)
}

// missingKind returns the Status for a body without a kind. It quotes a body that is
// text as it is, and a map as JSON with sorted names. A decoder that ignores repeated
// fields quotes only the value.
func (a *admission) missingKind() *Status {
	text, value := a.in.text.Text, bytes.Trim(a.in.text.JSON, " \t\r\n")
	if a.req.Body == nil {
		text = []byte(wire.JSON(a.body))
		value = text
	}
	if a.req.FieldValidation == Ignore {
		return a.unhandled(wire.MissingKind(string(value)))
	}
	return status.Unrecognized(a.definition.names.Kind, text, wire.MissingKind(string(text)))
}
