package registry_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
)

// selectedCronTabs returns the fields of the v1 of cron tabs, with a declared one, and two of
// them.
func selectedCronTabs() (*registry.Selectable, []map[string]any) {
	crd := mustDecode(cronTabs).Object
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["selectableFields"] = []any{map[string]any{"jsonPath": ".spec.replicas"}}
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	v, _ := definition.Version("v1")
	fields, err := registry.NewSelectable(context.Background(), v)
	if err != nil {
		panic(err)
	}
	return fields, []map[string]any{
		mustDecode(`{metadata: {name: nightly, namespace: default, labels: {team: a}}, spec: {replicas: 2}}`).Object,
		mustDecode(`{metadata: {name: hourly, namespace: default}}`).Object,
	}
}

// A server makes one Selectable for each version.
func ExampleNewSelectable() {
	fields, err := registry.NewSelectable(context.Background(), mustCompile().StorageVersion())
	if err != nil {
		panic(err) // the context is done
	}
	fmt.Println(fields.Values(context.Background(), map[string]any{"metadata": map[string]any{"name": "nightly", "namespace": "default"}}))
	// Output: map[metadata.name:nightly metadata.namespace:default] <nil>
}

// What `kubectl get crontabs -l team=a --field-selector spec.replicas=2` lists.
func ExampleSelectable_Select() {
	selectable, objs := selectedCronTabs()
	labels, err := selector.ParseLabels("team=a")
	if err != nil {
		panic(err)
	}
	fields, err := selector.ParseFields("spec.replicas=2")
	if err != nil {
		panic(err)
	}
	selection, err := selectable.Select(labels, fields)
	if err != nil {
		panic(err)
	}
	for _, obj := range objs {
		fmt.Println(selection.Matches(context.Background(), obj))
	}
	fields, _ = selector.ParseFields("spec.cronSpec=x")
	_, err = selectable.Select(labels, fields)
	fmt.Println(err)
	// Output:
	// true <nil>
	// false <nil>
	// field label not supported: spec.cronSpec
}

func ExampleSelection_Matches() {
	selectable, objs := selectedCronTabs()
	fields, _ := selector.ParseFields("metadata.name!=nightly")
	selection, _ := selectable.Select(selector.Labels{}, fields)
	for _, obj := range objs {
		fmt.Println(selection.Matches(context.Background(), obj))
	}
	// Output:
	// false <nil>
	// true <nil>
}

func ExampleSelectable_Values() {
	selectable, objs := selectedCronTabs()
	for _, obj := range objs {
		fmt.Println(selectable.Values(context.Background(), obj))
	}
	// Output:
	// map[metadata.name:nightly metadata.namespace:default spec.replicas:2] <nil>
	// map[metadata.name:hourly metadata.namespace:default spec.replicas:] <nil>
}
