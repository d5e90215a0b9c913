package openapiv2_test

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2"
)

func crontabs() map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": "crontabs.stable.example.com"},
		"spec": map[string]any{
			"group": "stable.example.com",
			"scope": "Namespaced",
			"names": map[string]any{"plural": "crontabs", "kind": "CronTab"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{
					"type": "object",
					"properties": map[string]any{
						"replicas": map[string]any{"type": "integer", "nullable": true, "minimum": int64(1)},
					},
				}},
			}},
		},
	}
}

func ExampleBuild() {
	doc, err := openapiv2.Build(context.Background(), crontabs(), "v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Paths)) {
		fmt.Println(path)
	}
	replicas := doc.Definitions["com.example.stable.v1.CronTab"].Properties["replicas"]
	fmt.Println("type:", replicas.Type, "minimum:", *replicas.Minimum)
	// Output:
	// /apis/stable.example.com/v1/crontabs
	// /apis/stable.example.com/v1/namespaces/{namespace}/crontabs
	// /apis/stable.example.com/v1/namespaces/{namespace}/crontabs/{name}
	// type: [] minimum: 1
}

func ExampleBuildMap() {
	doc, err := openapiv2.BuildMap(context.Background(), crontabs(), "v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	definitions := doc["definitions"].(map[string]any)
	fmt.Println(definitions["com.example.stable.v1.CronTab"].(map[string]any)["x-kubernetes-group-version-kind"])
	// Output:
	// [map[group:stable.example.com kind:CronTab version:v1]]
}

func ExamplePublished() {
	fmt.Println(openapiv2.Published(crontabs()))
	_, err := openapiv2.Published(map[string]any{"kind": "Pod"})
	fmt.Println(err != nil)
	// Output:
	// [v1] <nil>
	// true
}

func ExampleMerge() {
	a, _ := openapiv2.Build(context.Background(), crontabs(), "v1")
	other := crontabs()
	other["spec"].(map[string]any)["names"].(map[string]any)["plural"] = "tabs"
	b, _ := openapiv2.Build(context.Background(), other, "v1")
	merged, conflicts := openapiv2.Merge(a, b)
	fmt.Println(len(merged.Paths.Paths), "paths")
	for _, c := range conflicts {
		fmt.Println(c.String())
	}
	// Output:
	// 6 paths
	// two documents have different definitions "com.example.stable.v1.CronTabList"
}

func ExampleWithDefinitions() {
	own := spec.Definitions{"io.k8s.apimachinery.pkg.apis.meta.v1.Time": *spec.DateTimeProperty().WithDescription("When.")}
	doc, _ := openapiv2.Build(context.Background(), crontabs(), "v1", openapiv2.WithDefinitions(own))
	fmt.Println(doc.Definitions["io.k8s.apimachinery.pkg.apis.meta.v1.Time"].Description)
	// Output:
	// When.
}

// A server serves documents with an ETag and builds them on demand.
func ExampleNewCatalog() {
	catalog, err := openapiv2.NewCatalog().With(context.Background(), crontabs())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(catalog.GroupVersions())
	etag, err := catalog.Hash(context.Background(), "stable.example.com/v1")
	fmt.Println(len(etag), err)

	doc, conflicts, err := catalog.Document(context.Background(), "stable.example.com/v1")
	fmt.Println(len(doc.Paths.Paths), len(conflicts), err)

	empty := catalog.Without("crontabs.stable.example.com")
	missing, err := empty.Hash(context.Background(), "stable.example.com/v1")
	fmt.Println(empty.GroupVersions(), missing == "", err)
	// Output:
	// [stable.example.com/v1]
	// 64 <nil>
	// 3 0 <nil>
	// [] true <nil>
}

// kubectl reads the schema of a CRD before it applies it, and whether patches can be dry
// runs.
func ExampleAPIExtensions() {
	doc, _ := openapiv2.Merge(openapiv2.APIExtensions())
	const prefix = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1."
	fmt.Println(doc.Definitions[prefix+"CustomResourceDefinition"].Extensions["x-kubernetes-group-version-kind"])
	fmt.Println(doc.Definitions[prefix+"CustomResourceDefinitionSpec"].Required)
	patch := doc.Paths.Paths["/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{name}"].Patch
	fmt.Println(patch.ID, patch.Parameters[1].Name)
	// Output:
	// [map[group:apiextensions.k8s.io kind:CustomResourceDefinition version:v1]]
	// [group names scope versions]
	// patchApiextensionsV1CustomResourceDefinition dryRun
}

// kubectl apply sends merge patches to a server with this document.
func ExampleWithPatchTypes() {
	doc := openapiv2.APIExtensions(openapiv2.WithPatchTypes("application/json-patch+json", "application/merge-patch+json"))
	patch := doc.Paths.Paths["/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{name}"].Patch
	fmt.Println(patch.Consumes)
	// Output: [application/json-patch+json application/merge-patch+json]
}
