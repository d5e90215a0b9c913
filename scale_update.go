package crdschema

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
)

// readScale decodes the body of an update of the scale.
func (a *admission) readScale(ctx context.Context) bool {
	if a.req.Body != nil {
		return a.readScaleText(ctx)
	}
	named, bad := wire.ReadTypeMeta(a.body)
	if bad != nil {
		a.in.unreadable = status.UndecodableScale()
		return true
	}
	read := scale.Read(a.body, named, a.req.Duplicates)
	a.in.scale = &read
	return true
}

func (a *admission) readScaleText(ctx context.Context) bool {
	sent := sentBody{a.req.Body, a.req.ContentType, a.operation, a.definition.names.Kind}
	body, named, status, err := sent.read(ctx)
	if a.in.unreadable = status; err != nil || status != nil {
		return a.fail(err)
	}
	read, err := scale.ReadText(ctx, body, named)
	a.in.scale, a.body = &read, read.Object
	return a.fail(err)
}

// decodeScale rejects a Scale that cannot be decoded, and sets the decoded one.
func (a *admission) decodeScale() bool {
	s := a.in.scale
	if bad := s.Undecodable; bad != nil {
		status := status.UndecodableScale()
		status.Path, status.Remark = bad.Path, bad.Remark
		return a.reject(status)
	}
	a.meta = metaedit.Edit(s.Object)
	a.res.Decoded, a.res.Dropped = s.Object, s.Dropped()
	return true
}

// checkScaleFields rejects or warns of unknown and repeated fields of a Scale.
func (a *admission) checkScaleFields() bool {
	switch {
	case a.req.FieldValidation == Strict && len(a.in.scale.Strict) > 0:
		return a.reject(status.UndecodableScale())
	case a.req.FieldValidation == Warn:
		a.warnings.AddAll(a.in.scale.Warnings())
	}
	return true
}

// PrepareScale returns old, a normalized object of this version, with the spec.replicas of
// scale, which is 0 if it is absent, and with its resourceVersion if it has one: what the
// server makes of an update of the scale, before it goes on as with any update, with
// [Version.PrepareUpdate]. scale is a decoded Scale (autoscaling/v1). The objects on the path
// of the number are made if they are missing. The managed fields are those of old.
//
// The error is the server's, with the Status that [StatusOf] returns: there is no scale
// subresource (404), the number is -2147483648, the one in place of none (400), or a value
// of old has another type (500).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (v *Version) PrepareScale(scale, old map[string]any) (map[string]any, error) {
	given, meta := metaedit.Edit(scale), metaedit.Edit(old)
	if v.scale == nil {
		return nil, v.definition.resource(&meta).NotFound()
	}
	obj, err := v.rescale(old, desired(scale))
	if err != nil {
		return nil, err
	}
	if version := given.Text("resourceVersion"); version != "" {
		meta.Set("resourceVersion", version)
	}
	return meta.Object(obj), nil
}

// desired returns the number of desired replicas of a decoded Scale.
func desired(s map[string]any) int32 {
	spec, _ := s["spec"].(map[string]any)
	n, _ := spec["replicas"].(int64)
	return int32(n)
}

// rescale returns obj with n desired replicas.
func (v *Version) rescale(obj map[string]any, n int32) (map[string]any, error) {
	if _, err := v.scale.Read(obj); err != nil {
		return nil, &failedError{error: err}
	}
	if n == scale.UnsetReplicas {
		return nil, status.BadRequest(fmt.Sprintf("the spec replicas field %q cannot be empty", v.scale.SpecReplicas))
	}
	out, err := v.scale.SetReplicas(obj, n)
	if err != nil {
		return nil, &failedError{error: err}
	}
	return out, nil
}

// anyResourceVersion is the resource version with which an update of the scale is validated
// if neither the Scale nor the stored object has one, which all objects of a server have.
const anyResourceVersion = "1"

// prepareScale sets the object to validate to the old one with the number of replicas of the
// Scale, prepared like any update.
func (a *admission) prepareScale() bool {
	obj, err := a.version.PrepareScale(a.res.Decoded, a.old)
	if err != nil {
		return a.reject(StatusOf(err))
	}
	meta, old := metaedit.Edit(obj), metaedit.Edit(a.old)
	if a.tracks() {
		meta.Set("managedFields", metaedit.Metadata(a.scaled)["managedFields"])
	}
	if a.versionless = meta.Text("resourceVersion") == ""; a.versionless {
		meta.Set("resourceVersion", anyResourceVersion)
	}
	metaedit.PrepareUpdate(&meta, &old, !metaedit.EqualBut(obj, a.old, "metadata"))
	a.meta, a.in.typed = meta, wire.TypeMetaOf(obj)
	a.res.Validated = a.meta.Object(obj)
	a.keepTimes()
	return true
}

// answerScale sets the object of the response to an update of the scale to the Scale of the
// one that is stored.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ScaleREST.Update.
func (a *admission) answerScale() bool {
	if a.in.scale == nil || a.res.Object == nil {
		return true
	}
	values, err := a.version.scale.Read(a.res.Object)
	if err != nil {
		a.res.Stored, a.res.Object = nil, nil
		return a.reject(status.BadRequest(err.Error()))
	}
	a.res.Object = scale.Of(a.res.Object, values).Map()
	return true
}
