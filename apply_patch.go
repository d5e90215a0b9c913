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

// readConfiguration reads the applied configuration, or sets the status for one that cannot
// be read: malformed if it is not YAML, unless the text looks like JSON, or undecodable.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, validateAndTranscodePatch and
// applyPatcher.applyPatchToCurrentObject.
func (a *admission) readConfiguration(ctx context.Context) bool {
	err := a.readConfigurationText(ctx)
	a.in.typed = wire.TypeMetaOf(a.body)
	return a.fail(err)
}

// readConfigurationText reads a configuration that is text. The error is a failure.
func (a *admission) readConfigurationText(ctx context.Context) error {
	if a.req.Body == nil {
		return nil
	}
	body, err := decode.ReadBody(ctx, a.req.Body, decode.MediaYAML)
	switch {
	case err == nil:
		return a.decodeConfiguration(ctx, body)
	case looksLikeJSON(a.req.Body):
		a.patch.undecodable = status.BadRequest(fmt.Sprintf("error decoding patch: %s%v", convertingYAML, err))
	default:
		a.patch.malformed = status.BadRequest(fmt.Sprintf("error encoding patch: %v", err))
	}
	return decode.Failure(ctx, err)
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

// decodeConfiguration sets the configuration to the one in a body, or the status for a value of
// another type than an object. The error is a failure.
func (a *admission) decodeConfiguration(ctx context.Context, body decode.Body) error {
	doc, err := body.Decode(ctx)
	if err == nil {
		var ok bool
		if a.body, ok = doc.Value.(map[string]any); !ok && doc.Value != nil {
			err = errors.New(wire.WrongType(wire.JSONType(doc.Value), "map[string]interface {}"))
		}
	}
	if err != nil {
		a.patch.undecodable = status.BadRequest(fmt.Sprintf("error decoding patch: error unmarshaling JSON: while decoding JSON: %v", err))
		return decode.Failure(ctx, err)
	}
	if a.body == nil { // of null
		a.body = map[string]any{}
	}
	a.patch.strict = doc.Strict
	return nil
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
	if err != nil {
		return a.end(err)
	}
	a.setManagers(obj)
	a.endpoint.setApplied(obj)
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
	if !a.creates || uid == "" {
		return true
	}
	obj := a.requested()
	obj.Name = cmp.Or(obj.Name, a.meta.Text("name"))
	return a.reject(obj.NewUID(uid))
}

// checkAppliedName rejects an object with another name than that of the URL.
func (a *admission) checkAppliedName() bool {
	return a.creates && a.req.Name == "" || a.reject(checks.Name(a.meta.Text("name"), a.name()))
}
