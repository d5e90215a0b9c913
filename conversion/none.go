package conversion

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cow"
)

// None is the [Converter] of the conversion strategy of that name: it changes
// the apiVersion and nothing else. Objects that have it already are returned
// as they are, and nothing is allocated if all have.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, nopConverter.
type None struct{}

// Convert sets the apiVersion of all objects. There is never an error.
func (None) Convert(_ context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return each(objs, toAPIVersion, func(obj map[string]any) (map[string]any, error) {
		return withAPIVersion(obj, toAPIVersion), nil
	})
}

// withAPIVersion is obj with an apiVersion, itself if it has that one.
func withAPIVersion(obj map[string]any, apiVersion string) map[string]any {
	if obj["apiVersion"] == any(apiVersion) {
		return obj
	}
	out := cow.OfMap(obj)
	out.Set("apiVersion", apiVersion)
	obj, _ = out.Result()
	return obj
}
