package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
)

// currentScale returns the text of the scale of the stored object, with the managers of the
// number of replicas. It rejects the request if the object has no scale.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (a *admission) currentScale() ([]byte, bool) {
	values, ok := a.currentValues()
	if !ok {
		return nil, false
	}
	return scale.Of(a.old, values).Text(metaedit.Metadata(a.old)["managedFields"], a.definition.scales()), true
}

// currentValues returns the values of the scale of the stored object.
func (a *admission) currentValues() (scale.Values, bool) {
	values, err := a.version.scale.Read(a.old)
	if err != nil {
		return scale.Values{}, a.reject(status.Unexpected(err.Error()))
	}
	if values.Unset {
		values.Replicas = scale.UnsetReplicas
	}
	return values, true
}

// checkScale rejects an apply to the scale of an object that has none.
func (a *admission) checkScale() bool {
	if a.operation != UpdateScale {
		return true
	}
	_, ok := a.currentValues()
	return ok
}

// setApplied sets the Scale of the stored object, to which a configuration has been applied,
// and obj, the object with its managed fields after that.
func (a *admission) setApplied(obj map[string]any) {
	values, _ := a.currentValues() // which checkScale has read
	a.scaled, a.res.Decoded = obj, scale.Of(a.old, values).Map()
	a.in.scale = &scale.Body{Object: a.res.Decoded, TypeMeta: scale.Kind}
	a.meta = metaedit.Edit(a.res.Decoded)
}

// scales returns the scale subresources of the versions, by their apiVersions.
func (d *Definition) scales() map[string]*scale.Paths {
	out := map[string]*scale.Paths{}
	for _, v := range d.versions {
		if v.scale != nil {
			out[d.apiVersion(v.name)] = v.scale
		}
	}
	return out
}

// decodePatchedScale decodes the patched text as a Scale.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyPatchToCurrentObject.
func (a *admission) decodePatchedScale(ctx context.Context) bool {
	named, err := wire.ReadTypeMetaText(a.patch.patched)
	if err != nil {
		return a.rejectPatched(err.Error())
	}
	body, _ := decode.ReadBody(ctx, a.patch.patched, decode.MediaJSON) // which cannot fail
	read, err := scale.ReadText(ctx, body, named)
	if err != nil {
		return a.fail(err)
	}
	if read.Undecodable != nil {
		return a.rejectPatched(read.Undecodable.Detail)
	}
	a.in.scale, a.patch.strict = &read, read.Strict.Texts()
	a.res.Decoded, a.res.Dropped = read.External(), read.Dropped()
	a.meta = metaedit.Edit(a.res.Decoded)
	return true
}
