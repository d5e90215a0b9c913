package decode

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Scale is what the server's decoder says about a Scale, the body of a request for a
// scale subresource.
type Scale struct {
	// Object is the body without unknown fields. It is that of [ReadScale] itself if it has
	// none.
	Object map[string]any
	// Undecodable is the server's error for a body that it cannot decode, or nil. If it is
	// not nil there are no other errors.
	Undecodable *structural.Error
	// Strict are the errors of a strict decoder as in [Findings].
	Strict structural.Errors
	// TypeMeta is the kind of the body. Where the body does not say it, it is [ScaleKind].
	TypeMeta wire.TypeMeta
}

// ScaleKind is the kind of a Scale.
var ScaleKind = wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: "autoscaling", Version: "v1"}, Kind: "Scale"}

// ReadScale decodes a body that is a normalized map. The kind that it names must be
// readable (wire.ReadTypeMeta). duplicates are as for [Read].
//
// Rules: k8s.io/client-go/scale, NewScaleConverter, which has the kinds that the server
// decodes; k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode.
func ReadScale(body map[string]any, named wire.TypeMeta, duplicates []string) Scale {
	s := Scale{Object: body, TypeMeta: named.WithDefaults(ScaleKind)}
	s.Undecodable = s.checkKind(func() string { return wire.JSON(body) })
	if s.Undecodable != nil || len(duplicates) == 0 && fits(body, s.typeOf()) {
		return s
	}
	repeated, ofYAML := newRepeatedFields(duplicates)
	n := decode.NodeOf(body)
	s.decode(&decoder{source: ofMap, repeated: repeated}, &n, ofYAML)
	return s
}

// ReadScaleBody decodes a body that is text and that names a kind.
//
// An error is a failure, see decode.Failure.
//
// Rule: the same as for [ReadScale].
func ReadScaleBody(ctx context.Context, body decode.Body, named wire.TypeMeta) (Scale, error) {
	s := Scale{TypeMeta: named.WithDefaults(ScaleKind)}
	if s.Undecodable = s.checkKind(func() string { return string(body.Text) }); s.Undecodable != nil {
		return s, nil
	}
	n, w, err := parse(ctx, body)
	if err != nil {
		return Scale{}, err
	}
	s.decode(&decoder{work: w}, &n, body.Strict())
	return s, w.Err()
}

// checkKind returns the error for a body of another kind, which text quotes.
func (s *Scale) checkKind(text func() string) *structural.Error {
	if s.TypeMeta == ScaleKind || s.isInternal() {
		return nil
	}
	why := wire.NotRegistered(s.TypeMeta, scheme)
	if s.TypeMeta.Version == "" {
		why = wire.MissingVersion(text())
	} else if goType := goTypeOfScale(s.TypeMeta); goType != "" {
		why = wire.UnknownConversion(goType, "v1.Scale")
	}
	return field.Verbatim(structural.Error{
		Path: structural.Path{structural.Field("kind")}, Kind: structural.Undecodable, Code: codes.UnexpectedKind, Value: s.TypeMeta.Kind, Detail: why,
	})
}

// isInternal reports whether the body is of an internal version, which the server converts.
func (s *Scale) isInternal() bool {
	t := s.TypeMeta
	return t.Version == wire.InternalVersion && t.Kind == ScaleKind.Kind && slices.Contains(internalScaleGroups, t.Group)
}

func (s *Scale) typeOf() *crd.Type {
	if s.isInternal() {
		return crd.InternalScaleBody
	}
	return crd.ScaleBody
}

// decode decodes n. ofYAML are the errors of the YAML parser about repeated fields.
func (s *Scale) decode(d *decoder, n *decode.Node, ofYAML []string) {
	if s.Object, s.Undecodable = d.root(n, s.typeOf()); s.Undecodable == nil {
		s.Strict = d.strictErrors(ofYAML)
	}
}

// Dropped returns the paths of the unknown fields.
func (s *Scale) Dropped() []structural.Path { return unknown(s.Strict) }

// Warnings returns the warnings that the server sends if it accepts the request or rejects
// it later.
func (s *Scale) Warnings() field.Warnings { return warningsOf(s.Strict) }

// External returns the Scale in autoscaling/v1 into which the server converts one of an
// internal version, without its status, or Object.
func (s *Scale) External() map[string]any {
	if !s.isInternal() {
		return s.Object
	}
	meta := map[string]any{}
	for name := range crd.ScaleBody.Field("metadata").Fields {
		if v, found := s.Object[name]; found {
			meta[name] = v
		}
	}
	spec, _ := s.Object["Spec"].(map[string]any)
	out := map[string]any{"metadata": meta, "spec": map[string]any{}}
	if replicas, found := spec["Replicas"]; found {
		out["spec"] = map[string]any{"replicas": replicas}
	}
	return out
}
