package crdschema

import (
	"context"

	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
)

func (r *CRDRequest) applies() bool {
	form, known := decode.CRDPatchTypeOf(r.ContentType)
	return r.Operation.isPatch() && known && form == decode.ApplyPatch
}

// receiveApply applies a configuration to the stored CRD, or to none, and compares the result
// with the URL.
func (w *definitionAdmission) receiveApply(ctx context.Context) bool {
	return w.readConfiguration(ctx) &&
		w.readPatch() &&
		checkManager(&w.res.Verdict, w.req.FieldManager) &&
		w.reject(w.patch.malformed) &&
		(w.creates || w.checkExists()) &&
		w.reject(w.patch.undecodable) &&
		w.applyConfiguration(ctx) &&
		w.checkRepeatedFields() &&
		w.checkNewUID() &&
		w.checkAppliedName() &&
		w.deduplicateOwners(ctx) &&
		w.assumeVersion()
}

// readConfiguration reads the applied configuration, or sets the Status for one that cannot be
// read: see [admission.readConfiguration].
func (w *definitionAdmission) readConfiguration(ctx context.Context) bool {
	if w.req.Body == nil {
		return true
	}
	var err error
	w.req.CRD, err = w.patch.readConfiguration(ctx, w.req.Body)
	return w.fail(err)
}

func (w *definitionAdmission) applyConfiguration(ctx context.Context) bool {
	change, err := w.fieldChange(ctx, w.req.CRD)
	if err != nil {
		return w.fail(err)
	}
	obj, err := w.req.Fields.ApplyFields(work.Caller(ctx), change)
	if err != nil {
		return w.end(err)
	}
	w.found = crddecode.Restored(obj, nil)
	w.req.CRD = w.found.CRD
	return true
}

func (w *definitionAdmission) setManagers(list any) {
	meta := metaedit.Edit(w.req.CRD)
	meta.Set("managedFields", list)
	w.req.CRD = meta.Object(w.req.CRD)
}

// checkRepeatedFields rejects a configuration with repeated fields, or warns of each of them.
func (w *definitionAdmission) checkRepeatedFields() bool {
	warnings, rejected := w.patch.repeatedFields(w.req.FieldValidation)
	w.warnings.Add(nil, warnings...)
	return w.reject(rejected)
}

// checkNewUID rejects a configuration with a uid for a CRD that does not exist.
func (w *definitionAdmission) checkNewUID() bool {
	meta := metaedit.Edit(w.req.CRD)
	uid := meta.Text("uid")
	return !w.creates || uid == "" || w.reject(w.requested().NewUID(uid))
}

func (w *definitionAdmission) checkAppliedName() bool {
	return w.creates && w.req.Name == "" || w.checkName()
}

// trackFields gets the managed fields after the request from the tracker.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors;
// k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func (w *definitionAdmission) trackFields(ctx context.Context) bool {
	if w.req.Fields == nil || w.req.applies() {
		return true
	}
	sent, undecodable, err := validate.Stored(ctx, w.req.CRD)
	if err != nil || len(undecodable) > 0 { // validate reports them
		return w.fail(err)
	}
	if list, ok := metaedit.Metadata(w.req.CRD)["managedFields"].([]any); ok && len(list) == 0 { // not stored, but a reset
		sent = managedfields.Set(sent, list)
	}
	if w.creates {
		meta := metaedit.Edit(sent)
		metaedit.RemoveSystemFields(&meta)
		sent = meta.Object(sent)
	}
	change, err := w.fieldChange(ctx, sent)
	if err != nil {
		return w.fail(err)
	}
	obj, err := w.req.Fields.TrackFields(work.Caller(ctx), change)
	if err != nil {
		return w.end(err)
	}
	w.setManagers(metaedit.Metadata(obj)["managedFields"])
	return true
}

// fieldChange returns the change of the stored CRD to obj, or by a configuration.
func (w *definitionAdmission) fieldChange(ctx context.Context, obj map[string]any) (FieldChange, error) {
	change := FieldChange{Object: obj, Version: "v1", Manager: w.req.FieldManager, Now: w.req.Now, Force: w.req.Force}
	if w.req.Operation == UpdateStatus || w.req.Operation == PatchStatus {
		change.Subresource = "status"
	}
	if w.creates {
		return change, nil
	}
	var err error
	change.Live, err = w.stored(ctx)
	return change, err
}

// checkNewVersion rejects a new CRD with a resource version.
func (w *definitionAdmission) checkNewVersion(meta *metaedit.Editor) bool {
	if w.req.applies() {
		return w.reject(request.CheckRevision(meta))
	}
	return w.reject(request.CheckUnversioned(meta, w.req.DryRun))
}
