package main

import (
	"fmt"
	"iter"
	"maps"

	"github.com/seed95800270/crdschema"
)

// identity is what tells stored objects apart.
type identity struct {
	groupKind
	namespace, name string
}

func (it item) identity() identity {
	return identity{it.groupKind(), it.namespace(""), it.meta("name")}
}

// stored are the objects that can be updated.
type stored map[identity]map[string]any

func readStored(from iter.Seq[item]) (stored, error) {
	all := stored{}
	for it := range from {
		if it.err != nil {
			return nil, fmt.Errorf("%v: %w", it.place, it.err)
		}
		all[it.identity()] = it.object
	}
	return all, nil
}

// update turns a request to create an object that is there into one to update
// it.
func (all stored) update(req *crdschema.Request, it item) {
	id := it.identity()
	id.namespace = req.Namespace
	old, found := all[id]
	if !found || id.name == "" {
		return
	}
	req.Operation, req.Old = crdschema.Update, old
	if it.meta("resourceVersion") == "" {
		req.Object = withResourceVersion(it.object, item{object: old}.meta("resourceVersion"))
	}
}

// withResourceVersion is obj with a version, obj itself if there is none.
func withResourceVersion(obj map[string]any, version string) map[string]any {
	metadata, isObject := obj["metadata"].(map[string]any)
	if version == "" || !isObject {
		return obj
	}
	obj, metadata = maps.Clone(obj), maps.Clone(metadata)
	metadata["resourceVersion"] = version
	obj["metadata"] = metadata
	return obj
}
