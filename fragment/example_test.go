package fragment_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func fromYAML(text string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

func codes(errs structural.Errors) (out []field.Code) {
	for _, e := range errs {
		out = append(out, e.Code)
	}
	return out
}

const replicas = `
type: integer
minimum: 1
default: 3
x-kubernetes-validations:
- {rule: self <= 2 * oldSelf, message: at most doubled}`

const machine = `
type: object
required: [image]
properties:
  image: {type: string, maxLength: 20}
  disks:
    type: array
    x-kubernetes-list-type: set
    items: {type: string, maxLength: 20}
    maxItems: 10
  size: {type: string, default: small}
x-kubernetes-validations:
- rule: "self.size != 'large' || size(self.disks) > 0"
  message: a large machine needs a disk`

// The values of a fragment need not be objects.
func ExampleCompile() {
	ctx := context.Background()
	f, err := fragment.Compile(ctx, fromYAML(replicas))
	if err != nil {
		panic(err)
	}
	at := fragment.WithPath(structural.Path{structural.Field("spec"), structural.Field("variables"), structural.Index(0), structural.Field("value")})
	for _, v := range []any{int64(4), int64(9), int64(0), "4"} {
		verdict, err := f.ValidateUpdate(ctx, v, int64(3), at)
		fmt.Println(len(verdict.Errors), err)
		for _, e := range verdict.Errors {
			fmt.Println(e)
		}
	}
	// Output:
	// 0 <nil>
	// 1 <nil>
	// spec.variables[0].value: Invalid value: 9: at most doubled
	// 1 <nil>
	// spec.variables[0].value: Invalid value: 0:  in body should be greater than or equal to 1
	// 2 <nil>
	// spec.variables[0].value: Invalid value: "string":  in body must be of type integer: "string"
	// spec.variables[0].value: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation
}

func ExampleFragment_Decode() {
	ctx := context.Background()
	f, err := fragment.NewCompiler().Compile(ctx, fromYAML(machine))
	if err != nil {
		panic(err)
	}
	if err := f.Precompile(context.Background()); err != nil { // not needed
		panic(err)
	}
	at := fragment.WithPath(structural.Path{structural.Field("machine")})
	decoded, err := f.Decode(ctx, fromYAML(`{disks: [a, b, a], color: red}`), at)
	fmt.Println(decoded.Value, decoded.Unknown.Texts(), decoded.Defaulted, err)

	verdict, err := f.Validate(ctx, decoded.Value, at)
	for _, e := range verdict.Errors {
		fmt.Println(e.Path, e.Code, err)
	}
	// Output:
	// map[disks:[a b a] size:small] [unknown field "machine.color"] [size] <nil>
	// machine.image required <nil>
	// machine.disks[2] set-duplicate <nil>
	// machine rules-not-checked <nil>
}

func ExampleFragment_Validate() {
	ctx := context.Background()
	f, err := fragment.Compile(ctx, fromYAML(machine))
	if err != nil {
		panic(err)
	}
	v := fromYAML(`{image: ubuntu, size: large, disks: []}`)
	verdict, err := f.Validate(ctx, v)
	fmt.Println(verdict.Errors.Texts(), verdict.Cost, err)

	// An update that changes nothing is tolerated, with a warning.
	verdict, err = f.ValidateUpdate(ctx, v, v)
	fmt.Println(verdict.Errors.Texts(), verdict.Warnings.Texts(), err)
	verdict, err = f.ValidateUpdate(ctx, v, v, fragment.WithoutRatcheting())
	fmt.Println(verdict.Errors.Texts(), err)
	// Output:
	// [<nil>: Invalid value: a large machine needs a disk] 7 <nil>
	// [] [<nil>: Invalid value: a large machine needs a disk] <nil>
	// [<nil>: Invalid value: a large machine needs a disk] <nil>
}

// The values of all fragments share one budget.
func ExampleWithCostBudget() {
	ctx := context.Background()
	c := fragment.NewCompiler(fragment.WithKubernetesVersion("1.36"))
	f, err := c.Compile(ctx, fromYAML(machine))
	if err != nil {
		panic(err)
	}
	left := int64(10)
	for range 3 {
		verdict, err := f.Validate(ctx, fromYAML(`{image: a, size: large, disks: [b]}`), fragment.WithCostBudget(left))
		left = max(left-verdict.Cost, 0)
		fmt.Println(codes(verdict.Errors), verdict.Cost, verdict.Exhausted, err)
	}
	verdict, err := f.Validate(ctx, fromYAML(`{image: a, size: large, disks: [b]}`), fragment.WithCallLimit(5))
	fmt.Println(codes(verdict.Errors), verdict.Cost, verdict.Exhausted, err)
	// Output:
	// [] 7 false <nil>
	// [rule-budget] 7 true <nil>
	// [rule-budget] 0 true <nil>
	// [rule-call-cost] 6 true <nil>
}

// Steps of decoding that are functions of their own.
func ExampleFragment_Prune() {
	f, err := fragment.Compile(context.Background(), fromYAML(machine))
	if err != nil {
		panic(err)
	}
	v, dropped, _ := f.Prune(context.Background(), fromYAML(`{image: null, disks: [a], kind: Machine}`))
	fmt.Println(v, dropped)
	v = f.DropNulls(v)
	fmt.Println(v)
	v, defaulted, _ := f.Default(context.Background(), v)
	fmt.Println(v, defaulted)
	// Output:
	// map[disks:[a] image:<nil>] [kind]
	// map[disks:[a]]
	// map[disks:[a] size:small] [size]
}

// The default of the schema itself is for the object around the value.
func ExampleFragment_Absent() {
	f, err := fragment.Compile(context.Background(), fromYAML(replicas))
	if err != nil {
		panic(err)
	}
	values := map[string]any{}
	if _, found := values["replicas"]; !found {
		if v, ok, _ := f.Absent(context.Background()); ok {
			values["replicas"] = v
		}
	}
	fmt.Println(values)
	fmt.Println(f.Default(context.Background(), nil))
	// Output:
	// map[replicas:3]
	// <nil> [] <nil>
}

func ExampleCheck() {
	checked, err := fragment.Check(context.Background(), fromYAML(`
type: array
items: {type: string, default: 1, minlength: 2}`),
		fragment.WithPath(structural.Path{structural.Field("variable")}))
	fmt.Println(checked.Errors.Texts(), err)
	fmt.Println(checked.Unknown.Texts())
	// Output:
	// [variable.items.default: Invalid value: "integer":  in body must be of type string: "integer"] <nil>
	// [unknown field "variable.items.minlength"]
}

func ExampleCompiler_Check() {
	ctx := context.Background()
	c := fragment.NewCompiler()
	schema := fromYAML(`
type: array
maxItems: 100
items: {type: string, maxLength: 100}
default: [a]
x-kubernetes-validations:
- {rule: "self.all(x, self.exists_one(y, x == y))"}`)
	for _, o := range []fragment.CheckOption{
		fragment.WithPath(nil), fragment.WithExpressionLimit(1000), fragment.WithSchemaLimit(1000), fragment.WithCallLimit(1), fragment.WithOldSchema(schema),
	} {
		checked, err := c.Check(ctx, schema, o)
		fmt.Println(codes(checked.Errors), err)
	}
	f, err := c.Compile(ctx, schema)
	if err != nil {
		panic(err)
	}
	costs, err := f.Cost(ctx)
	fmt.Print(costs)
	fmt.Println(err)
	// Output:
	// [] <nil>
	// [rule-cost] <nil>
	// [rule-cost-contribution rule-cost-total] <nil>
	// [rule-call-cost] <nil>
	// [] <nil>
	// x-kubernetes-validations[0].rule: 440602 × 1 = 440602
	// total 440602 of 100000000
	// <nil>
}

func ExampleCompiler_CompileSchema() {
	ctx := context.Background()
	s, errs, _ := structural.FromMap(context.Background(), fromYAML(machine))
	if len(errs) > 0 {
		panic(errs.Err())
	}
	f, err := fragment.NewCompiler().CompileSchema(ctx, s.Property("size"))
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Schema().Type())
	verdict, err := f.Validate(ctx, int64(1))
	fmt.Println(verdict.Errors.Texts(), err)
	// Output:
	// string
	// [<nil>: Invalid value: "integer":  in body must be of type string: "integer"] <nil>
}

// A unit test has only the schema of a kind.
func ExampleCRD() {
	ctx := context.Background()
	schema := map[string]any{"type": "object", "properties": map[string]any{
		"spec": map[string]any{"type": "object", "properties": map[string]any{"replicas": map[string]any{"type": "integer", "maximum": 10}}},
	}}
	definition, err := crdschema.Compile(ctx, fragment.CRD("stable.example.com/v1", "CronTab", schema))
	if err != nil {
		panic(err)
	}
	result, err := definition.Admit(ctx, crdschema.Request{Object: map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "a"},
		"spec": map[string]any{"replicas": 11},
	}})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Err())
	// Output: CronTab.stable.example.com "a" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10
}

// A CRD that was written by hand has neither a plural nor a storage version.
func ExampleCompleteCRD() {
	crd := fragment.CompleteCRD(map[string]any{"spec": map[string]any{
		"group":    "stable.example.com",
		"names":    map[string]any{"kind": "CronTab"},
		"versions": []any{map[string]any{"name": "v1"}},
	}})
	fmt.Println(crd["metadata"], crd["spec"])
	// Output: map[name:crontabs.stable.example.com] map[group:stable.example.com names:map[kind:CronTab listKind:CronTabList plural:crontabs singular:crontab] scope:Namespaced versions:[map[name:v1 served:true storage:true]]]
}
