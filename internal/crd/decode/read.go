package decode

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/jsontext"
)

// Read decodes a normalized CRD as the server does when a request sends it to the URL of
// CustomResourceDefinitions in v1. duplicates are the errors for repeated fields that the
// decoder of the text returned.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// sigs.k8s.io/json, UnmarshalStrict.
func Read(manifest map[string]any, duplicates []string) Findings {
	typeMeta, bad := readTypeMeta(manifest)
	if bad == nil {
		bad = checkKind(typeMeta, func() string { return jsontext.Of(manifest) })
	}
	f := Findings{CRD: manifest, typeMeta: typeMeta}
	if bad != nil {
		f.reject(bad, bad.Detail)
		return f
	}
	if len(duplicates) > 0 || !gotype.Fits(manifest, typeOf(typeMeta)) {
		f.set(decoder.Decode(manifest, typeOf(typeMeta), duplicates))
		f.CRD = manifest
	}
	return f
}

// ReadBody decodes the body of a request as Read does, from its text. named is the
// group, version and kind in it. An error is a failure, see decode.Failure.
func ReadBody(ctx context.Context, body decode.Body, named gotype.TypeMeta) (Findings, error) {
	f := Findings{typeMeta: named.WithDefaults(expected)}
	if bad := checkKind(f.typeMeta, func() string { return string(body.Text) }); bad != nil {
		f.reject(bad, bad.Detail)
		return f, nil
	}
	parsed, err := decoder.Parse(ctx, body)
	if err != nil {
		return Findings{}, err
	}
	r, err := parsed.Decode(typeOf(f.typeMeta))
	f.set(r)
	return f, err
}

// set sets the findings to a decoded CRD.
func (f *Findings) set(r decoder.Result) {
	if bad := r.Undecodable; bad != nil {
		f.reject(bad, unhandled(f.typeMeta, bad.Detail).Message)
		return
	}
	f.CRD, f.Strict, f.Silent = r.Object, r.Strict, r.Silent
}

// typeOf returns the type into which the server decodes a CRD.
func typeOf(t gotype.TypeMeta) *gotype.Type {
	switch t.Version {
	case "v1beta1":
		return gotype.CRDv1beta1
	case gotype.InternalVersion:
		return gotype.InternalCRD
	default:
		return gotype.CRDv1
	}
}
