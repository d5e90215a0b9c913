package crdschema

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"unicode"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
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
	malformed, undecodable, err := a.readConfiguration(ctx)
	return a.fail(err) &&
		a.findVersion() &&
		a.checkSubresource() &&
		a.readPatch() &&
		a.checkManager() &&
		a.reject(malformed) &&
		a.normalizeOld() &&
		a.checkExists() &&
		a.readOld(ctx) &&
		a.checkScale() &&
		a.reject(undecodable) &&
		a.applyConfiguration(ctx) &&
		a.checkRepeatedFields() &&
		a.checkNewUID() &&
		a.checkNamespace() &&
		a.checkAppliedName() &&
		a.deduplicateOwners(ctx) &&
		a.assumeResourceVersion()
}

// readConfiguration reads the applied configuration, or returns the status for one that
// cannot be read: malformed if it is no YAML, which the server finds before it reads the
// stored object unless the text looks like JSON, or undecodable.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, validateAndTranscodePatch and
// applyPatcher.applyPatchToCurrentObject.
func (a *admission) readConfiguration(ctx context.Context) (malformed, undecodable *Status, failure error) {
	if a.req.Old == nil && a.operation == Update {
		a.operation = Create
	}
	if a.req.Body != nil {
		body, err := decode.ReadBody(ctx, a.req.Body, decode.MediaYAML)
		failure = decode.Failure(ctx, err)
		switch {
		case err == nil:
			undecodable, failure = a.decodeConfiguration(ctx, body)
		case looksLikeJSON(a.req.Body):
			undecodable = status.BadRequest(fmt.Sprintf("error decoding patch: %s%v", convertingYAML, err))
		default:
			malformed = status.BadRequest(fmt.Sprintf("error encoding patch: %v", err))
		}
	}
	a.in.typed = wire.TypeMetaOf(a.body)
	return malformed, undecodable, failure
}

// convertingYAML is what begins the errors of the YAML parser.
//
// Rule: sigs.k8s.io/yaml, Unmarshal.
const convertingYAML = "error converting YAML to JSON: "

// looksLikeJSON reports whether a text begins like a JSON object.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, IsJSONBuffer.
func looksLikeJSON(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeftFunc(text, unicode.IsSpace), []byte("{"))
}

// decodeConfiguration sets the configuration to that in a body, or returns the status for a
// value of another type than an object.
func (a *admission) decodeConfiguration(ctx context.Context, body decode.Body) (*Status, error) {
	doc, err := body.Decode(ctx)
	if err == nil {
		var ok bool
		if a.body, ok = doc.Value.(map[string]any); !ok && doc.Value != nil {
			err = errors.New(wire.WrongType(wire.JSONType(doc.Value), "map[string]interface {}"))
		}
	}
	if err != nil {
		return status.BadRequest(fmt.Sprintf("error decoding patch: error unmarshaling JSON: while decoding JSON: %v", err)), decode.Failure(ctx, err)
	}
	if a.body == nil { // of null
		a.body = map[string]any{}
	}
	a.patch.strict = doc.Strict
	return nil, nil
}

// checkManager rejects an apply without a field manager, or with a malformed one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions.
func (a *admission) checkManager() bool {
	errs := options.Patch{Write: options.Write{FieldManager: a.req.FieldManager}, Apply: true}.Validate()
	if len(errs) > 0 {
		a.res.invalid, a.res.Errors = status.Resource{Group: options.Group, Kind: "PatchOptions"}, errs
	}
	return len(errs) == 0
}

// applyConfiguration sets the decoded object to the stored one with the configuration.
func (a *admission) applyConfiguration(ctx context.Context) bool {
	change := a.fieldChange(a.body)
	change.Force = a.req.Force
	obj, err := a.req.Fields.ApplyFields(work.Caller(ctx), change)
	if !a.tracked(err) {
		return false
	}
	if a.operation == UpdateScale {
		a.setApplied(obj)
		return true
	}
	a.res.Decoded, a.meta, a.in.typed = obj, metaedit.Edit(obj), wire.TypeMetaOf(obj)
	return true
}

// checkRepeatedFields rejects or warns of repeated fields in the configuration.
func (a *admission) checkRepeatedFields() bool {
	if len(a.patch.strict) == 0 {
		return true
	}
	switch repeated := convertingYAML + a.patch.strict[0]; a.req.FieldValidation {
	case Strict:
		return a.reject(status.BadRequest(fmt.Sprintf("error strict decoding patch: %s", repeated)))
	case Warn:
		a.warnings.Add(nil, repeated)
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
	of.Name = cmp.Or(of.Name, a.meta.Text("name"))
	return a.reject(of.NewUID(uid))
}

// checkAppliedName rejects an object with another name than that of the URL.
func (a *admission) checkAppliedName() bool {
	return a.operation == Create && a.req.Name == "" || a.reject(checks.Name(a.meta.Text("name"), a.name()))
}
