package registry

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/strategy"
	"github.com/seed95800270/crdschema/status"
)

// Scale returns the Scale (autoscaling/v1) of obj, a normalized object of version v as
// [crdschema.Definition.Read] returns it: the server's answer to a GET of the scale
// subresource. Its metadata has obj's name, namespace, uid, resourceVersion and
// creationTimestamp, and its numbers are int64. A spec.replicas of 0 and an empty
// status.selector are absent. Numbers that exceed 32 bits, from old servers, are truncated.
//
// Or it returns the Status of the server: there is no scale subresource (404), obj does not
// have a number of desired replicas, or a value has another type (500).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ScaleREST.Get.
func Scale(v *crdschema.Version, obj map[string]any) (map[string]any, *status.Status) {
	paths, rejected := scalePaths(v, obj)
	if rejected != nil {
		return nil, rejected
	}
	return strategy.Scale(&paths, obj)
}

// PrepareScale returns old, a normalized object of version v, with the spec.replicas of s, 0
// if absent, and with its resourceVersion if it has one. s is a decoded Scale
// (autoscaling/v1). Missing objects on the path of the number are created. The managed
// fields are old's. [PrepareUpdate] comes next.
//
// Or it returns the Status of the server: there is no scale subresource (404), the number is
// -2147483648, the server's mark of an absent one (400), or a value of old has another type
// (500).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func PrepareScale(v *crdschema.Version, s, old map[string]any) (map[string]any, *status.Status) {
	paths, rejected := scalePaths(v, old)
	if rejected != nil {
		return nil, rejected
	}
	return strategy.PrepareScale(&paths, s, old)
}

// scalePaths returns the paths of the scale subresource, or the Status of an object without.
func scalePaths(v *crdschema.Version, obj map[string]any) (scale.Paths, *status.Status) {
	paths := v.Subresources().Scale
	if paths == nil {
		meta := metaedit.Edit(obj)
		return scale.Paths{}, v.Definition().Resource(meta.Text("name")).NotFound()
	}
	return scale.Paths(*paths), nil
}
