package crdschema

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/strategy"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// scales returns the scale subresources of the versions, by apiVersion.
func (d *Definition) scales() map[string]*scale.Paths {
	out := map[string]*scale.Paths{}
	for _, v := range d.versions {
		if v.scale != nil {
			out[d.apiVersion(v.name)] = v.scale
		}
	}
	return out
}

// anyResourceVersion is the resource version of an object without one: every object of a
// server has one.
const anyResourceVersion = "1"

type scaleEndpoint struct {
	*admission
	scale   scale.Decoded // of the request, or patched
	current scale.Values  // of the stored object, for a patch
}

func (e *scaleEndpoint) served() bool { return e.version.scale != nil }

func (e *scaleEndpoint) subresource() string { return "scale" }

// appliedVersion returns the version of the stored object: the configuration is a Scale.
func (e *scaleEndpoint) appliedVersion() string { return e.oldVersion() }

func (e *scaleEndpoint) readBody(ctx context.Context) bool {
	if e.req.Body != nil {
		return e.readText(ctx)
	}
	named, bad := gotype.ReadTypeMeta(e.body.object)
	if bad != nil {
		e.in.unreadable = status.UndecodableScale()
		return true
	}
	e.scale = scale.Read(e.body.object, named, e.req.Duplicates)
	return true
}

func (e *scaleEndpoint) readText(ctx context.Context) bool {
	body, named, rejected, err := e.sent().read(ctx, func(string) *Status { return status.UndecodableScale() })
	if rejected != nil {
		e.in.unreadable = rejected
		return e.fail(err)
	}
	e.scale, err = scale.ReadText(ctx, body, named)
	e.body = normal{object: e.scale.Object}
	return e.fail(err)
}

func (e *scaleEndpoint) decode(context.Context) bool {
	if bad := e.scale.Undecodable; bad != nil {
		status := status.UndecodableScale()
		status.Path, status.Remark = bad.Path, bad.Remark
		return e.reject(status)
	}
	e.setDecoded(e.scale.Object, e.scale.Dropped())
	return true
}

func (e *scaleEndpoint) setDecoded(obj map[string]any, dropped []structural.Path) {
	e.meta = metaedit.Edit(obj)
	e.res.Decoded = obj
	e.res.Dropped = dropped
}

func (e *scaleEndpoint) checkFields() bool {
	switch {
	case e.req.FieldValidation == Strict && len(e.scale.Strict) > 0:
		return e.reject(status.UndecodableScale())
	case e.req.FieldValidation == Warn:
		e.warnings.AddAll(e.scale.Warnings())
	}
	return true
}

func (e *scaleEndpoint) checkVersion() bool {
	return e.reject(request.CheckVersion(e.scale.TypeMeta.GroupVersion, scale.Kind.GroupVersion))
}

// readCurrent reads the scale of the stored object. It rejects the request if the object does
// not have one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (e *scaleEndpoint) readCurrent() bool {
	values, err := e.version.scale.Read(e.old)
	if err != nil {
		return e.reject(unexpected(err))
	}
	if values.Unset {
		values.Replicas = scale.UnsetReplicas
	}
	e.current = values
	return true
}

// currentText returns the text of the current scale, with the managers of the number of
// replicas.
func (e *scaleEndpoint) currentText(*work.Tracker) ([]byte, error) {
	return scale.New(e.old, e.current).Text(metaedit.Metadata(e.old)["managedFields"], e.definition.scales()), nil
}

// decodePatched decodes the patched text as a Scale.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyPatchToCurrentObject.
func (e *scaleEndpoint) decodePatched(ctx context.Context) bool {
	named, err := gotype.ReadTypeMetaText(e.patch.patched)
	if err != nil {
		return e.rejectPatched(err.Error())
	}
	body, _ := decode.ReadBody(ctx, e.patch.patched, decode.MediaJSON) // which cannot fail
	e.scale, err = scale.ReadText(ctx, body, named)
	if err != nil {
		return e.fail(err)
	}
	if e.scale.Undecodable != nil {
		return e.rejectPatched(e.scale.Undecodable.Detail)
	}
	e.patch.strict = e.scale.Strict.Texts()
	e.setDecoded(e.scale.External(), e.scale.Dropped())
	return true
}

// setApplied sets the current scale: an apply can only change the managed fields.
func (e *scaleEndpoint) setApplied(map[string]any) {
	e.setDecoded(scale.New(e.old, e.current).Map(), nil)
}

// assumeVersion returns true: prepare assumes the resource version.
func (e *scaleEndpoint) assumeVersion() bool { return true }

// decodedOwners returns the Scale with empty owner references instead of null, as the server
// decodes it.
func (e *scaleEndpoint) decodedOwners() map[string]any {
	obj := e.res.Decoded
	meta := metaedit.Edit(obj)
	list, _ := meta.Get("ownerReferences").([]any)
	if !slices.Contains(list, any(nil)) {
		return obj
	}
	list = slices.Clone(list)
	for i, v := range list {
		if v == nil {
			list[i] = map[string]any{}
		}
	}
	meta.Set("ownerReferences", list)
	return meta.Object(obj)
}

// prepare sets the object to validate to the old one with the Scale's number of replicas.
func (e *scaleEndpoint) prepare() bool {
	obj, rejected := strategy.PrepareScale(e.version.scale, e.res.Decoded, e.old)
	if rejected != nil {
		return e.reject(rejected)
	}
	meta, old := metaedit.Edit(obj), metaedit.Edit(e.old)
	if e.tracks() {
		meta.Set("managedFields", e.managers)
	}
	if meta.Text("resourceVersion") == "" {
		e.versionless = true
		meta.Set("resourceVersion", anyResourceVersion)
	}
	metaedit.PrepareUpdate(&meta, &old, !metaedit.EqualBut(obj, e.old, "metadata"))
	e.meta = meta
	e.in.typed = gotype.TypeMetaOf(obj)
	e.res.Validated = meta.Object(obj)
	e.keepTimes()
	return true
}

func (e *scaleEndpoint) verdict(ctx context.Context) (Validation, error) {
	return e.version.ValidateUpdate(ctx, e.res.Validated, e.old, e.validation()...)
}

func (e *scaleEndpoint) warn(ctx context.Context) bool { return e.warnOfFinalizers(ctx) }

// answer sets the object of the response to the Scale of the stored one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ScaleREST.Update.
func (e *scaleEndpoint) answer() bool {
	if e.res.Object == nil {
		return true
	}
	values, err := e.version.scale.Read(e.res.Object)
	if err != nil {
		e.res.Stored, e.res.Object = nil, nil
		return e.reject(status.BadRequest(err.Error()))
	}
	e.res.Object = scale.New(e.res.Object, values).Map()
	return true
}
