package registry

import (
	"cmp"
	"context"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// PartialMetadata returns the metadata of an object as the server sends it to clients that
// ask for metadata only: a PartialObjectMetadata of a version of the group meta.k8s.io, v1
// (also if version is empty) or v1beta1. The object is one that the server reads
// ([crdschema.Definition.Read]), or a Scale. The result shares its values. The error is the context's
// or the budget's.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadata.
func PartialMetadata(ctx context.Context, obj map[string]any, version string) (map[string]any, error) {
	return partial(ctx, obj, metaVersion(version))
}

// PartialMetadataList returns the metadata of the objects of a list as [PartialMetadata]
// does: a PartialObjectMetadataList with the resourceVersion, continue and
// remainingItemCount of list, the metadata of the list. The items of an empty list are nil,
// null in JSON, as in the server.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadataList.
func PartialMetadataList(ctx context.Context, objs []map[string]any, list map[string]any, version string) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	out := map[string]any{"apiVersion": metaVersion(version), "kind": "PartialObjectMetadataList", "metadata": tableMetadata(list), "items": nil}
	items, apiVersion := make([]any, len(objs)), metaVersion(version)
	for i, obj := range objs {
		item, err := partial(ctx, obj, apiVersion)
		if err != nil {
			return nil, err
		}
		items[i] = item
	}
	if len(items) > 0 {
		out["items"] = items
	}
	return out, nil
}

// metaVersion returns the apiVersion of a version of the group meta.k8s.io, a string.
func metaVersion(version string) any { return "meta.k8s.io/" + cmp.Or(version, "v1") }

// partial returns the PartialObjectMetadata of an object. Malformed fields are dropped.
func partial(ctx context.Context, obj map[string]any, apiVersion any) (map[string]any, error) {
	meta, _, err := objectmeta.Metadata(ctx, obj["metadata"], objectmeta.Drop)
	switch {
	case err != nil && len(structural.ErrorsOf(err)) == 0:
		return nil, err
	case err != nil:
		meta = map[string]any{}
	}
	return map[string]any{"apiVersion": apiVersion, "kind": "PartialObjectMetadata", "metadata": meta}, nil
}
