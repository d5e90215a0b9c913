package registry

import (
	"maps"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/status"
)

// CRDList returns a list of CRDs as the server sends it, with the metadata of [ListMetadata]. Unlike the
// custom resources of [List], its items have no apiVersion and kind.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, CustomResourceDefinitionList.
func CRDList(crds []map[string]any, metadata map[string]any) map[string]any {
	items := make([]any, len(crds))
	for i, c := range crds {
		item := maps.Clone(c)
		delete(item, "apiVersion")
		delete(item, "kind")
		items[i] = item
	}
	return map[string]any{"apiVersion": crd.Group + "/v1", "kind": crd.Kind + "List", "metadata": metadata, "items": items}
}

// CRDResource returns the CRD with a name as the resource that answers about it name:
// NotFound, for a GET, and AlreadyExists, for a new CRD with the name of a stored one.
// [crdschema.Compiler.AdmitCRD] and [DeleteCRD] return NotFound themselves. A method that
// CRDs do not have is answered with [status.MethodNotRouted], a subresource other than the
// status with [status.PathNotRouted].
func CRDResource(name string) status.Resource {
	return status.Resource{Group: crd.Group, Kind: crd.Plural, Name: name}
}
