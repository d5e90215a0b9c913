package crdschema

import (
	"cmp"

	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/wire"
)

// readScale decodes the body of an update of the scale.
func (a *admission) readScale() {
	if a.req.Body != nil {
		a.readScaleText()
		return
	}
	named, bad := wire.ReadTypeMeta(a.body)
	if bad != nil {
		a.in.unreadable = undecodableScale()
		return
	}
	read := crddecode.ReadScale(a.body, named, a.req.Duplicates)
	a.in.scale = &read
}

func (a *admission) readScaleText() {
	sent := sentBody{a.req.Body, a.req.ContentType, a.operation, a.definition.names.Kind}
	body, named, status := sent.read()
	if a.in.unreadable = status; status == nil {
		read := crddecode.ReadScaleBody(body, named)
		a.in.scale, a.body = &read, read.Object
	}
}

// undecodableScale returns the status for a body that is not decoded as a Scale.
func undecodableScale() *Status { return badRequest(wire.UndecodableScale) }

// decodeScale rejects a Scale that cannot be decoded, and sets the decoded one.
func (a *admission) decodeScale() bool {
	s := a.in.scale
	if bad := s.Undecodable; bad != nil {
		status := undecodableScale()
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
		return a.reject(undecodableScale())
	case a.req.FieldValidation == Warn:
		a.warnings.addAll(a.in.scale.Warnings())
	}
	return true
}

// anyResourceVersion is the resource version with which an update of the scale is validated
// if neither the Scale nor the stored object has one, which all objects of a server have.
const anyResourceVersion = "1"

// prepareScale sets the object to validate to the old one with the number of replicas and
// the resource version of the Scale, prepared like any update. It rejects the request if the
// old object has no place for the number.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (a *admission) prepareScale() bool {
	obj, status := a.version.rescale(a.old, desired(a.res.Decoded))
	if status != nil {
		return a.reject(status)
	}
	meta, old := metaedit.Edit(obj), metaedit.Edit(a.old)
	version := cmp.Or(a.meta.Text("resourceVersion"), old.Text("resourceVersion"))
	a.versionless = version == ""
	meta.Set("resourceVersion", cmp.Or(version, anyResourceVersion))
	metaedit.PrepareUpdate(&meta, &old, !equalBut(obj, a.old, "metadata"))
	a.meta, a.in.typed = meta, wire.TypeMetaOf(obj)
	a.res.Validated = a.meta.Object(obj)
	return true
}

// desired returns the number of desired replicas of a decoded Scale.
func desired(s map[string]any) int32 {
	spec, _ := s["spec"].(map[string]any)
	n, _ := spec["replicas"].(int64)
	return int32(n)
}

// rescale returns obj with n desired replicas.
func (v *Version) rescale(obj map[string]any, n int32) (map[string]any, *Status) {
	if _, err := v.scale.Read(obj); err != nil {
		return nil, internalError(err.Error())
	}
	if n == scale.UnsetReplicas {
		return nil, badRequest("the spec replicas field %q cannot be empty", v.scale.SpecReplicas)
	}
	out, err := v.scale.SetReplicas(obj, n)
	if err != nil {
		return nil, internalError(err.Error())
	}
	return out, nil
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
		return a.reject(badRequest("%s", err.Error()))
	}
	meta := metaedit.Edit(a.res.Object)
	a.res.Object = newScale(&meta, values)
	return true
}
