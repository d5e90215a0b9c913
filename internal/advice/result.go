// Package advice says what to do about the answer to a request to write a CRD: one advice for each
// cause. Package hints has the hints.
//
// # Order
//
// First comes what keeps the server from reading the CRD, then the unknown fields that it drops,
// then the errors, each cause where its first error is. Errors have one cause if their hints have the
// same edits, if they are about the costs of one schema, or if one of them follows from another.
//
// # Sharing and concurrency
//
// Functions do not write to the CRD, and are safe for concurrent use. Edits share values with it.
package advice

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Advice is a hint about the errors that have one cause.
type Advice struct {
	// Errors are the errors, at least one.
	Errors structural.Errors
	// Hint is the hint. Its Text is empty if there is none.
	hints.Hint
}

// For returns what to do about crd after the answer to a request to write it, one advice
// for each cause. It comes first what keeps the server from reading the CRD, with only a Status
// as its answer, then the unknown fields that the server drops, then the errors.
//
// The error is about ctx or the budget (structural.ErrTooMuchWork).
func For(ctx context.Context, crd map[string]any, result crdschema.CRDResult) ([]Advice, error) {
	ctx, w := work.Share(ctx)
	normal, err := structural.Normalize(crd)
	object, _ := normal.(map[string]any)
	if err != nil || object == nil {
		return nil, w.Err()
	}
	errs := append(unread(object, result), result.Errors...)
	given, err := hints.ForAll(ctx, object, errs)
	if err != nil {
		return nil, err
	}
	out, err := causes(ctx, object, errs, given)
	if err != nil {
		return nil, err
	}
	return out, w.Err()
}

// unread returns the errors of the decoder: the one that ends it, or the unknown fields.
func unread(manifest map[string]any, result crdschema.CRDResult) structural.Errors {
	found := decode.Read(manifest, nil)
	if found.Undecodable != nil {
		return structural.Errors{found.Undecodable}
	}
	status := result.Status()
	if status != nil && len(result.Errors) == 0 && crd.IsV1beta1(manifest) {
		at := structural.Path{structural.Field("apiVersion")}
		return structural.Errors{{Path: at, Kind: field.Invalid, Code: codes.UnexpectedKind, Value: manifest["apiVersion"], Detail: status.Message}}
	}
	return append(found.Strict, found.Silent...)
}
