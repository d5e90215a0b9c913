package registry_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
)

const bulbs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: bulbs.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: bulbs, kind: Bulb}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

func ExampleList() {
	v1 := crdschema.MustCompileYAML(bulbs).StorageVersion()
	bulb := map[string]any{"apiVersion": "example.com/v1", "kind": "Bulb", "metadata": map[string]any{"name": "a"}}
	fmt.Println(registry.List(v1, []map[string]any{bulb}, registry.ListMetadata(7, "token", 2)))
	fmt.Println(registry.List(v1, nil, registry.ListMetadata(7, "", 0)))
	// Output:
	// map[apiVersion:example.com/v1 items:[map[apiVersion:example.com/v1 kind:Bulb metadata:map[name:a]]] kind:BulbList metadata:map[continue:token remainingItemCount:2 resourceVersion:7]]
	// map[apiVersion:example.com/v1 items:[] kind:BulbList metadata:map[continue: resourceVersion:7]]
}

// The number of remaining objects is left out if it is not known, and at the end of a list.
func ExampleListMetadata() {
	fmt.Println(registry.ListMetadata(7, "token", 0))
	fmt.Println(registry.ListMetadata(7, "", 2))
	// Output:
	// map[continue:token resourceVersion:7]
	// map[continue: resourceVersion:7]
}

func TestListIsNormalized(t *testing.T) {
	list := registry.List(crdschema.MustCompileYAML(bulbs).StorageVersion(), nil, registry.ListMetadata(1<<64-1, "", 0))
	assert.Equal(t, map[string]any{"apiVersion": "example.com/v1", "kind": "BulbList", "items": []any{},
		"metadata": map[string]any{"continue": "", "resourceVersion": "18446744073709551615"}}, list)
}
