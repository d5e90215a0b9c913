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

// EncodeStoredCRD returns a CRD as the server writes it to etcd: a CRD of v1beta1. Parts that are
// equal in all versions, for example the schema, are in the spec. c is a CRD of v1, as
// [crdschema.Compiler.AdmitCRD] returns it, or anything that [DecodeStoredCRD] reads. The metadata
// is kept. The server itself writes neither resourceVersion nor selfLink.
//
// structural.ErrorsOf returns the parts of the error: c is not a CRD, the server cannot decode some
// of its values, or it is not a JSON value (see structural.Normalize). There are no parts if the
// context is done or the budget is spent (structural.ErrTooMuchWork).
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
// without unknown fields and with defaults. Parts in the spec move to every version. The error is as
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
	if err := crd.CheckType(manifest).Err(); err != nil {
		return nil, err
	}
	out, undecodable, err := validate.Stored(ctx, manifest)
	return out, cmp.Or(err, undecodable.Err())
}
