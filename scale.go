package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/status"
)

// Scale returns the Scale (autoscaling/v1) of obj, a normalized object of this version as
// [Definition.Read] returns it: what the server answers to a GET of the scale subresource.
// Its metadata are the name, namespace, uid, resourceVersion and creationTimestamp of obj.
// The numbers are int64; as in JSON, spec.replicas and status.selector are absent if they are
// zero. Numbers that do not fit into 32 bits, which only old servers could store, are
// truncated.
//
// The error is the server's, with the Status that [StatusOf] returns: there is no scale
// subresource (404), obj has no number of desired replicas or one of the values has
// another type (500).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ScaleREST.Get.
func (v *Version) Scale(obj map[string]any) (map[string]any, error) {
	if v.scale == nil {
		meta := metaedit.Edit(obj)
		return nil, v.definition.resource(&meta).NotFound()
	}
	values, err := v.scale.Read(obj)
	switch {
	case err != nil:
		return nil, &failedError{error: err}
	case values.Unset:
		return nil, status.Internal(fmt.Sprintf("the spec replicas field %q does not exist", v.scale.SpecReplicas))
	default:
		return scale.Of(obj, values).Map(), nil
	}
}
