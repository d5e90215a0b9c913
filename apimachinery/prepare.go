package apimachinery

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// PrepareForCreate sets generation 1 in a new object, and drops its status if there is a
// status subresource.
func (s *Strategy) PrepareForCreate(_ context.Context, obj runtime.Object) {
	if m, err := contentOf(obj); err == nil {
		setContent(obj, registry.PrepareCreate(s.version, m))
	}
}

// PrepareForUpdate sets the generation of an object that replaces old, and the status of
// old if there is a status subresource.
func (s *Strategy) PrepareForUpdate(_ context.Context, obj, old runtime.Object) {
	m, err := contentOf(obj)
	if err != nil {
		return
	}
	stored, err := contentOf(old)
	if err != nil {
		return
	}
	if s.version.Subresources().Status {
		stored = withOwnStatus(stored)
	}
	setContent(obj, registry.PrepareUpdate(s.version, m, stored))
}

func withOwnStatus(obj map[string]any) map[string]any {
	status, found := obj["status"]
	if !found {
		return obj
	}
	out := make(map[string]any, len(obj))
	for name, v := range obj {
		out[name] = v
	}
	out["status"] = structural.Clone(status)
	return out
}

func setContent(obj runtime.Object, m map[string]any) {
	obj.(*unstructured.Unstructured).Object = m
}
