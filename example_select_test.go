package crdschema_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/selector"
)

// selectedCronTabs returns the v1 of cron tabs with a selectable field, and two of them.
func selectedCronTabs() (*crdschema.Version, []map[string]any) {
	crd := mustDecode(cronTabs).Object
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["selectableFields"] = []any{map[string]any{"jsonPath": ".spec.replicas"}}
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	v, _ := definition.Version("v1")
	return v, []map[string]any{
		mustDecode(`{metadata: {name: nightly, namespace: default, labels: {team: a}}, spec: {replicas: 2}}`).Object,
		mustDecode(`{metadata: {name: hourly, namespace: default}}`).Object,
	}
}

// What `kubectl get crontabs -l team=a --field-selector spec.replicas=2` lists.
func ExampleVersion_Select() {
	v, objs := selectedCronTabs()
	labels, err := selector.ParseLabels("team=a")
	if err != nil {
		panic(err)
	}
	fields, err := selector.ParseFields("spec.replicas=2")
	if err != nil {
		panic(err)
	}
	selection, err := v.Select(labels, fields)
	if err != nil {
		panic(err)
	}
	for _, obj := range objs {
		fmt.Println(selection.Matches(context.Background(), obj))
	}
	fields, _ = selector.ParseFields("spec.cronSpec=x")
	_, err = v.Select(labels, fields)
	fmt.Println(err)
	// Output:
	// true <nil>
	// false <nil>
	// field label not supported: spec.cronSpec
}

func ExampleSelection_Matches() {
	v, objs := selectedCronTabs()
	fields, _ := selector.ParseFields("metadata.name!=nightly")
	selection, _ := v.Select(selector.Labels{}, fields)
	for _, obj := range objs {
		fmt.Println(selection.Matches(context.Background(), obj))
	}
	// Output:
	// false <nil>
	// true <nil>
}

func ExampleVersion_SelectableValues() {
	v, objs := selectedCronTabs()
	for _, obj := range objs {
		fmt.Println(v.SelectableValues(context.Background(), obj))
	}
	// Output:
	// map[metadata.name:nightly metadata.namespace:default spec.replicas:2] <nil>
	// map[metadata.name:hourly metadata.namespace:default spec.replicas:] <nil>
}
