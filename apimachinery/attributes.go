package apimachinery

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

// GetAttrs returns the labels and the selectable fields of an object, for the PredicateFunc of a
// genericregistry.Store. The error says that obj is without metadata, or comes from
// registry.NewSelectable or Selectable.Values. The budget of each is the default one.
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
	if s.selectableErr != nil {
		return nil, nil, s.selectableErr
	}
	values, err := s.selectable.Values(context.Background(), content)
	if err != nil {
		return nil, nil, err
	}
	return accessor.GetLabels(), values, nil
}
