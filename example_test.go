package crdschema_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

const cronTabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              cronSpec: {type: string}
              image: {type: string}
              replicas: {type: integer, default: 1}
          status: {type: object, properties: {ready: {type: integer}}}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {image: {type: string}}}
`

func mustCompile() *crdschema.Definition { return crdschema.MustCompileYAML(cronTabs) }

func mustDecode(text string) document.Document {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0]
}

// The server drops a misspelled field and sets a default.
func Example() {
	definition := mustCompile()
	body := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: backup, namespace: default}
spec: {image: cron, cornSpec: "* * * * *"}
status: {ready: 3}
`)
	result, err := definition.Admit(context.Background(), crdschema.Request{Object: body.Object, Duplicates: body.Duplicates})
	if err != nil {
		panic(err)
	}
	fmt.Println("accepted:", result.Accepted())
	fmt.Println("dropped:", result.Dropped)
	fmt.Println("defaulted:", result.Defaulted)
	fmt.Println("warnings:", result.Warnings)
	fmt.Println("stored:", result.Stored["spec"], result.Stored["status"])
	// Output:
	// accepted: true
	// dropped: [spec.cornSpec]
	// defaulted: [spec.replicas]
	// warnings: [unknown field "spec.cornSpec"]
	// stored: map[image:cron replicas:1] <nil>
}

// Compile fails only if the server could not serve the crd.
func ExampleCompile() {
	definition, err := crdschema.Compile(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"spec": map[string]any{
			"group": "example.com",
			"names": map[string]any{"plural": "foos", "kind": "Foo"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "maxProperties": "5"}},
			}},
		},
	})
	fmt.Println(definition == nil)
	for _, err := range structural.ErrorsOf(err) {
		fmt.Println(err)
	}
	// Output:
	// true
	// spec.versions[0].schema.openAPIV3Schema.maxProperties: json: cannot unmarshal string into Go value of type int64
}

func ExampleCompiler_Compile() {
	compiler := crdschema.NewCompiler()
	definition, _ := compiler.Compile(context.Background(), mustDecode(cronTabs).Object)
	fmt.Println(definition.Name(), definition.Group(), definition.Kind(), definition.Versions())
	// Output: crontabs.stable.example.com stable.example.com CronTab [v1 v1beta1]
}

// kubectl sends its requests with strict field validation.
func ExampleDefinition_Admit_strict() {
	body := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {imgae: x, image: y}}`)
	result, _ := mustCompile().Admit(context.Background(), crdschema.Request{Object: body.Object, FieldValidation: crdschema.Strict})
	fmt.Println(result.Status().Code, result.Status())
	// Output: 400 CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.imgae"
}

// An update does not change the status, and increases the generation if it changes
// anything but metadata.
func ExampleDefinition_Admit_update() {
	old := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: a, namespace: default, generation: 4, resourceVersion: "1"}
spec: {image: x, replicas: 1}
status: {ready: 1}`)
	body := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: a, namespace: default, resourceVersion: "1"}
spec: {image: x, replicas: 2}
status: {ready: 2}`)
	result, _ := mustCompile().Admit(context.Background(), crdschema.Request{
		Operation: crdschema.Update, Object: body.Object, Old: old.Object,
	})
	fmt.Println(result.Object["metadata"].(map[string]any)["generation"], result.Object["status"])
	// Output: 5 map[ready:1]
}

// Rules are evaluated if the values of an object are valid by themselves. The
// result has their cost, accepted or not.
func ExampleDefinition_Admit_rules() {
	definition, _ := crdschema.Compile(context.Background(), mustDecode(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ranges.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: ranges, singular: range, kind: Range}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          from: {type: integer}
          to: {type: integer}
        x-kubernetes-validations:
        - rule: self.from <= self.to
          messageExpression: "'%d is after %d'.format([self.from, self.to])"
`).Object)
	for _, to := range []int64{1, 9} {
		result, err := definition.Admit(context.Background(), crdschema.Request{Object: map[string]any{
			"apiVersion": "example.com/v1", "kind": "Range", "metadata": map[string]any{"name": "a"}, "from": int64(5), "to": to,
		}})
		fmt.Println(result.Errors.Texts(), result.Cost, err)
	}
	// Output:
	// [<nil>: Invalid value: 5 is after 1] 21 <nil>
	// [] 5 <nil>
}

func ExampleDefinition_Read() {
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: x}}`)
	for _, version := range []string{"v1", "v1beta1"} {
		object, err := mustCompile().Read(context.Background(), stored.Object, version)
		fmt.Println(object["apiVersion"], object["spec"], err)
	}
	// Output:
	// stable.example.com/v1 map[image:x replicas:1] <nil>
	// stable.example.com/v1beta1 map[image:x] <nil>
}

func ExampleDefinition_Store() {
	object := mustDecode(`{apiVersion: stable.example.com/v1beta1, kind: CronTab, metadata: {name: a}, spec: {image: x}}`)
	stored, err := mustCompile().Store(context.Background(), object.Object)
	fmt.Println(stored["apiVersion"], stored["spec"], err)
	// Output: stable.example.com/v1 map[image:x] <nil>
}

func ExampleDefinition_Version() {
	version, found := mustCompile().Version("v1beta1")
	fmt.Println(found, version.Name(), version.Served())
	fmt.Println(version.DeprecationWarning())
	// Output:
	// true v1beta1 true
	// stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v1 CronTab
}

// Prepare compiles rules and schemas in advance, so that the first request need not
// wait.
func ExampleVersion_Precompile() {
	definition, _ := crdschema.Compile(context.Background(), mustDecode(cronTabs).Object)
	for _, name := range definition.Versions() {
		version, _ := definition.Version(name)
		err := version.Precompile(context.Background())
		fmt.Println(name, "is ready", err)
	}
	// Output:
	// v1 is ready <nil>
	// v1beta1 is ready <nil>
}

func ExampleVersion_Default() {
	version := mustCompile().StorageVersion()
	object, defaulted, _ := version.Default(context.Background(), map[string]any{"spec": map[string]any{"image": "patched"}})
	fmt.Println(object, defaulted)
	fmt.Println(version.Schema().Property("spec").Property("replicas").TypeName())
	// Output:
	// map[spec:map[image:patched replicas:1]] [spec.replicas]
	// integer
}

// upper is a converter that runs in the process.
type upper struct{}

func (upper) Convert(_ context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	out := make([]map[string]any, len(objs))
	for i, obj := range objs {
		out[i] = structural.Clone(obj)
		out[i]["apiVersion"] = toAPIVersion
		out[i]["spec"].(map[string]any)["image"] = "CONVERTED"
	}
	return out, nil
}

func ExampleWithConverter() {
	crd := mustDecode(cronTabs).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	definition, _ := crdschema.Compile(context.Background(), crd, crdschema.WithConverter(upper{}))
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: x}}`)
	object, err := definition.Read(context.Background(), stored.Object, "v1beta1")
	fmt.Println(object["spec"], err)
	// Output: map[image:CONVERTED] <nil>
}

// controller-gen writes CRDs without spec.conversion; the deployment adds the webhook.
func ExampleWithConverter_strategy() {
	_, err := crdschema.CompileYAML(context.Background(), []byte(cronTabs), crdschema.WithConverter(upper{}))
	fmt.Println(err)
	definition, err := crdschema.CompileYAML(context.Background(), []byte(cronTabs),
		crdschema.WithConverter(upper{}, conversion.StrategyWebhook))
	if err != nil {
		panic(err)
	}
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: x}}`)
	object, err := definition.Read(context.Background(), stored.Object, "v1beta1")
	fmt.Println(object["spec"], err)
	// Output:
	// crontabs.stable.example.com has the conversion strategy None, so a server calls no converter: set spec.conversion.strategy, or compile it WithConverter(c, conversion.StrategyWebhook)
	// map[image:CONVERTED] <nil>
}

// With the text of a body, repeated fields, the spelling of numbers and what is not
// JSON have the answer of the server.
func ExampleDefinition_Admit_body() {
	definition := mustCompile()
	for _, body := range []string{
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "name": "b"}}`,
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "Kind": 1}`,
		`{"kind": "CronTab", "x": 1e400}`,
		`apiVersion: v1`,
	} {
		result, err := definition.Admit(context.Background(), crdschema.Request{Body: []byte(body), Namespace: "default"})
		if err != nil {
			panic(err)
		}
		fmt.Println(result.Warnings, result.Err())
	}
	// Output:
	// [duplicate field "metadata.name"] <nil>
	// [] the object provided is unrecognized (must be of type CronTab): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"apiVersion": "stable.example ...)
	// [] CronTab in version "v1" cannot be handled as a CronTab: json: cannot unmarshal number 1e400 into Go value of type float64
	// [] the object provided is unrecognized (must be of type CronTab): couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of value (61706956657273696f6e3a207631)
	// The body is read as JSON, since the request has no ContentType. For YAML, set it to application/yaml.
}

// A body can be YAML, of which the server reads the first document.
func ExampleDefinition_Admit_yaml() {
	definition := mustCompile()
	body := `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: a}
spec: {image: &i cron, image: *i}
---
not: read
`
	result, err := definition.Admit(context.Background(), crdschema.Request{Body: []byte(body), ContentType: "application/yaml", FieldValidation: crdschema.Strict})
	fmt.Println(result.Status(), err)
	result, err = definition.Admit(context.Background(), crdschema.Request{Body: []byte(body), ContentType: "application/x-yaml"})
	fmt.Println(result.Status().Code, result.Status(), err)
	// Output:
	// CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: yaml: unmarshal errors:
	//   line 5: key "image" already set in map <nil>
	// 415 the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf <nil>
}
