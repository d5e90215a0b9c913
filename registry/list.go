package registry

import (
	"strconv"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/gotype"
)

// List returns a list of objects of a version as the server sends it: with apiVersion, kind and
// metadata, see [ListMetadata]. The objects are those of [crdschema.Definition.ReadList]; the list
// shares them. Without objects, the items are an empty list.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, UnstructuredList.
func List(v *crdschema.Version, objs []map[string]any, metadata map[string]any) map[string]any {
	d := v.Definition()
	items := make([]any, len(objs))
	for i, obj := range objs {
		items[i] = obj
	}
	return map[string]any{"apiVersion": gotype.GroupVersion{Group: d.Group(), Version: v.Name()}.String(), "kind": d.Names().ListKind, "metadata": metadata, "items": items}
}

// ListMetadata returns the metadata of a list: revision is that of the storage when the list was read,
// or the one in the continue token of the request; next is the token of the next part
// (httpapi.Start.Token), or empty at the end; remaining is the number of objects after this part, or 0
// if it is not known. The server leaves it out at the end, and if the request selects by labels or
// fields. Unlike other metadata, an empty token is set.
//
// For tables and metadata, see [WithListMetadata] and [PartialMetadataList].
//
// Rules: k8s.io/apiserver/pkg/storage, PrepareContinueToken; k8s.io/apiserver/pkg/storage,
// APIObjectVersioner.UpdateList.
func ListMetadata(revision uint64, next string, remaining int64) map[string]any {
	m := map[string]any{"resourceVersion": strconv.FormatUint(revision, 10), "continue": next}
	if next != "" && remaining > 0 {
		m["remainingItemCount"] = remaining
	}
	return m
}
