package registry

import (
	"cmp"
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// EncodeStoredCRD returns a CRD as the server writes it to etcd: one of v1beta1. What all versions
// have in common, for example the schema, is in the spec. c is a CRD of v1, as
// [crdschema.Compiler.AdmitCRD] returns it, or anything that [DecodeStoredCRD] reads. The metadata
// is kept; the server itself writes no resourceVersion.
//
// structural.ErrorsOf returns the parts of the error if the server cannot decode values of the CRD,
// or if c is not a JSON value (see structural.Normalize). The other errors: c has another
// apiVersion or kind, the context is done, or the budget is spent (structural.ErrTooMuchWork).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func EncodeStoredCRD(ctx context.Context, c map[string]any) (map[string]any, error) {
	stored, err := DecodeStoredCRD(ctx, c)
	if err != nil {
		return nil, err
	}
	return crd.ToV1beta1(stored), nil
}

// DecodeStoredCRD returns a CRD from etcd, of v1beta1 or v1, as the server reads it: a CRD of v1,
// without unknown fields and with defaults. Every version has what is in the spec. The error is as
// of [EncodeStoredCRD].
//
// Rule: the same as for EncodeStoredCRD.
func DecodeStoredCRD(ctx context.Context, stored map[string]any) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	normal, err := structural.Normalize(stored)
	if err != nil {
		return nil, fmt.Errorf("the CRD: %w", err)
	}
	manifest, _ := normal.(map[string]any)
	version, kind := manifest["apiVersion"], manifest["kind"]
	if version != crd.Group+"/v1" && !crd.IsV1beta1(manifest) || kind != crd.Kind {
		return nil, fmt.Errorf("not a CustomResourceDefinition of %s/v1 or v1beta1: the apiVersion is %#v, the kind %#v", crd.Group, version, kind)
	}
	out, undecodable, err := validate.Stored(ctx, manifest)
	return out, cmp.Or(err, undecodable.Err())
}
