package apply

import (
	"sync"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/structural"
)

const keysManifest = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: doors.example.com}, spec: {
  group: example.com, scope: Namespaced, names: {plural: doors, singular: door, kind: Door, listKind: DoorList}, versions: [{name: v1, served: true, storage: true,
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {n: {type: integer},
    l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [p], items: {type: object, properties: {p: {type: string, default: TCP}, q: {type: integer}}}},
    m: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [p, q], items: {type: object, required: [q], properties: {p: {type: string, default: TCP}, q: {type: integer}}}}}}}}}}]}}`

// defaultedKeys returns objects of a kind with lists whose keys have defaults, as no definition of the corpus has
// them alone.
func defaultedKeys() (out []subject) {
	build := sync.OnceValue(func() *kind {
		manifest, err := corpus.DecodeYAML([]byte(keysManifest))
		if err != nil {
			panic(err)
		}
		return newKind(manifest)
	})
	specs := []map[string]any{}
	for _, l := range [][]any{nil, {map[string]any{}}, {map[string]any{"q": int64(1)}}, {map[string]any{}, map[string]any{"p": "UDP"}}, {map[string]any{"p": "TCP"}}} {
		for _, m := range [][]any{nil, {map[string]any{"q": int64(1)}}, {map[string]any{"q": int64(1)}, map[string]any{"p": "UDP", "q": int64(1)}}} {
			spec := map[string]any{"n": int64(1)}
			if l != nil {
				spec["l"] = l
			}
			if m != nil {
				spec["m"] = m
			}
			specs = append(specs, spec)
		}
	}
	for _, spec := range specs {
		for range 20 { // other requests for each
			object := map[string]any{"apiVersion": "example.com/v1", "kind": "Door", "metadata": map[string]any{"name": "n"}, "spec": structural.Clone(spec)}
			out = append(out, subject{kind: build, object: object, others: []map[string]any{object}})
		}
	}
	return out
}
