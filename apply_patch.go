package crdschema

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
	"unicode"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
)

func (r *Request) applies() bool {
	form, known := decode.PatchTypeOf(r.ContentType)
	return r.Operation.isPatch() && known && form == decode.ApplyPatch
}

// readConfiguration reads the applied configuration, or sets the Status for one that cannot
// be read: malformed if it is not YAML, unless the text looks like JSON, or undecodable.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, validateAndTranscodePatch and
// applyPatcher.applyPatchToCurrentObject.
func (a *admission) readConfiguration(ctx context.Context) bool {
	var err error
	if a.req.Body != nil {
		a.body.object, err = a.patch.readConfiguration(ctx, a.req.Body)
	}
	a.in.typed = gotype.TypeMetaOf(a.body.object)
	return a.fail(err)
}

// readConfiguration reads a configuration that is text. The error is a failure.
func (p *patch) readConfiguration(ctx context.Context, text []byte) (map[string]any, error) {
	body, err := decode.ReadBody(ctx, text, decode.MediaYAML)
	switch {
	case err == nil:
		return p.decodeConfiguration(ctx, body)
	case looksLikeJSON(text):
		p.undecodable = status.BadRequest(fmt.Sprintf("error decoding patch: %s%v", convertingYAML, err))
	default:
		p.malformed = status.BadRequest(fmt.Sprintf("error encoding patch: %v", err))
	}
	return nil, decode.Failure(ctx, err)
}

// convertingYAML begins the errors of the YAML parser.
//
// Rule: sigs.k8s.io/yaml, Unmarshal.
const convertingYAML = "error converting YAML to JSON: "

// looksLikeJSON reports whether a text begins like a JSON object.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, IsJSONBuffer.
func looksLikeJSON(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeftFunc(text, unicode.IsSpace), []byte("{"))
}

// decodeConfiguration decodes the configuration, or sets the Status for a value that is not
// an object. The error is a failure.
func (p *patch) decodeConfiguration(ctx context.Context, body decode.Body) (map[string]any, error) {
	doc, err := body.Decode(ctx)
	obj, ok := doc.Value.(map[string]any)
	if err == nil && !ok && doc.Value != nil {
		err = errors.New(gotype.WrongType(gotype.JSONType(doc.Value), "map[string]interface {}"))
	}
	if err != nil {
		p.undecodable = status.BadRequest(fmt.Sprintf("error decoding patch: error unmarshaling JSON: while decoding JSON: %v", err))
		return nil, decode.Failure(ctx, err)
	}
	if obj == nil { // of null
		obj = map[string]any{}
	}
	p.strict = doc.Strict
	return obj, nil
}

// checkManager rejects an apply without a field manager, or with a malformed one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions.
func (a *admission) checkManager() bool { return checkManager(&a.res.Verdict, a.req.FieldManager) }

func checkManager(v *Verdict, manager string) bool {
	errs := request.PatchOptions{WriteOptions: request.WriteOptions{FieldManager: manager}, Apply: true}.Validate()
	if len(errs) > 0 {
		v.invalid, v.Errors = status.Resource{Group: request.OptionsGroup, Kind: "PatchOptions"}, errs
	}
	return len(errs) == 0
}

func (a *admission) applyConfiguration(ctx context.Context) bool {
	change := a.fieldChange(a.body.object)
	change.Force = a.req.Force
	obj, err := a.req.Fields.ApplyFields(work.Caller(ctx), change)
	if err != nil {
		return a.end(err)
	}
	a.setManagers(obj)
	a.endpoint.setApplied(obj)
	return true
}

// checkRepeatedFields rejects a configuration with repeated fields, or warns of each of them.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, applyPatcher.applyPatchToCurrentObject.
func (a *admission) checkRepeatedFields() bool {
	warnings, rejected := a.patch.repeatedFields(a.req.FieldValidation)
	a.warnings.Add(nil, warnings...)
	return a.reject(rejected)
}

// repeatedFields returns what the server says about repeated fields in a configuration.
func (p *patch) repeatedFields(validation FieldValidation) (warnings []string, rejected *Status) {
	switch {
	case len(p.strict) == 0:
	case validation == Strict:
		return nil, status.BadRequest("error strict decoding patch: " + convertingYAML + p.strict[0])
	case validation == Warn:
		return decode.Document{Strict: p.strict}.Warnings(), nil
	}
	return nil, nil
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

func (a *admission) checkAppliedName() bool {
	return a.creates && a.req.Name == "" || a.reject(request.CheckName(a.meta.Text("name"), a.name()))
}

// FieldTracker tracks the managers of fields, in metadata.managedFields. The Applier of
// package structural/apply does so as the server does. It must be safe for concurrent use if
// requests with it are. [Definition.Admit] waits for its methods: they must check ctx if
// they can take long. They must not modify their arguments. Their error is a verdict if a
// *[Status] is in its chain, else it ends Admit without a verdict.
type FieldTracker interface {
	// TrackFields returns change.Object with the managed fields after the change. For the
	// scale, it returns change.Live with the managed fields and the number of replicas.
	TrackFields(ctx context.Context, change FieldChange) (map[string]any, error)
	// ApplyFields returns change.Live with the configuration change.Object and its managed
	// fields.
	ApplyFields(ctx context.Context, change FieldChange) (map[string]any, error)
}

// FieldChange is a change of an object for a [FieldTracker]. All objects are normalized.
type FieldChange struct {
	// Live is the stored object at Version, nil for a new object.
	Live map[string]any
	// Object is the decoded object of the client, or the configuration. For the scale it is a
	// Scale (autoscaling/v1).
	Object map[string]any
	// Version is the version of the request, and Subresource is "status", "scale" or empty.
	Version, Subresource string
	// Manager is [Request.FieldManager], and Now [Request.Now].
	Manager string
	Now     time.Time
	// Force is [Request.Force].
	Force bool
}

// trackFields gets the managed fields after the request from the tracker. Nobody manages the
// fields of a new object that only the server sets.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors;
// k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func (a *admission) trackFields(ctx context.Context) bool {
	if !a.tracks() || a.req.applies() {
		return true
	}
	sent := a.meta.Object(a.res.Decoded)
	if a.creates {
		meta := metaedit.Edit(sent)
		metaedit.RemoveSystemFields(&meta)
		sent = meta.Object(sent)
	}
	obj, err := a.req.Fields.TrackFields(work.Caller(ctx), a.fieldChange(sent))
	a.setManagers(obj)
	return a.end(err)
}

func (a *admission) setManagers(obj map[string]any) {
	a.managers = metaedit.Metadata(obj)["managedFields"]
}

// fieldChange returns the change of the stored object to obj, or by a configuration.
func (a *admission) fieldChange(obj map[string]any) FieldChange {
	return FieldChange{
		Live: a.old, Object: obj, Version: a.version.name, Subresource: a.endpoint.subresource(), Manager: a.req.FieldManager, Now: a.req.Now,
	}
}

func (a *admission) tracks() bool { return a.req.Fields != nil }

// keepTimes restores the times of the managed fields if nothing else changes.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager,
// IgnoreManagedFieldsTimestampsTransformer.
func (a *admission) keepTimes() {
	if a.tracks() {
		a.res.Validated = managedfields.KeepTimes(a.res.Validated, a.old)
	}
}
