package crdschema

import (
	"cmp"
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/internal/wire"
)

// applies reports whether the request is a server-side apply.
func (r *Request) applies() bool {
	form, known := decode.PatchTypeOf(r.ContentType)
	return r.Operation.isPatch() && known && form == decode.ApplyPatch
}

// receiveApply runs the stages that apply a configuration to the stored object and compare
// the result with the URL. Unlike other patches, the result is not decoded again. A Status
// is 400, 404, 409, 413 or 500; errors of the field manager are 422.
func (a *admission) receiveApply(ctx context.Context) bool {
	readable := a.readConfiguration()
	return a.findVersion() &&
		a.checkSubresource() &&
		a.readPatch() &&
		a.checkManager() &&
		a.reject(readable) &&
		a.normalizeOld() &&
		a.checkExists() &&
		a.readOld(ctx) &&
		a.applyConfiguration(ctx) &&
		a.checkRepeatedFields() &&
		a.checkNewUID() &&
		a.checkNamespace() &&
		a.checkAppliedName() &&
		a.deduplicateOwners() &&
		a.assumeResourceVersion()
}

// readConfiguration reads the applied configuration, or returns the status for one that
// cannot be read.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, applyPatcher.applyPatchToCurrentObject.
func (a *admission) readConfiguration() *Status {
	if a.req.Old == nil && a.operation == Update {
		a.operation = Create
	}
	if a.req.Body != nil {
		doc, err := decodeConfiguration(a.req.Body)
		if err != nil {
			return badRequest("error decoding patch: %v", err)
		}
		a.body, _ = doc.Value.(map[string]any)
		a.patch.strict = doc.Strict
	}
	a.in.typed = wire.TypeMetaOf(a.body)
	return nil
}

func decodeConfiguration(text []byte) (decode.Document, error) {
	body, err := decode.ReadBody(text, decode.MediaYAML)
	if err != nil {
		return decode.Document{}, err
	}
	doc, err := body.Decode()
	if err != nil {
		return decode.Document{}, err
	}
	if _, ok := doc.Value.(map[string]any); !ok && doc.Value != nil {
		return decode.Document{}, errors.New(wire.WrongType(wire.JSONType(doc.Value), "map[string]interface {}"))
	}
	return doc, nil
}

// checkManager rejects an apply without a field manager, or with a malformed one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions.
func (a *admission) checkManager() bool {
	errs := options.Patch{Write: options.Write{FieldManager: a.req.FieldManager}, Apply: true}.Validate()
	if len(errs) > 0 {
		a.res.invalid, a.res.Errors = subject{group: options.Group, kind: "PatchOptions"}, errs
	}
	return len(errs) == 0
}

// applyConfiguration sets the decoded object to the stored one with the configuration.
func (a *admission) applyConfiguration(ctx context.Context) bool {
	change := a.fieldChange(a.body)
	change.Force = a.req.Force
	obj, err := a.req.Fields.ApplyFields(ctx, change)
	var status *Status
	if errors.As(err, &status) {
		return a.reject(status)
	}
	if err != nil {
		return a.fail(err)
	}
	a.res.Decoded, a.meta, a.in.typed = obj, metaedit.Edit(obj), wire.TypeMetaOf(obj)
	return true
}

// checkRepeatedFields rejects or warns of repeated fields in the configuration.
func (a *admission) checkRepeatedFields() bool {
	switch {
	case len(a.patch.strict) == 0:
	case a.req.FieldValidation == Strict:
		return a.reject(badRequest("error strict decoding patch: %v", a.patch.strict[0]))
	case a.req.FieldValidation == Warn:
		a.warnings.add(nil, a.patch.strict...)
	}
	return true
}

// checkNewUID rejects a configuration with a uid for an object that does not exist.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, patcher.applyPatch.
func (a *admission) checkNewUID() bool {
	uid := a.meta.Text("uid")
	if a.operation != Create || uid == "" {
		return true
	}
	of := a.requested()
	of.name = cmp.Or(of.name, a.meta.Text("name"))
	return a.reject(of.conflict("uid mismatch: the provided object specified uid " + uid + ", and no existing object was found"))
}

// checkAppliedName rejects an object with another name than that of the URL.
func (a *admission) checkAppliedName() bool {
	return a.operation == Create && a.req.Name == "" || a.reject(compareNames(a.meta.Text("name"), a.target().Name))
}
