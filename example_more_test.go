package crdschema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/structural"
)

// The definitions of a cluster have one compiler, and each its own converter.
func ExampleNewCompiler() {
	compiler := crdschema.NewCompiler(crdschema.WithKubernetesVersion("1.36"))
	for _, manifest := range []string{cronTabs, "{kind: CustomResourceDefinition, spec: 5}"} {
		definition, err := compiler.CompileYAML(context.Background(), []byte(manifest),
			crdschema.WithConverter(upper{}, conversion.StrategyWebhook))
		fmt.Println(definition != nil, err == nil)
	}
	// Output:
	// true true
	// false false
}

// Servers up to 1.34 ignore the format k8s-short-name.
func ExampleWithKubernetesVersion() {
	crd := mustDecode(strings.Replace(cronTabs, "image: {type: string}", "image: {type: string, format: k8s-short-name}", 1)).Object
	body := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}, spec: {image: "example.com/cron"}}`)
	for _, version := range []string{"1.34", "1.35", "1.99"} {
		definition, err := crdschema.Compile(context.Background(), crd, crdschema.WithKubernetesVersion(version))
		if err != nil {
			fmt.Println(err)
			continue
		}
		result, _ := definition.Admit(context.Background(), crdschema.Request{Object: body.Object})
		fmt.Println(version, result.Accepted())
	}
	// Output:
	// 1.34 true
	// 1.35 false
	// Kubernetes version "1.99" is not one of 1.30 to 1.37
}

// The server rejects a request before validation, with a Status, or because the
// object is invalid.
func ExampleResult_Accepted() {
	for _, text := range []string{
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}, spec: {replicas: 2}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}, spec: {replicas: two}}`,
		`{apiVersion: stable.example.com/v2, kind: CronTab, metadata: {name: a, namespace: default}}`,
	} {
		result, err := mustCompile().Admit(context.Background(), crdschema.Request{Object: mustDecode(text).Object})
		if err != nil {
			panic(err)
		}
		switch {
		case result.Accepted():
			fmt.Println("accepted")
		case len(result.Errors) > 0:
			fmt.Println(422, result.Errors.Err())
		default:
			fmt.Println(result.Status().Code, result.Err())
		}
	}
	// Output:
	// accepted
	// 422 spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"
	// 404 the server could not find the requested resource
}

// If a definition converts with a webhook, its converter decides whether an object at
// another version than that of storage is carried there and back.
func ExampleResult_Accepted_webhook() {
	crd := mustDecode(things).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	unreachable := func(context.Context, map[string]any, string) (map[string]any, error) {
		return nil, errors.New("connection refused")
	}
	for _, opts := range [][]crdschema.Option{nil, {crdschema.WithConverter(conversion.Func(unreachable))}} {
		definition, _ := crdschema.Compile(context.Background(), crd, opts...)
		body := mustDecode(`{apiVersion: example.com/v2, kind: Thing, metadata: {name: a, namespace: d}}`)
		result, _ := definition.Admit(context.Background(), crdschema.Request{Object: body.Object})
		fmt.Println(result.Accepted(), result.Object != nil, result.Status())
	}
	// Output:
	// true false <nil>
	// false false Thing d/a: connection refused
}

// A Status is the one error of Read that the client can correct.
func ExampleStatus() {
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}}`)
	_, err := mustCompile().Read(context.Background(), stored.Object, "v2")
	var status *crdschema.Status
	if errors.As(err, &status) {
		fmt.Println(status.Code, status.Reason, "-", status.Error())
	}
	// Output: 404 NotFound - the server could not find the requested resource
}

// The names and versions of a definition.
func ExampleDefinition_Versions() {
	definition := mustCompile()
	fmt.Println(definition.Name(), definition.Group(), definition.Kind(), definition.PreservesUnknownFields())
	for _, name := range definition.Versions() {
		version, _ := definition.Version(name)
		fmt.Println(version.Name(), version.Served(), version == definition.StorageVersion())
	}
	// Output:
	// crontabs.stable.example.com stable.example.com CronTab false
	// v1 true true
	// v1beta1 true false
}

// The server warns of requests at a deprecated version only.
func ExampleVersion_DeprecationWarning() {
	for _, name := range []string{"v1", "v1beta1"} {
		version, _ := mustCompile().Version(name)
		fmt.Printf("%q\n", version.DeprecationWarning())
	}
	// Output:
	// ""
	// "stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v1 CronTab"
}

// The fields that a version specifies, for completion or documentation.
func ExampleVersion_Schema() {
	for name, property := range mustCompile().StorageVersion().Schema().Property("spec").Properties() {
		fmt.Println(name, property.TypeName(), property.Default())
	}
	// Output:
	// cronSpec string <nil>
	// image string <nil>
	// replicas integer 1
}

func ExampleDefinition_ServedVersions() {
	fmt.Println(mustCompile().ServedVersions())
	// Output: [v1 v1beta1]
}

// A map of json.Unmarshal has a float64 for every number, which the server does not take
// for an integer everywhere. The error says what to do.
func ExampleDefinition_Admit_floats() {
	definition := crdschema.MustCompileYAML(strings.Replace(cronTabs, "subresources: {", "subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready}, ", 1))
	var obj map[string]any
	text := `{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b"}, "spec": {"replicas": 3}}`
	if err := json.Unmarshal([]byte(text), &obj); err != nil {
		panic(err)
	}
	result, _ := definition.Admit(context.Background(), crdschema.Request{Object: obj})
	for _, e := range result.Errors {
		fmt.Println(e)
		fmt.Println(strings.ReplaceAll(e.Remark, ". ", ".\n"))
	}
	obj, _ = structural.IntegersFromFloats(obj)
	result, _ = definition.Admit(context.Background(), crdschema.Request{Object: obj})
	fmt.Println("accepted:", result.Accepted())
	// Output:
	// .spec.replicas: Invalid value: 0: .spec.replicas accessor error: 3 is of the type float64, expected int64
	// A whole float64 is where an int64 must be.
	// json.Unmarshal and yaml.Unmarshal decode every number as a float64: decode the text with document.DecodeJSON or document.DecodeYAML, or convert the map with structural.IntegersFromFloats.
	// In a JSON text, numbers like 1.0 and 1e3 are a float64 for the server, too.
	// accepted: true
}

// Namespaces are built in, and belong to the core group.
func ExampleWithCoreGroup() {
	namespaces, err := crdschema.CompileYAML(context.Background(), []byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: namespaces.}
spec:
  group: core
  scope: Cluster
  names: {plural: namespaces, kind: Namespace}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`), crdschema.WithCoreGroup())
	if err != nil {
		panic(err)
	}
	result, err := namespaces.Admit(context.Background(), crdschema.Request{Body: []byte(`{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "test"}}`)})
	fmt.Println(result.Object, err)
	// Output:
	// map[apiVersion:v1 kind:Namespace metadata:map[generation:1 name:test]] <nil>
}
