package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema/registry"
)

// Clients such as garbage collectors read no more than the metadata of objects.
func ExamplePartialMetadata() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: i}}").Object
	partial, err := registry.PartialMetadata(context.Background(), object, "v1")
	if err != nil {
		panic(err) // the context is done
	}
	text, err := json.Marshal(partial)
	fmt.Println(string(text), err)
	// Output:
	// {"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"name":"a"}} <nil>
}

func ExamplePartialMetadataList() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: i}}").Object
	list, err := registry.PartialMetadataList(context.Background(), []map[string]any{object}, map[string]any{"resourceVersion": "7"}, "v1beta1")
	if err != nil {
		panic(err) // the context is done
	}
	text, err := json.Marshal(list)
	fmt.Println(string(text), err)
	// Output:
	// {"apiVersion":"meta.k8s.io/v1beta1","items":[{"apiVersion":"meta.k8s.io/v1beta1","kind":"PartialObjectMetadata","metadata":{"name":"a"}}],"kind":"PartialObjectMetadataList","metadata":{"resourceVersion":"7"}} <nil>
}

// The version is that of the media type that the client asks for.
func ExampleWithTableVersion() {
	version, _ := mustCompile().Version("v1beta1")
	printer, err := registry.NewPrinter(context.Background(), version)
	if err != nil {
		panic(err)
	}
	object := map[string]any{"metadata": map[string]any{"name": "a"}}
	table, err := printer.Table(context.Background(), []map[string]any{object}, time.Time{}, registry.WithTableVersion("v1beta1"), registry.WithoutHeaders())
	if err != nil {
		panic(err)
	}
	text, err := json.Marshal(table)
	fmt.Println(string(text), err)
	// Output:
	// {"apiVersion":"meta.k8s.io/v1beta1","columnDefinitions":null,"kind":"Table","metadata":{},"rows":[{"cells":["a",null],"object":{"apiVersion":"meta.k8s.io/v1beta1","kind":"PartialObjectMetadata","metadata":{"name":"a"}}}]} <nil>
}
