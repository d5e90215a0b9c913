package scale

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

// Decoded is what the server's decoder says about a Scale.
type Decoded struct {
	// Object is the body without unknown fields. [Read] returns its argument if all fields are known.
	Object map[string]any
	// Undecodable is the server's error for a body that it cannot decode, or nil. It comes
	// alone.
	Undecodable *field.Error
	// Strict are the errors of a strict decoder as in decoder.Result.
	Strict field.Errors
	// TypeMeta is the kind of the body, with defaults from [Kind].
	TypeMeta gotype.TypeMeta
}

// Kind is the kind of a Scale.
var Kind = gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: "autoscaling", Version: "v1"}, Kind: "Scale"}

// Read decodes a body that is a normalized map. The kind that it names must be readable
// (gotype.ReadTypeMeta). duplicates are the paths that decoder.Decode takes.
//
// Rules: k8s.io/client-go/scale, NewScaleConverter, for the kinds that the server decodes;
// k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode.
func Read(body map[string]any, named gotype.TypeMeta, duplicates []string) Decoded {
	b := Decoded{Object: body, TypeMeta: named.WithDefaults(Kind)}
	b.Undecodable = b.checkKind(func() string { return jsontext.Of(body) })
	if b.Undecodable != nil || len(duplicates) == 0 && gotype.Fits(body, b.typeOf()) {
		return b
	}
	b.set(decoder.Decode(body, b.typeOf(), duplicates))
	return b
}

// ReadText decodes a body that is text and that names a kind. The error is a decode.Failure.
//
// Rule: the same as for [Read].
func ReadText(ctx context.Context, body decode.Body, named gotype.TypeMeta) (Decoded, error) {
	b := Decoded{TypeMeta: named.WithDefaults(Kind)}
	if b.Undecodable = b.checkKind(func() string { return string(body.Text) }); b.Undecodable != nil {
		return b, nil
	}
	parsed, err := decoder.Parse(ctx, body)
	if err != nil {
		return Decoded{}, err
	}
	r, err := parsed.Decode(b.typeOf())
	b.set(r)
	return b, err
}

func (b *Decoded) checkKind(text func() string) *field.Error {
	if b.TypeMeta == Kind || b.isInternal() {
		return nil
	}
	return decoder.UnexpectedKind(b.TypeMeta, goTypeOf(b.TypeMeta), gotype.Scale.Name, text)
}

// isInternal reports whether the body has an internal version. The server converts it.
func (b *Decoded) isInternal() bool {
	t := b.TypeMeta
	return t.Version == gotype.InternalVersion && t.Kind == Kind.Kind && slices.Contains(internalGroups, t.Group)
}

func (b *Decoded) typeOf() *gotype.Type {
	if b.isInternal() {
		return gotype.InternalScale
	}
	return gotype.Scale
}

func (b *Decoded) set(r decoder.Result) {
	b.Object, b.Undecodable, b.Strict = r.Object, r.Undecodable, r.Strict
}

// Dropped returns the paths of the unknown fields.
func (b *Decoded) Dropped() []field.Path { return decoder.UnknownFields(b.Strict) }

// Warnings returns the warnings that the server sends unless it rejects the body.
func (b *Decoded) Warnings() errlist.Warnings { return decoder.Warnings(b.Strict) }

// External returns Object, or the Scale in autoscaling/v1, without status, to which the server
// converts an internal version.
func (b *Decoded) External() map[string]any {
	if !b.isInternal() {
		return b.Object
	}
	meta := map[string]any{}
	for _, f := range gotype.ObjectMeta.Fields {
		if v, found := b.Object[f.Name]; found {
			meta[f.Name] = v
		}
	}
	spec, _ := b.Object["Spec"].(map[string]any)
	out := map[string]any{"metadata": meta, "spec": map[string]any{}}
	if replicas, found := spec["Replicas"]; found {
		out["spec"] = map[string]any{"replicas": replicas}
	}
	return out
}
