package crdschema

import (
	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/wire"
)

// currentScale returns the text of the scale of the stored object, with the managers of the
// number of replicas. It rejects the request if the object has no scale.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (a *admission) currentScale() ([]byte, bool) {
	values, err := a.version.scale.Read(a.old)
	if err != nil {
		return nil, a.reject(internalError(err.Error()))
	}
	if values.Unset {
		values.Replicas = scale.UnsetReplicas
	}
	meta := metaedit.Edit(a.old)
	return scale.Text(scale.Metadata{
		Name: meta.Text("name"), Namespace: meta.Text("namespace"), UID: meta.Text("uid"), ResourceVersion: meta.Text("resourceVersion"),
		CreationTimestamp: metaedit.Timestamp(metaedit.Time(meta.Get("creationTimestamp"))),
		ManagedFields:     scale.Managers(meta.Get("managedFields"), a.definition.scales()),
	}, values), true
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
func (a *admission) decodePatchedScale() bool {
	named, err := wire.ReadTypeMetaText(a.patch.patched)
	if err != nil {
		return a.rejectPatched(err.Error())
	}
	body, _ := decode.ReadBody(a.patch.patched, decode.MediaJSON) // which cannot fail
	read := crddecode.ReadScaleBody(body, named)
	if read.Undecodable != nil {
		return a.rejectPatched(read.Undecodable.Detail)
	}
	a.in.scale, a.patch.strict = &read, read.Strict.Texts()
	a.res.Decoded, a.res.Dropped = read.External(), read.Dropped()
	a.meta = metaedit.Edit(a.res.Decoded)
	return true
}
