package crdschema

import (
	"cmp"
	"context"
	"fmt"

	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// receivePatch applies a patch to the stored CRD and compares the result with the URL.
func (w *definitionAdmission) receivePatch(ctx context.Context) bool {
	return w.readPatch() &&
		w.checkExists() &&
		w.applyPatch(ctx) &&
		w.checkPatchedFields() &&
		w.checkName() &&
		w.deduplicateOwners(ctx) &&
		w.assumeVersion()
}

// readPatch rejects a body that is not the text of a patch.
func (w *definitionAdmission) readPatch() bool {
	form, known := decode.CRDPatchTypeOf(w.req.ContentType)
	switch {
	case !decode.RoutesCRDPatch(w.req.ContentType):
		return w.reject(status.MediaTypeNotRouted())
	case !known:
		return w.reject(status.UnsupportedCRDPatchType())
	}
	w.patch.body, w.patch.form, w.patch.validation = w.req.Body, form, w.req.FieldValidation
	return w.reject(w.patch.check())
}

// applyPatch applies the patch to the stored CRD and decodes the result.
func (w *definitionAdmission) applyPatch(ctx context.Context) bool {
	stored, err := w.stored(ctx)
	switch {
	case err != nil:
		return w.fail(err)
	case w.patch.form == decode.StrategicMergePatch:
		return w.mergeStrategically(ctx, stored)
	default:
		return w.patchText(ctx, stored) && w.decodePatched(ctx)
	}
}

// patchText applies the patch to the text of the stored CRD.
func (w *definitionAdmission) patchText(ctx context.Context, stored map[string]any) bool {
	text, err := gotype.Encode(work.Start(ctx, "applying a patch"), stored, gotype.CRDv1)
	if err != nil {
		return w.fail(err)
	}
	rejected, err := w.patch.apply(ctx, text)
	return w.fail(err) && w.reject(rejected)
}

// decodePatched decodes the patched text.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyPatchToCurrentObject.
func (w *definitionAdmission) decodePatched(ctx context.Context) bool {
	found, undecodable, err := crddecode.ReadPatched(ctx, w.patch.patched)
	if err != nil || undecodable != "" {
		return w.fail(err) && w.rejectPatched(undecodable)
	}
	w.found, w.req.CRD = found, found.CRD
	w.res.Dropped = found.Dropped()
	return true
}

// checkPatchedFields rejects or warns of unknown and repeated fields in the patch and in its
// result.
func (w *definitionAdmission) checkPatchedFields() bool {
	switch w.req.FieldValidation {
	case Strict:
		if problems := append(w.patch.fields, w.found.Strict.Texts()...); len(problems) > 0 {
			return w.rejectPatched(status.StrictDecoding(problems))
		}
	case Warn:
		w.warnings.Add(nil, w.patch.fields...)
		w.warnings.AddAll(w.found.Warnings(crddecode.Warn))
	}
	return true
}

// rejectPatched ends the request with an error about the patched text.
func (w *definitionAdmission) rejectPatched(why string) bool {
	w.res.Verdict = w.patch.unreadable(why)
	return false
}

// deduplicateOwners drops repeated owner references and warns of them.
func (w *definitionAdmission) deduplicateOwners(ctx context.Context) bool {
	crd, warning, err := objectmeta.DedupPatchedOwnerReferences(ctx, w.req.CRD)
	if err != nil {
		return w.fail(err)
	}
	w.req.CRD = crd
	w.warnings.Add(metaedit.PathOf("ownerReferences"), warning)
	return true
}

// assumeVersion sets a resource version if neither the stored CRD nor the patched one has
// one.
func (w *definitionAdmission) assumeVersion() bool {
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	if w.creates || meta.Text("resourceVersion") != "" || old.Text("resourceVersion") != "" {
		return true
	}
	meta.Set("resourceVersion", anyResourceVersion)
	old.Set("resourceVersion", anyResourceVersion)
	w.req.CRD, w.req.Old, w.versionless = meta.Object(w.req.CRD), old.Object(w.req.Old), true
	return true
}

// stored returns the stored CRD as the server reads it.
func (w *definitionAdmission) stored(ctx context.Context) (map[string]any, error) {
	stored, undecodable, err := validate.Stored(ctx, w.req.Old)
	return stored, cmp.Or(err, errOfOld(undecodable))
}

// errOfOld returns the error for the errors of an old CRD that cannot be decoded, or nil.
func errOfOld(undecodable structural.Errors) error {
	if err := errlist.ErrWithRemark(undecodable); err != nil {
		return fmt.Errorf("the old crd: %w", err)
	}
	return nil
}
