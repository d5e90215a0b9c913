package docs_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/celrules/celenv"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/structural/validation"
)

// widgets is a crd with something for every function to do.
const widgets = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion:
    strategy: Webhook
    webhook: {conversionReviewVersions: [v1], clientConfig: {url: "https://widgets.example.com/convert"}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - {rule: self.size >= oldSelf.size, message: must not shrink}
            properties:
              size: {type: integer, default: 1}
              color: {type: string, enum: [red, blue]}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port]
                items:
                  type: object
                  required: [port]
                  properties: {port: {type: integer}}
  - name: v2
    served: true
    storage: false
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

// decode returns the object in a text.
func decode(text string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

// schemaOf returns the schema of the first version of a crd as a map.
func schemaOf(crd map[string]any) map[string]any {
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	return versions[0].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
}

// widgetSchema returns the schema of the first version of widgets.
func widgetSchema() *structural.Schema {
	schema, _, _ := structural.FromMap(context.Background(), schemaOf(decode(widgets)))
	return schema
}

func Example_admit() {
	ctx, crd := context.Background(), []byte(widgets)
	body := []byte(`{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "default"}, "spec": {"hue": "red"}}`)

	definition, err := crdschema.CompileYAML(ctx, crd)
	if err != nil {
		panic(err) // the server could not serve this crd
	}
	result, err := definition.Admit(ctx, crdschema.Request{Body: body})
	if err != nil {
		panic(err) // no verdict
	}
	fmt.Println(result.Accepted(), result.Dropped, result.Defaulted, result.Stored["spec"])

	// Output:
	// true [spec.hue] [spec.size] map[size:1]
}

// createByStages creates an object as a server with its own admission does.
func createByStages(ctx context.Context, version *crdschema.Version, body map[string]any, mutate func(map[string]any) any) (map[string]any, error) {
	definition := version.Definition()

	decoded, err := definition.Decode(ctx, body)
	if status := crdschema.StatusOf(err); status != nil {
		return nil, status // 400
	}
	if err != nil {
		return nil, err // no verdict
	}
	if rejection := decoded.StrictStatus(nil); rejection != nil {
		return nil, rejection // 400, under strict field validation; else warn of decoded.Unknown
	}
	target := registry.Target{Version: version, Namespace: "default"}
	if rejection := target.CheckVersion(decoded.Object); rejection != nil {
		return nil, rejection // 400
	}
	obj, rejection := target.PrepareNamespace(decoded.Object)
	if rejection != nil {
		return nil, rejection // 400
	}
	obj, warning, err := objectmeta.DedupOwnerReferences(ctx, obj)
	if err != nil {
		return nil, err // no verdict
	}

	mutated, err := structural.Normalize(mutate(structural.Clone(obj)))
	if err != nil {
		return nil, err // not a JSON value
	}
	if obj, _, err = version.Default(ctx, mutated.(map[string]any)); err != nil {
		return nil, err // no verdict
	}

	obj = objectmeta.PrepareCreate(obj, objectmeta.SystemFields{UID: "b7c1"})
	obj = registry.PrepareCreate(version, obj)
	if rejection := target.CheckTerminating(obj); rejection != nil {
		return nil, rejection // 403
	}
	validation, err := version.ValidateCreate(ctx, obj)
	if err != nil {
		return nil, err // no verdict
	}
	if rejection := cmp.Or(validation.Status(), target.CheckUnversioned(obj)); rejection != nil {
		return nil, rejection // 422, 500
	}
	warnings, err := objectmeta.FinalizerWarnings(ctx, obj, nil)
	if err != nil {
		return nil, err // no verdict
	}
	fmt.Printf("warnings: %q %q\n", warning, warnings)
	return definition.EncodeStored(ctx, obj)
}

// validateByStages validates an update as such a server does.
func validateByStages(ctx context.Context, version *crdschema.Version, obj, stored map[string]any) (any, error) {
	old, err := version.DecodeStored(ctx, stored)
	if err != nil {
		return nil, err // 500
	}
	target := registry.Target{Version: version, Namespace: "default", Name: "a"}
	if rejection := cmp.Or(target.CheckName(obj), target.CheckUID(obj, old)); rejection != nil {
		return nil, rejection // 400, 409
	}
	obj = objectmeta.PrepareUpdate(obj, old)
	obj = registry.PrepareUpdate(version, obj, old)
	if rejection := target.CheckResourceVersion(obj, old); rejection != nil {
		return nil, rejection // 409, 422, 500
	}
	validation, err := version.ValidateUpdate(ctx, obj, old)
	gone := registry.Finalized(obj, old) // if it is valid: nothing is stored

	return fmt.Sprint(validation.Errors.Texts(), gone), err
}

func Example_stages() {
	ctx := context.Background()
	toV2 := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) { return obj, nil })
	version, _ := crdschema.MustCompileYAML(widgets, crdschema.WithConverter(toV2)).Version("v1")
	body := decode(`{apiVersion: example.com/v1, kind: Widget, metadata: {name: a}, spec: {}}`)

	paint := func(obj map[string]any) any {
		obj["spec"].(map[string]any)["color"] = "red"
		return obj
	}
	stored, err := createByStages(ctx, version, body, paint)
	fmt.Println(stored["spec"], err)
	stored["metadata"].(map[string]any)["resourceVersion"] = "1" // the revision of the write
	smaller := structural.Clone(stored)
	smaller["spec"].(map[string]any)["size"] = int64(0)
	fmt.Println(validateByStages(ctx, version, smaller, stored))
	body["spec"] = map[string]any{"hue": "red"}
	_, err = createByStages(ctx, version, body, paint)
	fmt.Println(err)

	// Output:
	// warnings: "" []
	// map[color:red size:1] <nil>
	// [spec: Invalid value: must not shrink] false <nil>
	// Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.hue"
}

func Example_newStructural() {
	ctx, openAPIV3Schema := context.Background(), schemaOf(decode(widgets))

	schema, errs, err := structural.FromMap(ctx, openAPIV3Schema)
	if err != nil {
		panic(err)
	}
	structure, err := structural.Check(ctx, schema, structural.Resource)
	if err != nil {
		panic(err)
	}
	fmt.Println(append(errs, structure...).Err())

	// Output:
	// <nil>
}

func Example_transform() {
	schema := widgetSchema()
	ctx, obj := context.Background(), decode(`{metadata: {name: a}, spec: {color: null, hue: red}}`)

	obj, dropped, err := pruning.Prune(ctx, obj, schema, structural.Resource)
	if err != nil {
		panic(err) // no verdict
	}
	obj = defaulting.DropNulls(obj, schema)
	obj, defaulted, err := defaulting.Default(ctx, obj, schema)
	fmt.Println(dropped, defaulted, obj["spec"], err)

	// Output:
	// [spec.hue] [spec.size] map[size:1] <nil>
}

func Example_validate() {
	schema := widgetSchema()
	obj := decode(`{spec: {size: 2, color: green, ports: [{port: 80}, {port: 80}]}}`)
	old := decode(`{spec: {size: 1, color: green, ports: [{port: 80}]}}`)

	ctx := context.Background()
	validator := validation.Compile(schema) // once
	errs, err := validator.Validate(ctx, obj)
	fmt.Println(errs.Texts(), err)

	errs, ratcheted, err := validator.ValidateUpdate(ctx, obj, old)
	fmt.Println(errs.Texts(), ratcheted.Texts(), err)

	// Output:
	// [spec.color: Unsupported value: "green": supported values: "red", "blue"] <nil>
	// [] [spec.color: Unsupported value: "green": supported values: "red", "blue"] <nil>
}

func Example_listtype() {
	schema := widgetSchema()
	ctx, obj := context.Background(), decode(`{spec: {ports: [{port: 80}, {port: 80}]}}`)
	old := decode(`{spec: {ports: [{port: 80}]}}`)

	errs, err := listtype.Validate(ctx, obj, schema)
	fmt.Println(errs.Texts(), err)

	errs, ratcheted, err := listtype.ValidateUpdate(ctx, obj, old, schema)
	fmt.Println(len(errs), len(ratcheted), err)

	// Output:
	// [spec.ports[1]: Duplicate value: {"port":80}] <nil>
	// 1 0 <nil>
}

func Example_coerce() {
	ctx := context.Background()
	schema, _, _ := structural.FromMap(ctx, decode(`{type: object, properties: {template: {type: object,
		x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}`))
	obj := decode(`{template: {apiVersion: v1, metadata: {namespace: a.b, nickname: x}}}`)

	obj, unknown, err := objectmeta.Coerce(ctx, obj, schema, structural.Value, objectmeta.Reject)
	if err != nil {
		panic(err) // the request is rejected
	}
	fmt.Println(unknown.Texts(), obj["template"])

	errs, err := objectmeta.ValidateEmbedded(ctx, obj, schema, structural.Value)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}

	// Output:
	// [unknown field "template.metadata.nickname"] map[apiVersion:v1 metadata:map[namespace:a.b]]
	// template.kind: Required value
	// template.metadata.namespace: Invalid value: "a.b": must not contain dots
}

func Example_objectMeta() {
	ctx := context.Background()
	obj := decode(`{metadata: {generateName: nightly-, namespace: default}}`)
	stored := decode(`{metadata: {name: nightly-x7k2p, namespace: default, uid: c6a3a2f0, generation: 3, resourceVersion: "5"}}`)

	created := objectmeta.PrepareCreate(obj, objectmeta.SystemFields{UID: "c6a3a2f0", NameSuffix: "x7k2p"})
	fmt.Println(created["metadata"])
	errs, err := objectmeta.ValidateCreate(ctx, created, objectmeta.Namespaced)
	fmt.Println(errs.Texts(), err)

	updated := objectmeta.PrepareUpdate(obj, stored)
	fmt.Println(updated["metadata"])
	errs, err = objectmeta.ValidateUpdate(ctx, updated, stored, objectmeta.Namespaced)
	fmt.Println(errs.Texts(), err)

	// Output:
	// map[generateName:nightly- name:nightly-x7k2p namespace:default uid:c6a3a2f0]
	// [] <nil>
	// map[generateName:nightly- generation:3 namespace:default uid:c6a3a2f0]
	// [metadata.name: Required value: name or generateName is required metadata.resourceVersion: Invalid value: "": must be specified for an update metadata.name: Invalid value: "": field is immutable] <nil>
}

func Example_rules() {
	ctx, schema := context.Background(), widgetSchema()
	obj := decode(`{spec: {size: 1}}`)
	old := decode(`{spec: {size: 2}}`)

	rules := celrules.Compile(schema, structural.Resource) // once
	result, err := rules.Validate(ctx, celrules.Input{Object: obj, Old: old})
	if err != nil {
		panic(err) // the context is done
	}
	fmt.Println(result.Errors.Texts(), result.Ratcheted.Texts(), result.Cost)

	// Output:
	// [spec: Invalid value: must not shrink] [] 5
}

func Example_celTypes() {
	ctx, schema := context.Background(), widgetSchema()
	obj := decode(`{apiVersion: example.com/v1, kind: Widget, metadata: {name: w1}, spec: {size: 1}}`)

	widget, err := celenv.NewType("Widget", schema, structural.Resource) // once
	if err != nil {
		panic(err) // the schema has no type
	}
	base, err := celenv.New() // the functions of Kubernetes
	if err != nil {
		panic(err)
	}
	env, err := base.Extend(widget.Variable("object"), cel.Variable("limit", cel.IntType))
	if err != nil {
		panic(err)
	}
	ast, issues := env.Compile("object.spec.size <= limit && object.metadata.name.startsWith('w')")
	if issues.Err() != nil {
		panic(issues.Err())
	}
	program, err := env.Program(ast)
	if err != nil {
		panic(err)
	}

	values := celenv.NewValues(ctx) // for each evaluation
	out, _, err := program.ContextEval(ctx, map[string]any{"object": values.Bind(widget, obj), "limit": 5})
	fmt.Println(out, err)

	// Output:
	// true <nil>
}

func Example_fragment() {
	ctx := context.Background()
	at := structural.Path{structural.Field("spec"), structural.Field("variables"), structural.Index(0), structural.Field("value")}
	schema := decode(`
type: array
maxItems: 10
items: {type: object, properties: {size: {type: integer, default: 1, unit: GiB}}}
x-kubernetes-validations: [{rule: size(self) >= size(oldSelf), message: must not shrink}]`)
	value := []any{map[string]any{"hue": "red"}}
	old := []any{map[string]any{"size": int64(1)}, map[string]any{"size": int64(2)}}

	checked, err := fragment.Check(ctx, schema, fragment.WithPath(at)) // when the schema is written
	if err != nil {
		panic(err) // no verdict
	}
	fmt.Println(checked.Errors.Texts(), checked.Unknown.Texts())

	variable, err := fragment.Compile(ctx, schema) // once
	if err != nil {
		panic(err) // a schema that no server could serve
	}
	decoded, err := variable.Decode(ctx, value, fragment.WithPath(at))
	if err != nil {
		panic(err) // embedded metadata that cannot be decoded
	}
	verdict, err := variable.ValidateUpdate(ctx, decoded.Value, old, fragment.WithPath(at))
	if err != nil {
		panic(err) // the context is done
	}
	fmt.Println(decoded.Unknown.Texts(), decoded.Defaulted, verdict.Errors.Texts(), verdict.Cost)

	// Output:
	// [] [unknown field "spec.variables[0].value.items.properties.size.unit"]
	// [unknown field "spec.variables[0].value[0].hue"] [[0].size] [spec.variables[0].value: Invalid value: must not shrink] 5
}

func Example_validateDefinition() {
	ctx := context.Background()
	crd := decode(widgets)
	schemaOf(crd)["maximun"] = int64(3)
	schemaOf(crd)["properties"].(map[string]any)["status"] = map[string]any{}

	result, err := crdschema.ValidateCRD(ctx, crd, nil) // or the stored crd that it replaces
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range result.Errors {
		fmt.Println(err.Code, err)
	}

	// Output:
	// type-required spec.versions[0].schema.openAPIV3Schema.properties[status].type: Required value: must not be empty for specified object fields
}

func Example_openAPI() {
	crd := decode(widgets)

	v2, err := openapiv2.Build(context.Background(), crd, "v1")
	if err != nil {
		panic(err)
	}
	v3, err := openapiv3.Build(context.Background(), crd, "v1")
	if err != nil {
		panic(err)
	}
	fmt.Println(v2.Definitions["com.example.v1.Widget"].Properties["spec"].Type)
	fmt.Println(slices.Sorted(maps.Keys(v3.Paths.Paths))[0])

	// Output:
	// [object]
	// /apis/example.com/v1/namespaces/{namespace}/widgets
}

func Example_published() {
	document, err := openapiv3.Build(context.Background(), decode(widgets), "v1")
	if err != nil {
		panic(err)
	}

	published, errs, err := specschema.FromOpenAPI(context.Background(), document, "example.com/v1", "Widget")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(errs), published.Property("spec").Property("size").Map())
	out, err := specschema.ToSpec(context.Background(), published.Property("spec").Property("size"))
	if err != nil {
		panic(err) // a $ref that is not a URL
	}
	fmt.Println(out.Type, out.Default)

	// Output:
	// 0 map[default:1 type:integer]
	// [integer] 1
}

func Example_convert() {
	ctx := context.Background()
	stored := decode(`{apiVersion: example.com/v1, kind: Widget, metadata: {name: a}, spec: {size: 3}}`)
	toV2 := conversion.Func(func(_ context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error) {
		obj = maps.Clone(obj)
		obj["apiVersion"] = toAPIVersion
		return obj, nil
	})

	definition := crdschema.MustCompileYAML(widgets, crdschema.WithConverter(toV2))
	obj, err := definition.Read(ctx, stored, "v2") // defaulted, converted, pruned
	if err != nil {
		panic(err)
	}
	fmt.Println(obj["apiVersion"])

	// Output:
	// example.com/v2
}
