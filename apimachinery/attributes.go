package apimachinery

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

// GetAttrs returns the labels and the selectable fields of an object
// (crdschema.Version.SelectableValues). It is the GetAttrs of the
// storage.SelectionPredicate that the PredicateFunc of a genericregistry.Store returns.
//
// The error says that obj is without metadata, or comes from SelectableValues. The budget
// of work is the default one.
func (s *Strategy) GetAttrs(obj runtime.Object) (labels.Set, fields.Set, error) {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return nil, nil, err
	}
	content := map[string]any{"metadata": map[string]any{"name": accessor.GetName(), "namespace": accessor.GetNamespace()}}
	if u, ok := obj.(runtime.Unstructured); ok {
		content = u.UnstructuredContent()
	} else if len(s.version.SelectableFields()) > 0 {
		return nil, nil, fmt.Errorf("%T is not an unstructured object", obj)
	}
	values, err := s.version.SelectableValues(context.Background(), content)
	if err != nil {
		return nil, nil, err
	}
	return accessor.GetLabels(), values, nil
}
