package crdschema

import (
	"bytes"
	"context"
	"mime"
	"regexp"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
)

// incoming is the body of a request for an object as the server's decoder reads it.
type incoming struct {
	// text is the text of the body, or empty for a map.
	text decode.Body
	// named is the type that the server reads before it decodes the body, in any letter case
	// of the fields.
	named gotype.TypeMeta
	// typed is the type in the decoded body, or empty if apiVersion is malformed.
	typed gotype.TypeMeta
	// name is the name in the metadata of a decoded body.
	name string
	// unreadable is the Status if named cannot be read.
	unreadable *Status
	// undecodable is the decoder's error about the rest of the body.
	undecodable error
}

// readObject decodes a text. [admission.checkTypeMeta] reports errors: the server finds the
// version in the URL first.
func (a *admission) readObject(ctx context.Context) bool {
	switch {
	case a.req.Body == nil:
		if !a.readMap(ctx) {
			return false
		}
	case !a.readText(ctx):
		return false
	}
	a.in.typed = gotype.TypeMetaOf(a.body.object)
	return true
}

func (a *admission) readMap(ctx context.Context) bool {
	named, bad := gotype.ReadTypeMeta(a.body.object)
	a.in.named = named
	if bad == nil {
		return true
	}
	text, err := a.bodyText(ctx)
	a.in.unreadable = status.Unrecognized(a.definition.names.Kind, text, bad.Detail)
	return a.fail(err)
}

// bodyText returns the text of a body that is a map. The error is a failure.
func (a *admission) bodyText(ctx context.Context) ([]byte, error) {
	return jsontext.Marshal(work.Start(ctx, "quoting the body"), a.body.object)
}

func (a *admission) readText(ctx context.Context) bool {
	var err error
	a.in.text, a.in.named, a.in.unreadable, err = a.sent().read(ctx, func(why string) *Status {
		return status.Unrecognized(a.definition.names.Kind, a.req.Body, why)
	})
	if a.in.unreadable != nil {
		return a.fail(err)
	}
	doc, err := a.in.text.Decode(ctx)
	obj, _ := doc.Value.(map[string]any) // or nil for null: named could be read
	a.body = a.definition.known(obj)
	a.req.Duplicates, a.in.undecodable = doc.Strict, err
	return a.fail(decode.Failure(ctx, err))
}

func (a *admission) sent() sentBody { return sentBody{a.req.Body, a.req.ContentType, a.creates} }

// checkTypeMeta rejects a body that cannot be decoded or lacks a kind.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) checkTypeMeta(ctx context.Context) bool {
	switch {
	case a.in.undecodable != nil:
		return a.reject(a.unhandled(a.in.undecodable.Error()))
	case a.in.typed.Kind == "":
		missing, err := a.missingKind(ctx)
		return a.fail(err) && a.reject(missing)
	default:
		return true
	}
}

// unhandled returns the Status for a body whose kind is not decoded. It names the kind read
// before, or else the URL's.
func (a *admission) unhandled(why string) *Status {
	named := a.in.named.WithDefaults(a.version.typeMeta())
	return status.Unhandled(named.Kind, named.Version, a.definition.names.Kind, why)
}

// missingKind returns the Status for a body without a kind. It quotes a text verbatim, and a
// map as JSON with sorted names. A decoder that ignores repeated fields quotes only the
// value.
func (a *admission) missingKind(ctx context.Context) (*Status, error) {
	text, value := a.in.text.Text, bytes.Trim(a.in.text.JSON, " \t\r\n")
	if a.req.Body == nil {
		var err error
		if text, err = a.bodyText(ctx); err != nil {
			return nil, err
		}
		value = text
	}
	if a.req.FieldValidation == Ignore {
		return a.unhandled(gotype.MissingKind(string(value))), nil
	}
	return status.Unrecognized(a.definition.names.Kind, text, gotype.MissingKind(string(text))), nil
}

// sentBody is the text of a body.
type sentBody struct {
	text        []byte
	contentType string
	creates     bool // an object
}

// read returns the body as JSON text and the type in it, or the Status that rejects it.
// unrecognized returns the Status for malformed text. The error is a failure.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and UpdateResource;
// k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode.
func (s sentBody) read(ctx context.Context, unrecognized func(why string) *Status) (decode.Body, gotype.TypeMeta, *Status, error) {
	media, status := s.mediaType()
	if status != nil {
		return decode.Body{}, gotype.TypeMeta{}, status, nil
	}
	body, err := decode.ReadBody(ctx, s.text, media)
	if err != nil {
		return decode.Body{}, gotype.TypeMeta{}, unrecognized(err.Error()), decode.Failure(ctx, err)
	}
	named, err := gotype.ReadTypeMetaText(body.JSON)
	if err != nil {
		status = unrecognized(err.Error())
		status.Remark = s.remark()
		return decode.Body{}, gotype.TypeMeta{}, status, nil
	}
	return body, named, nil, nil
}

// yamlStart matches the beginning of a YAML text that is not JSON: a name, a marker, a
// directive or a comment.
var yamlStart = regexp.MustCompile(`^\s*(---|[%#]|[A-Za-z]\w*:)`)

// remark explains the error of a text that is read as JSON because nobody said that it is YAML.
func (s sentBody) remark() string {
	if s.contentType != "" || !yamlStart.Match(s.text) {
		return ""
	}
	return "The body is read as JSON, since the request has no ContentType. For YAML, set it to application/yaml."
}

// ignored returns the number of YAML documents that the server ignores.
func (s sentBody) ignored() int {
	media, _, _ := mime.ParseMediaType(s.contentType)
	if media != "application/yaml" && media != "application/apply-patch+yaml" || len(s.text) > decode.MaxBodyBytes {
		return 0
	}
	return decode.Ignored(s.text)
}

// mediaType returns the media type, or the Status for an unknown one or too much text. A
// create checks the media type first, an update the size.
func (s sentBody) mediaType() (decode.MediaType, *Status) {
	media, known := decode.MediaTypeOf(s.contentType)
	exceeds := len(s.text) > decode.MaxBodyBytes
	switch {
	case exceeds && (known || !s.creates):
		return 0, status.TooLarge(decode.MaxBodyBytes)
	case !known:
		return 0, status.UnsupportedMediaType()
	default:
		return media, nil
	}
}
