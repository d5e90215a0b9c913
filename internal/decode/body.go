package decode

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"slices"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
)

// MaxBodyBytes is the size of the largest body that the server reads.
const MaxBodyBytes = 3 << 20

// MediaType is a media type that the server decodes.
type MediaType uint8

const (
	// MediaJSON is application/json.
	MediaJSON MediaType = iota
	// MediaYAML is application/yaml.
	MediaYAML
)

// MediaTypeOf returns the media type of a Content-Type header, or JSON if the header is
// empty. ok is false for types that the server does not decode and for
// application/vnd.kubernetes.protobuf.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation,
// NegotiateInputSerializerForMediaType.
func MediaTypeOf(contentType string) (t MediaType, ok bool) {
	if contentType == "" {
		return MediaJSON, true
	}
	name, _, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return 0, false
	case name == "application/json":
		return MediaJSON, true
	case name == "application/yaml":
		return MediaYAML, true
	default:
		return 0, false
	}
}

// Body is the body of a request.
type Body struct {
	// Text is the body as it was sent. The server quotes it in errors.
	Text []byte
	// JSON is the body as JSON text: Text itself, valid or not, or its first YAML document
	// converted to JSON.
	JSON []byte

	yamlStrict error // the error of the YAML parser about duplicate fields
}

// ReadBody returns a body, before its group, version and kind are read. The error is the
// server's about a body that cannot be converted to JSON, without a position, or a
// [Failure].
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode.
func ReadBody(ctx context.Context, text []byte, t MediaType) (Body, error) {
	if t == MediaJSON {
		return Body{Text: text, JSON: text}, nil
	}
	asJSON, duplicates, err := yamlToJSON(work.Start(ctx, stage), text)
	if errors.Is(err, errArrayDepth) || errors.Is(err, errObjectDepth) {
		err = gotype.TypeMetaError(err) // the server converts any depth, but cannot read it
	}
	return Body{Text: text, JSON: asJSON, yamlStrict: duplicates}, err
}

// Decode decodes the body without a schema, like a custom resource. The error is the
// server's, without a position, or a [Failure].
func (b Body) Decode(ctx context.Context) (Document, error) {
	return b.decode(work.Start(ctx, stage))
}

func (b Body) decode(w *work.Tracker) (Document, error) {
	doc, err := jsonAt(w, start, b.JSON)
	if bad := (*Error)(nil); errors.As(err, &bad) {
		return Document{}, bad.Err
	}
	if err != nil {
		return Document{}, err
	}
	doc.Strict = slices.Concat(b.Strict(), doc.Strict)
	return doc, nil
}

// Strict returns the YAML parser's error about duplicate fields, if any: the first item of
// [Document.Strict].
func (b Body) Strict() []string {
	if b.yamlStrict == nil {
		return nil
	}
	return []string{b.yamlStrict.Error()}
}

// Ignored returns the number of documents in a YAML body that a server ignores: those after
// the first.
func Ignored(text []byte) int {
	documents, inside := 0, false
	for line := range bytes.Lines(text) {
		content := bytes.TrimSpace(line)
		if rest, marks := behindMarker(line); marks {
			inside, content = false, rest
		}
		if !inside && !isComment(content) && content[0] != '%' {
			inside = true
			documents++
		}
	}
	return max(0, documents-1)
}

// behindMarker returns what follows the marker of a line that starts or ends a document.
func behindMarker(line []byte) (rest []byte, marks bool) {
	if len(line) < 3 || string(line[:3]) != "---" && string(line[:3]) != "..." {
		return nil, false
	}
	rest = bytes.TrimLeft(line[3:], " \t\r\n")
	return bytes.TrimSpace(rest), len(line) == 3 || len(rest) < len(line)-3
}
