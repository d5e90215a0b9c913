package crdschema

import (
	"context"
	"errors"
	"fmt"

	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/restore"
	"github.com/seed95800270/crdschema/internal/strategicpatch"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// mergeStrategically merges a strategic merge patch into the stored CRD, and restores the
// server's type from the result.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, strategicPatchObject and applyPatchToObject.
func (w *definitionAdmission) mergeStrategically(ctx context.Context, stored map[string]any) bool {
	patch, err := w.readStrategic(ctx)
	if err != nil {
		return w.fail(decode.Failure(ctx, err)) && w.reject(status.BadRequest(err.Error()))
	}
	t := work.Start(ctx, "merging a patch")
	merged, err := strategicpatch.Merge(t, structural.Clone(stored), patch, gotype.CRDv1)
	if err != nil {
		return w.rejectStrategic(err)
	}
	restored, unknown, err := restore.Object(t, merged, gotype.CRDv1)
	var bad restore.Error
	if errors.As(err, &bad) || len(unknown)+len(w.patch.fields) > 0 { // errors print the patch
		if !work.Text(t, patch) {
			return w.fail(t.Err())
		}
		w.patch.patched = fmt.Appendf(nil, "%+v", patch)
	}
	switch {
	case bad != "":
		return w.rejectPatched(string(bad))
	case err != nil:
		return w.fail(err)
	}
	w.found = crddecode.Restored(restored, unknown)
	w.req.CRD, w.res.Dropped = w.found.CRD, w.found.Dropped()
	return true
}

// readStrategic decodes the patch. The error is the server's, or a failure.
func (w *definitionAdmission) readStrategic(ctx context.Context) (map[string]any, error) {
	fields, err := decode.MergePatchFields(ctx, w.patch.body)
	if err != nil {
		return nil, err
	}
	doc, err := decode.JSON(ctx, w.patch.body)
	if err != nil {
		return nil, withoutPosition(err)
	}
	if w.patch.validation != Ignore {
		w.patch.fields = fields
	}
	patch, _ := doc.Value.(map[string]any) // or nil for null
	return patch, nil
}

func withoutPosition(err error) error {
	var located *decode.Error
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}

// rejectStrategic ends the request with the server's answer to a patch that it cannot merge.
func (w *definitionAdmission) rejectStrategic(err error) bool {
	var bad *strategicpatch.Error
	if !errors.As(err, &bad) {
		return w.fail(err)
	}
	switch bad.Reason {
	case strategicpatch.BadRequest:
		return w.reject(status.BadRequest(bad.Text))
	case strategicpatch.Inapplicable:
		return w.reject(status.Inapplicable(bad.Text))
	default:
		return w.reject(status.Unexpected(bad.Text))
	}
}
