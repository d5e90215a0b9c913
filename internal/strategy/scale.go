package strategy

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/status"
)

// Scale returns the Scale of an object, or the Status of an object that does not have one.
func Scale(paths *scale.Paths, obj map[string]any) (map[string]any, *status.Status) {
	values, err := paths.Read(obj)
	switch {
	case err != nil:
		return nil, status.Unexpected(err.Error())
	case values.Unset:
		return nil, status.Internal(fmt.Sprintf("the spec replicas field %q does not exist", paths.SpecReplicasPath))
	default:
		return scale.New(obj, values).Map(), nil
	}
}

// PrepareScale returns old with the number of replicas of a decoded Scale, and with its
// resourceVersion if it has one.
func PrepareScale(paths *scale.Paths, s, old map[string]any) (map[string]any, *status.Status) {
	obj, rejected := rescale(paths, old, desired(s))
	if rejected != nil {
		return nil, rejected
	}
	got, meta := metaedit.Edit(s), metaedit.Edit(old)
	if version := got.Text("resourceVersion"); version != "" {
		meta.Set("resourceVersion", version)
	}
	return meta.Object(obj), nil
}

func desired(s map[string]any) int32 {
	spec, _ := s["spec"].(map[string]any)
	n, _ := spec["replicas"].(int64)
	return int32(n)
}

// rescale returns obj with n desired replicas.
func rescale(paths *scale.Paths, obj map[string]any, n int32) (map[string]any, *status.Status) {
	if _, err := paths.Read(obj); err != nil {
		return nil, status.Unexpected(err.Error())
	}
	if n == scale.UnsetReplicas {
		return nil, status.BadRequest(fmt.Sprintf("the spec replicas field %q cannot be empty", paths.SpecReplicasPath))
	}
	out, err := paths.SetReplicas(obj, n)
	if err != nil {
		return nil, status.Unexpected(err.Error())
	}
	return out, nil
}
