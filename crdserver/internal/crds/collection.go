package crds

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema"
)

// asObject returns a definition with which CRDs are deleted like all other objects: without the
// finalizer, so that their objects are not deleted. A server deletes collections of CRDs in this way.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.DeleteCollection, which does not call
// REST.Delete of k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition.
var asObject = sync.OnceValues(func() (*crdschema.Definition, error) {
	return crdschema.Compile(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "customresourcedefinitions.apiextensions.k8s.io"},
		"spec": map[string]any{"group": "apiextensions.k8s.io", "scope": "Cluster",
			"names": map[string]any{"plural": "customresourcedefinitions", "kind": "CustomResourceDefinition"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{
				"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}},
	})
})
