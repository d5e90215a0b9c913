package registry_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

// printedCronTabs returns the printer of the v1 of cron tabs with columns, and two of them.
func printedCronTabs() (*registry.Printer, []map[string]any) {
	crd := mustDecode(cronTabs).Object
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	versions[0].(map[string]any)["additionalPrinterColumns"] = []any{
		map[string]any{"name": "Spec", "type": "string", "jsonPath": ".spec.cronSpec"},
		map[string]any{"name": "Replicas", "type": "integer", "jsonPath": ".spec.replicas", "priority": int64(1)},
		map[string]any{"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
	}
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	v, _ := definition.Version("v1")
	printer, err := registry.NewPrinter(context.Background(), v)
	if err != nil {
		panic(err)
	}
	return printer, []map[string]any{
		mustDecode(`{metadata: {name: nightly, creationTimestamp: "2026-01-02T00:00:00Z"}, spec: {cronSpec: "0 1 * * *", replicas: 2}}`).Object,
		mustDecode(`{metadata: {name: hourly, creationTimestamp: "2026-01-04T23:15:00Z"}, spec: {cronSpec: "0 * * * *"}}`).Object,
	}
}

// A server makes one printer for each version.
func ExampleNewPrinter() {
	version := mustCompile().StorageVersion()
	printer, err := registry.NewPrinter(context.Background(), version)
	if err != nil {
		panic(err) // the context is done
	}
	table, err := printer.Table(context.Background(), nil, time.Time{})
	if err != nil {
		panic(err)
	}
	for _, definition := range table["columnDefinitions"].([]any) {
		column := definition.(map[string]any)
		fmt.Print(column["name"], " (", column["type"], ", priority ", column["priority"], ")\n")
	}
	// Output:
	// Name (string, priority 0)
	// Age (date, priority 0)
}

// What `kubectl get` prints is in the cells of the table.
func ExamplePrinter_Table() {
	printer, objs := printedCronTabs()
	now := time.Date(2026, 1, 5, 2, 30, 0, 0, time.UTC)
	table, err := printer.Table(context.Background(), objs, now)
	if err != nil {
		panic(err)
	}
	for _, row := range table["rows"].([]any) {
		fmt.Println(row.(map[string]any)["cells"])
	}
	// Output:
	// [nightly 0 1 * * * 2 3d2h]
	// [hourly 0 * * * * <nil> 3h15m]
}

// A watch has the definitions of the columns in its first table only.
func ExampleWithoutHeaders() {
	printer, objs := printedCronTabs()
	table, err := printer.Table(context.Background(), objs[:1], time.Time{}, registry.WithoutHeaders(), registry.WithInclude(registry.IncludeNone))
	if err != nil {
		panic(err)
	}
	text, err := document.EncodeYAML(context.Background(), table)
	fmt.Print(string(text), err)
	// Output:
	// apiVersion: meta.k8s.io/v1
	// columnDefinitions: null
	// kind: Table
	// metadata: {}
	// rows:
	// - cells:
	//   - nightly
	//   - 0 1 * * *
	//   - 2
	//   - <unknown>
	//   object: null
	// <nil>
}

func ExampleWithInclude() {
	printer, objs := printedCronTabs()
	for _, include := range []registry.Include{registry.IncludeMetadata, registry.IncludeObject, registry.IncludeNone} {
		table, err := printer.Table(context.Background(), objs, time.Time{}, registry.WithInclude(include))
		if err != nil {
			panic(err)
		}
		row := table["rows"].([]any)[1]
		fmt.Println(include, row.(map[string]any)["object"])
	}
	// Output:
	// Metadata map[apiVersion:meta.k8s.io/v1 kind:PartialObjectMetadata metadata:map[creationTimestamp:2026-01-04T23:15:00Z name:hourly]]
	// Object map[metadata:map[creationTimestamp:2026-01-04T23:15:00Z name:hourly] spec:map[cronSpec:0 * * * *]]
	// None <nil>
}

// The table of a list has the metadata with which a client gets the rest of it.
func ExampleWithListMetadata() {
	printer, objs := printedCronTabs()
	list := map[string]any{"resourceVersion": "12", "continue": "abc", "remainingItemCount": int64(7)}
	table, err := printer.Table(context.Background(), objs, time.Time{}, registry.WithListMetadata(list))
	fmt.Println(table["metadata"], err)
	// Output:
	// map[continue:abc remainingItemCount:7 resourceVersion:12] <nil>
}

// What `kubectl get crds` prints, and with `-o wide`.
func ExampleCRDTable() {
	crd := mustDecode(cronTabs).Object
	crd["metadata"].(map[string]any)["creationTimestamp"] = "2026-01-02T00:00:00Z"
	crd["spec"].(map[string]any)["names"].(map[string]any)["shortNames"] = []any{"ct", "cron"}
	table, err := registry.CRDTable(context.Background(), []map[string]any{crd})
	if err != nil {
		panic(err)
	}
	row := table["rows"].([]any)[0].(map[string]any)["cells"].([]any)
	for i, definition := range table["columnDefinitions"].([]any) {
		fmt.Print(definition.(map[string]any)["name"], ": ", row[i], "\n")
	}
	// Output:
	// Name: crontabs.stable.example.com
	// Scope: Namespaced
	// Versions: v1(storage),v1beta1
	// Created At: 2026-01-02T00:00:00Z
	// Group: stable.example.com
	// Kind: CronTab
	// ShortNames: ct,cron
	// Established: false
}

func ExampleNewScalePrinter() {
	crd := mustDecode(cronTabs).Object
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	versions[0].(map[string]any)["subresources"] = map[string]any{
		"scale": map[string]any{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.ready"},
	}
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	scale := mustDecode(`{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: nightly}, spec: {replicas: 3}, status: {replicas: 2}}`).Object
	table, err := registry.NewScalePrinter(definition.StorageVersion()).Table(context.Background(), []map[string]any{scale}, time.Time{})
	if err != nil {
		panic(err)
	}
	for _, column := range table["columnDefinitions"].([]any) {
		fmt.Println(column.(map[string]any)["name"])
	}
	fmt.Println(table["rows"].([]any)[0].(map[string]any)["cells"])
	// Output:
	// Name
	// Desired
	// Available
	// Age
	// [nightly 3 2 <nil>]
}

// The query parameter includeObject is read and written as a word.
func ExampleInclude_MarshalText() {
	var include registry.Include
	err := include.UnmarshalText([]byte("Object"))
	text, _ := include.MarshalText()
	fmt.Println(include.String(), string(text), err)
	// Output: Object Object <nil>
}
