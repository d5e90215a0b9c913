package apply_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

func ExampleDiff() {
	schema, _ := structural.FromMap(map[string]any{"properties": map[string]any{
		"ports": map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"name"}},
	}})
	changes, err := apply.Diff(schema,
		map[string]any{"ports": []any{
			map[string]any{"name": "http", "port": int64(80)},
			map[string]any{"name": "https", "port": int64(443)},
		}},
		map[string]any{"ports": []any{
			map[string]any{"name": "https", "port": int64(8443)},
			map[string]any{"name": "http", "port": int64(80)},
		}})
	if err != nil {
		panic(err)
	}
	fmt.Print(changes.String())
	// Output: ~ .ports[name="https"].port: 443 → 8443
}

func ExampleChanges_Without() {
	changes, err := apply.Diff(nil,
		map[string]any{"metadata": map[string]any{"resourceVersion": "1"}, "spec": int64(1)},
		map[string]any{"metadata": map[string]any{"resourceVersion": "2"}, "spec": int64(2)})
	if err != nil {
		panic(err)
	}
	for _, c := range changes.Without(".metadata.resourceVersion") {
		fmt.Println(c.Kind.String(), c.Path.String(), c.Old, c.New)
		fmt.Print(c.String())
		fmt.Println("last element:", c.Path[len(c.Path)-1].String())
	}
	// Output:
	// Modified .spec 1 2
	// ~ .spec: 1 → 2
	// last element: .spec
}

// In JSON and in logs, kinds and paths are their texts.
func ExamplePath_MarshalText() {
	path := apply.Path{
		{Kind: apply.FieldElement, Field: "ports"},
		{Kind: apply.KeyElement, Key: []apply.KeyField{{Name: "name", Value: "https"}}},
	}
	text, _ := path.MarshalText()
	kind, _ := apply.Removed.MarshalText()
	fmt.Printf("%s %s\n", kind, text)
	// Output: Removed .ports[name="https"]
}
