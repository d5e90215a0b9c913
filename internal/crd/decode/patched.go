package decode

import (
	"context"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/structural"
)

// expectedInternal is the kind that completes the kind of a patched CRD.
var expectedInternal = gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: crd.Group, Version: gotype.InternalVersion}, Kind: crd.Kind}

// ReadPatched decodes the text of a stored CRD to which a patch was applied, and returns the
// CRD as one of v1. undecodable is the server's error for a text that it cannot decode, or
// "". Unlike the body of a request, the text may be of v1beta1. The error is a failure, see
// decode.Failure.
//
// Rule: k8s.io/apimachinery/pkg/runtime, DecodeInto.
func ReadPatched(ctx context.Context, text []byte) (f Findings, undecodable string, err error) {
	named, err := gotype.ReadTypeMetaText(text)
	if err != nil {
		return Findings{}, err.Error(), nil
	}
	f.typeMeta = named.WithDefaults(expectedInternal)
	if !isCRD(f.typeMeta) {
		return Findings{}, unexpectedKind(f.typeMeta, func() string { return string(text) }).Detail, nil
	}
	parsed, err := decoder.Parse(ctx, decode.Body{Text: text, JSON: text})
	if err != nil {
		return Findings{}, "", err
	}
	r, err := parsed.Decode(typeOf(f.typeMeta))
	if err != nil {
		return Findings{}, "", err
	}
	if r.Undecodable != nil {
		return Findings{}, r.Undecodable.Detail, nil
	}
	f.CRD, f.Strict, f.Silent = asV1(r.Object, f.typeMeta.Version), r.Strict, r.Silent
	return f, "", nil
}

// Restored returns the findings about a CRD of v1 that the server has not decoded from text:
// its type does not depend on its apiVersion and kind. unknown are the errors for its unknown
// fields.
func Restored(manifest map[string]any, unknown structural.Errors) Findings {
	out := crd.Edit(manifest)
	out.Set("apiVersion", expected.Group+"/"+expected.Version)
	out.Set("kind", expected.Kind)
	return Findings{CRD: out.Result(), Strict: unknown, typeMeta: expected}
}

// asV1 returns a decoded CRD of a version in the form of v1. The internal version has the
// fields of the metadata at its root, and no other field has a name in JSON.
func asV1(manifest map[string]any, version string) map[string]any {
	out := crd.Edit(crd.ToV1(manifest))
	if version == gotype.InternalVersion {
		out = crd.Edit(map[string]any{"metadata": metadataAtRoot(manifest)})
	}
	out.Set("apiVersion", crd.Group+"/v1")
	out.Set("kind", crd.Kind)
	return out.Result()
}

func metadataAtRoot(manifest map[string]any) map[string]any {
	meta := map[string]any{}
	for _, f := range gotype.ObjectMeta.Fields {
		if v := manifest[f.Name]; v != nil {
			meta[f.Name] = v
		}
	}
	return meta
}
