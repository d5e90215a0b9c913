package crdschema

import (
	"cmp"

	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// PartialMetadata returns the metadata of an object as the server sends it to clients that ask
// for nothing else: a PartialObjectMetadata of a version of the group meta.k8s.io, v1 or
// v1beta1. An empty version is v1. The object is one that the server reads
// ([Definition.Read]), or a Scale. The result shares its values.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadata.
func PartialMetadata(obj map[string]any, version string) map[string]any {
	return partial(obj, metaVersion(version))
}

// PartialMetadataList returns the metadata of the objects of a list as
// [PartialMetadata] does: a PartialObjectMetadataList. Of list, the metadata of the list, it
// has resourceVersion, continue and remainingItemCount. The items of an empty list are nil,
// which is null in JSON, as in the server.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadataList.
func PartialMetadataList(objs []map[string]any, list map[string]any, version string) map[string]any {
	out := map[string]any{"apiVersion": metaVersion(version), "kind": "PartialObjectMetadataList", "metadata": listMetadata(list), "items": nil}
	items, apiVersion := make([]any, len(objs)), metaVersion(version)
	for i, obj := range objs {
		items[i] = partial(obj, apiVersion)
	}
	if len(items) > 0 {
		out["items"] = items
	}
	return out
}

// metaVersion returns the apiVersion of a version of the group meta.k8s.io, a string.
func metaVersion(version string) any { return "meta.k8s.io/" + cmp.Or(version, "v1") }

// partial returns the PartialObjectMetadata of an object. Malformed fields are dropped.
func partial(obj map[string]any, apiVersion any) map[string]any {
	meta, _, err := objectmeta.Metadata(obj["metadata"], objectmeta.Drop)
	if err != nil {
		meta = map[string]any{}
	}
	return map[string]any{"apiVersion": apiVersion, "kind": "PartialObjectMetadata", "metadata": meta}
}
