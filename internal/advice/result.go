// Package advice says what to do about the answer to a request to write a CRD: one advice for each
// cause. Package hints has the hints.
package advice

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/codes"
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
func unread(crd map[string]any, result crdschema.CRDResult) structural.Errors {
	found := decode.Read(crd, nil)
	if found.Undecodable != nil {
		return structural.Errors{found.Undecodable}
	}
	status := result.Status()
	if status != nil && len(result.Errors) == 0 && isOldVersion(crd) {
		at := structural.Path{structural.Field("apiVersion")}
		return structural.Errors{{Path: at, Kind: field.Invalid, Code: codes.UnexpectedKind, Value: crd["apiVersion"], Detail: status.Message}}
	}
	return append(found.Strict, found.Silent...)
}

func isOldVersion(crd map[string]any) bool {
	return crd["apiVersion"] == "apiextensions.k8s.io/v1beta1"
}
