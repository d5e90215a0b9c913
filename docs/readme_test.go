package docs_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: {type: integer, maximum: 10}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

const sample = `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: sample, namespace: default}
spec: {replicas: 2}
`

func TestCRD(t *testing.T) {
	answer, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{
		Body:            []byte(crontabs),
		ContentType:     "application/yaml",
		FieldValidation: crdschema.Strict, // as kubectl apply: unknown fields are errors
	})
	if err != nil {
		t.Fatal(err) // no verdict
	}
	if err := answer.Err(); err != nil {
		t.Error(err)
	}
}

func TestSample(t *testing.T) {
	definition := crdschema.MustCompileYAML(crontabs)
	result, err := definition.Admit(t.Context(), crdschema.Request{
		Body:            []byte(sample), // or json.Marshal of a typed object with a TypeMeta, without a ContentType
		ContentType:     "application/yaml",
		FieldValidation: crdschema.Strict,
	})
	if err != nil {
		t.Fatal(err) // no verdict
	}
	if err := result.Err(); err != nil {
		t.Error(err)
	}
}

// respond returns the response of an admission webhook to a review of object. old is the
// oldObject of an update, empty for a create.
func respond(ctx context.Context, definition *crdschema.Definition, uid string, object, old []byte) (map[string]any, error) {
	ctx = structural.WithBudget(ctx, structural.Budget{Steps: 13_000_000, Values: 100_000}) // a tenth of the default
	request := crdschema.Request{Body: object}
	if len(old) > 0 {
		stored, err := document.DecodeJSON(ctx, old)
		if err != nil {
			return nil, err
		}
		request.Operation, request.Old = crdschema.Update, stored.Object
	}
	result, err := definition.Admit(ctx, request)
	if err != nil {
		return nil, err // no verdict: ctx is done (504), structural.ErrTooMuchWork (503), …
	}
	response := map[string]any{"uid": uid, "allowed": result.Accepted(), "warnings": result.Warnings}
	if status := result.Status(); status != nil {
		response["status"] = status.Object()
	}
	return response, nil
}

func Example_respond() {
	definition := crdschema.MustCompileYAML(crontabs)
	object := []byte(
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b", "resourceVersion": "7"}, "spec": {"replicas": 12}}`)
	response, err := respond(context.Background(), definition, "1", object, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(response["allowed"])
	fmt.Println(response["status"].(map[string]any)["details"].(map[string]any)["causes"])

	// An update may keep what was invalid before.
	if response, err = respond(context.Background(), definition, "2", object, object); err != nil {
		panic(err)
	}
	fmt.Println(response["allowed"])
	// Output:
	// false
	// [map[field:spec.replicas message:Invalid value: 12: spec.replicas in body should be less than or equal to 10 reason:FieldValueInvalid]]
	// true
}

// serve stores an object of a new CRD and returns it at another version.
func serve(ctx context.Context, crd map[string]any, converter conversion.Converter, body []byte) (map[string]any, error) {
	compiler := crdschema.NewCompiler()
	answer, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: crd})
	if err != nil {
		return nil, err
	}
	if err := answer.Err(); err != nil {
		return nil, err
	}
	definition, err := compiler.Compile(ctx, answer.Object, crdschema.WithConverter(converter))
	if err != nil {
		return nil, err
	}
	result, err := definition.Admit(ctx, crdschema.Request{Body: body})
	if err != nil {
		return nil, err
	}
	if err := result.Err(); err != nil {
		return nil, err
	}
	return definition.Read(ctx, registry.AtRevision(result.Stored, 7), "v1beta1")
}

func Example_serve() {
	obj, err := serve(context.Background(), decode(crontabs), nil, []byte(
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b"}, "spec": {"replicas": 3}}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(obj["apiVersion"], obj["spec"])
	// Output:
	// stable.example.com/v1beta1 map[replicas:3]
}

func Example_hints() {
	ctx := context.Background()
	crd := []byte(strings.Replace(crontabs, "{type: integer, maximum: 10}", "{type: integer, maximum: 10, default: '3'}", 1))

	doc, err := document.DecodeOne(ctx, crd)
	if err != nil {
		panic(err)
	}
	result, err := crdschema.ValidateCRD(ctx, doc.Object, nil)
	if err != nil {
		panic(err)
	}
	found, err := hints.ForAll(ctx, doc.Object, result.Errors)
	if err != nil {
		panic(err)
	}
	positions, err := doc.Positions(ctx)
	if err != nil {
		panic(err)
	}
	for i, hint := range found {
		at, _ := positions.Of(result.Errors[i].Path)
		fmt.Printf("crd.yaml:%v: %v\n", at, result.Errors[i])
		fmt.Println("hint:", hint.Text)
	}
	for i, warning := range result.Warnings { // unknown fields, for example
		at, _ := positions.Of(result.WarningPaths[i])
		fmt.Printf("crd.yaml:%v: warning: %v\n", at, warning)
	}
	if status := result.Status(); status != nil && len(result.Errors) == 0 { // it cannot be decoded
		at, _ := positions.Of(status.Path)
		fmt.Printf("crd.yaml:%v: %v\n", at, status)
	}

	// Output:
	// crd.yaml:17:84: spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].default: Invalid value: "string":  in body must be of type integer: "string"
	// hint: Write the default as 3: the type is integer.
}

var schema = map[string]any{"type": "object", "properties": map[string]any{
	"spec": map[string]any{"type": "object", "properties": map[string]any{"replicas": map[string]any{"type": "integer", "maximum": int64(10)}}},
}}

func TestSchema(t *testing.T) {
	crd := fragment.CRD("stable.example.com/v1", "CronTab", schema)
	definition, err := crdschema.Compile(t.Context(), crd)
	if err != nil {
		t.Fatal(err)
	}
	result, err := definition.Admit(t.Context(), crdschema.Request{Body: []byte(
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a"}, "spec": {"replicas": 11}}`)})
	if err != nil {
		t.Fatal(err) // no verdict
	}
	if result.Accepted() {
		t.Error("11 replicas are accepted")
	}
}

var converter = conversion.None{}

func TestConversion(t *testing.T) {
	definition := crdschema.MustCompileYAML(crontabs, crdschema.WithConverter(converter, conversion.StrategyWebhook))
	version, _ := definition.Version("v1")
	samples, err := conversiontest.Generate(t.Context(), "stable.example.com/v1", "CronTab", version.Schema().Map(), 50)
	if err != nil {
		t.Fatal(err)
	}
	losses, err := conversiontest.RoundTrip(t.Context(), conversiontest.OfDefinition(definition),
		[]string{"stable.example.com/v1", "stable.example.com/v1beta1"}, samples, conversiontest.WithEmptyAsAbsent())
	if err != nil {
		t.Fatal(err)
	}
	for _, loss := range losses {
		t.Error(loss) // CronTab default/sample-0, stable.example.com/v1 to …: spec.replicas was 3, is absent
	}
}

func TestUpdate(t *testing.T) {
	definition := crdschema.MustCompileYAML(crontabs)
	created, err := definition.Admit(t.Context(), crdschema.Request{Body: []byte(sample), ContentType: "application/yaml"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := definition.Admit(t.Context(), crdschema.Request{
		Operation: crdschema.Update,
		Old:       registry.AtRevision(created.Stored, 1),
		Body: []byte(`{"apiVersion": "stable.example.com/v1", "kind": "CronTab",
			"metadata": {"name": "sample", "namespace": "default", "resourceVersion": "1"}, "spec": {"replicas": 11}}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Accepted() {
		t.Error("11 replicas are accepted")
	}
}

const expensive = `
type: object
properties:
  spec:
    type: object
    properties:
      hosts:
        type: array
        x-kubernetes-validations: [{rule: "self.all(h, !h.contains('..'))"}]
        items: {type: string, allOf: [{maxLength: 253}]}
`

func readSchema(ctx context.Context, text string) (*structural.Schema, error) {
	doc, err := document.DecodeOne(ctx, []byte(text))
	if err != nil {
		return nil, err
	}
	schema, _, err := structural.FromMap(ctx, doc.Object)
	return schema, err
}

func Example_explainCost() {
	ctx := context.Background()
	schema, err := readSchema(ctx, expensive)
	if err != nil {
		panic(err)
	}
	rules := celrules.Compile(schema, structural.Resource)
	costs, err := rules.ExplainCost(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Print(costs)
	// Output:
	// properties[spec].properties[hosts].x-kubernetes-validations[0].rule: 329858626352 × 1 = 329858626352, more than 10000000
	//   100% self.all(h, !h.contains(".."))  (329858626352)
	//       0% self  (1)
	//     100% !h.contains("..")  (314575 × 1048575 = 329855480625)
	//       100% h.contains("..")  (314574 × 1048575 = 329854432050)
	//           0% h  (1 × 1048575 = 1048575)
	// reads properties[spec].properties[hosts].items: no maxLength, so 3145726 bytes; maxLength 253 in allOf does not count: beside the type, it makes the total 112197527
	// reads properties[spec].properties[hosts]: no maxItems, so 1048575 values of at least 2 bytes
	// total 329858626352 of 100000000
}

func Example_suggestBounds() {
	ctx := context.Background()
	schema, err := readSchema(ctx, expensive)
	if err != nil {
		panic(err)
	}
	rules := celrules.Compile(schema, structural.Resource)
	suggestion, err := rules.SuggestBounds(ctx, celrules.Fit{})
	if err != nil {
		panic(err)
	}
	fmt.Println(suggestion)
	// Output:
	// 329858626352 → 9999901; properties[spec].properties[hosts]: maxItems 93457; properties[spec].properties[hosts].items: maxLength 253
}

const modern = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{rule: "self.tags.distinct() == self.tags"}]
        properties:
          name: {type: string, format: k8s-short-name}
          tags: {type: array, maxItems: 9, items: {type: string, maxLength: 9}}
`

func Example_minimumVersion() {
	ctx := context.Background()
	doc, err := document.DecodeOne(ctx, []byte(modern))
	if err != nil {
		panic(err)
	}
	least, err := explain.MinimumVersion(ctx, doc.Object)
	if err != nil {
		panic(err)
	}
	fmt.Println(least.Version)
	for _, reason := range least.Reasons {
		fmt.Println("since", reason.Since, "at", reason.Path)
	}
	for _, reason := range least.Unchecked {
		fmt.Println("format", reason.Text, "checked since", reason.Since, "at", reason.Path)
	}
	// Output:
	// 1.35
	// since 1.35 at spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule
	// format k8s-short-name checked since 1.35 at spec.versions[0].schema.openAPIV3Schema.properties[name].format
}

func Example_explainObject() {
	ctx := context.Background()
	definition := crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: {type: integer, maximum: 10}, color: {type: string}}}
`)
	request := crdschema.Request{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "a"},
		"spec": map[string]any{"replicas": 20, "colr": "red"},
	}}
	result, err := definition.Admit(ctx, request)
	if err != nil {
		panic(err)
	}
	list, err := explain.Object(ctx, definition, request, result)
	if err != nil {
		panic(err)
	}
	for _, e := range list {
		fmt.Print(e)
	}
	// Output:
	// spec.replicas: Invalid value: 20: spec.replicas in body should be less than or equal to 10
	//   because properties[spec].properties[replicas].maximum: 10
	//   fits    at most 10
	//   change  set spec.replicas to 10
	// unknown field "spec.colr"
	//   because properties[spec].properties
	//   fits    one of the fields color, replicas
	//   change  set spec.color to "red"
	//           remove spec.colr
}

func Example_try() {
	ctx := context.Background()
	schema, err := readSchema(ctx, `{type: object, properties: {
		replicas: {type: integer}, maxReplicas: {type: integer}, hosts: {type: array, items: {type: string}}}}`)
	if err != nil {
		panic(err)
	}
	spec := map[string]any{"replicas": 20, "maxReplicas": 10, "hosts": []any{"a.example.com", "b..example.com"}}
	compiler := celrules.NewCompiler()
	for _, rule := range []string{
		"self.replicas <= self.maxReplicas && self.replicas > 0",
		"self.hosts.all(h, !h.contains('..'))",
	} {
		out, err := compiler.Try(ctx, celrules.Trial{Schema: schema, Rule: structural.Rule{Rule: rule, Message: "no"}, Self: spec})
		if err != nil {
			panic(err)
		}
		fmt.Println(out)
	}
	// Output:
	// <nil>: Invalid value: no (self.replicas = 20, self.maxReplicas = 10)
	// <nil>: Invalid value: no (self.hosts.filter(h, !(!h.contains(".."))) = ["b..example.com"])
}
