package fakeclient

import (
	"context"
	"encoding/json"
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
)

type runtimeObject = runtime.Object

// text returns a field of the metadata of an object that is a string.
func text(obj map[string]any, field string) string {
	metadata, _ := obj["metadata"].(map[string]any)
	value, _ := metadata[field].(string)
	return value
}

// withRevision returns obj with a resourceVersion.
func withRevision(obj map[string]any, revision string) map[string]any {
	metadata, _ := obj["metadata"].(map[string]any)
	return withMetadata(obj, func() map[string]any {
		out := maps.Clone(metadata)
		if out == nil {
			out = map[string]any{}
		}
		out["resourceVersion"] = revision
		return out
	}())
}

func withMetadata(obj, metadata map[string]any) map[string]any {
	out := maps.Clone(obj)
	out["metadata"] = metadata
	return out
}

// withoutManagedFields returns obj without its managed fields.
func withoutManagedFields(obj map[string]any) map[string]any {
	metadata, _ := obj["metadata"].(map[string]any)
	if _, found := metadata["managedFields"]; !found {
		return obj
	}
	metadata = maps.Clone(metadata)
	delete(metadata, "managedFields")
	return withMetadata(obj, metadata)
}

// object returns an object at a version as the tracker holds it: in the Go type of the scheme, or
// unstructured.
func (s *store) object(ctx context.Context, v *version, obj map[string]any) (runtime.Object, error) {
	if !s.types.recognizes(v.gvk) {
		return apimachinery.ToUnstructured(obj), nil
	}
	out, err := s.types.newObject(v.gvk)
	if err != nil {
		return nil, err
	}
	return out, apimachinery.FromMap(ctx, obj, &out)
}

// body returns the body of a request with an object: its JSON with apiVersion and kind. Clients of
// Go types add them.
func body(obj runtime.Object, gvk schema.GroupVersionKind) ([]byte, error) {
	if _, ok := obj.(runtime.Unstructured); !ok {
		obj = obj.DeepCopyObject()
		obj.GetObjectKind().SetGroupVersionKind(gvk)
	}
	return json.Marshal(obj)
}

// fill sets the object of a caller to an answer.
func fill(ctx context.Context, answer map[string]any, obj runtime.Object) error {
	switch o := obj.(type) {
	case *unstructured.Unstructured:
		return apimachinery.FromMap(ctx, answer, o)
	case *metav1.PartialObjectMetadata:
		return fillMetadata(ctx, answer, o)
	}
	if err := apimachinery.FromMap(ctx, answer, &obj); err != nil {
		return err
	}
	if _, untyped := obj.(runtime.Unstructured); !untyped && obj.GetObjectKind().GroupVersionKind().Group != "autoscaling" {
		obj.GetObjectKind().SetGroupVersionKind(emptyKind)
	}
	return nil
}

// fillMetadata sets an object of metadata only. It keeps its apiVersion and kind.
func fillMetadata(ctx context.Context, answer map[string]any, obj *metav1.PartialObjectMetadata) error {
	gvk := schema.FromAPIVersionAndKind(answer["apiVersion"].(string), answer["kind"].(string))
	partial, err := registry.PartialMetadata(ctx, answer, "")
	if err != nil {
		return err
	}
	if err := apimachinery.FromMap(ctx, partial, obj); err != nil {
		return err
	}
	obj.SetGroupVersionKind(gvk)
	return nil
}

var emptyKind schema.GroupVersionKind

// keyOf returns the namespace and name of an object.
func keyOf(obj map[string]any) types.NamespacedName {
	return types.NamespacedName{Namespace: text(obj, "namespace"), Name: text(obj, "name")}
}

// newItem returns an empty object of the Go type of the items of a list.
func (s *server) newItem(v *version, list runtime.Object) (runtime.Object, error) {
	switch list.(type) {
	case *metav1.PartialObjectMetadataList:
		return &metav1.PartialObjectMetadata{}, nil
	case runtime.Unstructured:
		return &unstructured.Unstructured{}, nil
	}
	return s.types.newObject(v.gvk)
}
