package custom

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
)

// DeleteAll deletes all objects, each as by a request, and returns in how many namespaces some remain: those with
// finalizers. When the context is done, it also ends conversions: a webhook may hang.
func (k *Kind) DeleteAll(ctx context.Context) (int, error) {
	leave, ok := k.enter()
	if !ok {
		return 0, context.Canceled
	}
	defer leave()
	without := context.AfterFunc(ctx, k.end)
	defer without()
	store := k.endpoints[k.Definition.StorageVersion().Name()].store
	namespaces, err := namespacesOf(ctx, store)
	if err != nil {
		return 0, err
	}
	for namespace := range namespaces {
		in := request.WithNamespace(ctx, namespace)
		if _, err := store.DeleteCollection(in, rest.ValidateAllObjectFunc, &metav1.DeleteOptions{}, &internalversion.ListOptions{}); err != nil {
			return 0, err
		}
	}
	left, err := namespacesOf(ctx, store)
	return len(left), err
}

// namespacesOf returns the namespaces that have objects: the empty one for objects without namespaces.
func namespacesOf(ctx context.Context, store *genericregistry.Store) (sets.Set[string], error) {
	list, err := store.List(request.WithNamespace(ctx, ""), &internalversion.ListOptions{})
	if err != nil {
		return nil, err
	}
	out := sets.New[string]()
	items, err := meta.ExtractList(list)
	for _, item := range items {
		if accessor, err := meta.Accessor(item); err == nil {
			out.Insert(accessor.GetNamespace())
		}
	}
	return out, err
}
