package judge

import (
	"context"
	"fmt"
	"iter"
	"maps"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
)

// Stored are the objects before an update.
type Stored map[identity]map[string]any

type identity struct {
	input.GroupKind
	namespace, name string
}

func identityOf(o *input.Object, namespace string) identity {
	return identity{o.GroupKind(), namespace, o.Meta("name")}
}

// ReadStored returns the objects of sources. The error is about the first text that cannot be read.
func ReadStored(ctx context.Context, from iter.Seq[input.Source]) (Stored, error) {
	all := Stored{}
	for s := range from {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				if o.Err != nil {
					return nil, fmt.Errorf("%v: %w", &o, o.Err)
				}
				all[identityOf(&o, o.Namespace())] = o.Value
			}
		}
	}
	return all, nil
}

// of returns the old object of a name, or nil.
func (s Stored) of(o *input.Object, namespace string) map[string]any {
	id := identityOf(o, namespace)
	if id.name == "" {
		return nil
	}
	return s[id]
}

// stored returns an object of a file as it is in storage: with a resourceVersion and, if it is not "", a
// namespace.
func stored(obj map[string]any, namespace string) map[string]any {
	metadata, _ := obj["metadata"].(map[string]any)
	fields := map[string]any{"resourceVersion": "1"}
	if namespace != "" {
		fields["namespace"] = namespace
	}
	maps.Copy(fields, metadata)
	return withMetadata(obj, fields)
}

// withResourceVersion returns obj with the resourceVersion of old if it has none, as kubectl replace
// sends it.
func withResourceVersion(obj, old map[string]any) map[string]any {
	metadata, isObject := obj["metadata"].(map[string]any)
	oldMetadata, _ := old["metadata"].(map[string]any)
	if own, _ := metadata["resourceVersion"].(string); own != "" || !isObject {
		return obj
	}
	metadata = maps.Clone(metadata)
	metadata["resourceVersion"] = oldMetadata["resourceVersion"]
	return withMetadata(obj, metadata)
}

func withMetadata(obj, metadata map[string]any) map[string]any {
	obj = maps.Clone(obj)
	obj["metadata"] = metadata
	return obj
}
