package celrules_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

func schema(text string) *structural.Schema {
	docs, err := decode.Stream(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	s, _, _ := structural.FromMap(context.Background(), docs[0].Value.(map[string]any))
	return s
}

// The table of the Kubernetes documentation, and names without an identifier.
func ExampleEscape() {
	for _, name := range []string{"__foo", "foo.bar", "foo-bar", "foo/bar", "namespace", "if", "foo", "1st", "a b", ""} {
		identifier, ok := celrules.Escape(name)
		fmt.Printf("%q: %s %t\n", name, identifier, ok)
	}
	// Output:
	// "__foo": __underscores__foo true
	// "foo.bar": foo__dot__bar true
	// "foo-bar": foo__dash__bar true
	// "foo/bar": foo__slash__bar true
	// "namespace": __namespace__ true
	// "if": __if__ true
	// "foo": foo true
	// "1st":  false
	// "a b":  false
	// "":  false
}

func ExampleUnescape() {
	for _, identifier := range []string{"__underscores__foo", "foo__dot__bar", "foo__dash__bar", "foo__slash__bar", "__namespace__", "foo", "foo__bar__"} {
		name, ok := celrules.Unescape(identifier)
		fmt.Printf("%s: %q %t\n", identifier, name, ok)
	}
	// Output:
	// __underscores__foo: "__foo" true
	// foo__dot__bar: "foo.bar" true
	// foo__dash__bar: "foo-bar" true
	// foo__slash__bar: "foo/bar" true
	// __namespace__: "namespace" true
	// foo: "foo" true
	// foo__bar__: "" false
}

const replicas = `
type: object
properties:
  spec:
    type: object
    properties: {min: {type: integer}, max: {type: integer}}
    x-kubernetes-validations:
    - {rule: self.min <= self.max, fieldPath: .max}
    - {rule: self.min <= self.most}
    - {rule: self.min > 0, fieldPath: .most}
`

// The errors of a server when a CRD with this schema is written.
func ExampleCompiler_Check() {
	s := schema(replicas)
	c := celrules.NewCompiler()
	keywords, _ := structural.CheckKeywords(context.Background(), s, structural.Resource, structural.WithSchemaCheck(celrules.CheckFields))
	errs, err := c.Check(context.Background(), s, structural.Resource)
	if err != nil {
		fmt.Println("no verdict:", err)
	}
	for _, err := range append(keywords, errs...) {
		fmt.Println(err.Path, err.Kind, err.Detail)
	}
	// Output:
	// properties[spec].x-kubernetes-validations[2].fieldPath FieldValueInvalid must be a valid path
	// properties[spec].x-kubernetes-validations[1].rule FieldValueInvalid compilation failed: ERROR: <input>:1:17: undefined field 'most'
	//  | self.min <= self.most
	//  | ................^
}

func countErrors(s *structural.Schema, opts ...celrules.CheckOption) int {
	errs, err := celrules.Check(context.Background(), s, structural.Resource, opts...)
	if err != nil {
		panic(err)
	}
	return len(errs)
}

func ExampleWithKeywordErrors() {
	s := schema(replicas)
	keywords, _ := structural.CheckKeywords(context.Background(), s, structural.Resource, structural.WithSchemaCheck(celrules.CheckFields))
	fmt.Println(countErrors(s), countErrors(s, celrules.WithKeywordErrors(keywords)))
	// Output: 1 0
}

func ExampleCheckFields() {
	s := schema(`{type: object, x-kubernetes-validations: [{rule: " "}, {rule: "true", message: " "}]}`)
	errs, err := celrules.CheckFields(context.Background(), s)
	if err != nil {
		panic(err)
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// x-kubernetes-validations[0].rule: Required value: rule is not specified
	// x-kubernetes-validations[1].message: Invalid value: " ": must be non-empty if specified
}

const includes = `
type: object
properties: {tags: {type: array, maxItems: 10, items: {type: string, maxLength: 20}}}
x-kubernetes-validations: [{rule: "self.tags.includes('a')"}]
`

// A function of 1.37 is available to stored rules, but not to new ones: the server can be
// downgraded to 1.36 until a rule uses it.
func ExampleWithOldSchemas() {
	s := schema(includes)
	fmt.Println(countErrors(s), countErrors(s, celrules.WithOldSchemas(s)))
	// Output: 1 0
}

func ExampleWithKubernetesVersion() {
	s := schema(`{type: object, x-kubernetes-validations: [{rule: "semver('1.2.3').major() == 1"}]}`)
	for _, version := range []string{"1.33", "1.34"} {
		c := celrules.NewCompiler(celrules.WithKubernetesVersion(version))
		errs, _ := c.Check(context.Background(), s, structural.Resource)
		fmt.Println(version, len(errs))
	}
	// Output:
	// 1.33 1
	// 1.34 0
}

const names = `
type: object
properties:
  names:
    type: array
    items: {type: string, maxLength: 63, x-kubernetes-validations: [{rule: "self.matches('^[a-z]+$') && self != 'kube'"}]}
  few:
    type: array
    maxItems: 16
    items: {type: string, maxLength: 63, x-kubernetes-validations: [{rule: "self.matches('^[a-z]+$') && self != 'kube'"}]}
`

func ExampleRules_Cost() {
	fmt.Print(costs(celrules.Compile(schema(names), structural.Resource)))
	// Output:
	// properties[few].items.x-kubernetes-validations[0].rule: 55 × 16 = 880
	// properties[names].items.x-kubernetes-validations[0].rule: 55 × 1048576 = 57671680, as often as a request has room, for lack of maxItems or maxProperties, more than 10000000
	// total 57672560 of 100000000
}

func ExampleExpressionCost_Exceeds() {
	for _, e := range costs(celrules.Compile(schema(names), structural.Resource)).Expressions {
		fmt.Println(e.Path, e.Exceeds())
	}
	// Output:
	// properties[few].items.x-kubernetes-validations[0].rule false
	// properties[names].items.x-kubernetes-validations[0].rule true
}

func ExampleCostReport_Exceeds() {
	report := costs(celrules.Compile(schema(names), structural.Resource))
	fmt.Printf("%t: %.2f of the limit\n", report.Exceeds(), report.Share())
	// Output: false: 0.58 of the limit
}

// The parts of a rule with their shares, and the limits of the schema that decide its cost.
func ExampleRules_ExplainCost() {
	x, err := celrules.Compile(schema(hosts), structural.Resource).ExplainCost(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Print(x.String())
	rule := x.Expressions[0]
	fmt.Printf("%.0f times one limit, %.1f times the other\n", rule.Share(), x.Share())
	fmt.Printf("%s costs %d of %d\n", rule.Part.Greatest().Text, rule.Part.Greatest().Own, rule.Part.Share)
	fmt.Print(rule.String() == x.Expressions[0].String(), rule.Sizes[0].Unbounded(), "\n")
	for _, limit := range rule.Unlimited() {
		fmt.Println(limit.Path, "needs", limit.Keyword)
	}
	fmt.Println(rule.Sizes[0].String())
	// Output:
	// properties[hosts].x-kubernetes-validations[0].rule: 218103602 × 1 = 218103602, more than 10000000
	//   100% self.all(h, h.matches("^[a-z]+$"))  (218103602)
	//       0% self  (1)
	//      99% h.matches("^[a-z]+$")  (205 × 1048575 = 214957875)
	//         0% h  (1 × 1048575 = 1048575)
	// reads properties[hosts].items: maxLength 253
	// reads properties[hosts]: no maxItems, so 1048575 values of at least 2 bytes
	// total 218103602 of 100000000
	// 22 times one limit, 2.2 times the other
	// h.matches("^[a-z]+$") costs 213909300 of 218103602
	// true false
	// properties[hosts] needs maxItems
	// properties[hosts].items: maxLength 253
}

// One rule with one value, with the values that decided.
func ExampleCompiler_Try() {
	out, err := celrules.NewCompiler().Try(context.Background(), celrules.Trial{
		Schema: schema(replicas).Property("spec"),
		Rule:   structural.Rule{Rule: "self.min <= self.max", Message: "min is greater than max"},
		Self:   map[string]any{"min": 20, "max": 10},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(out.String())
	fmt.Println(out.Errors[0].Detail, "for", out.Cost)
	for _, v := range out.Values {
		fmt.Println(v.String())
	}
	// Output:
	// <nil>: Invalid value: min is greater than max (self.min = 20, self.max = 10)
	// min is greater than max for 5
	// self.min = 20
	// self.max = 10
}

// The values that decided, for each failed rule of an object.
func ExampleEvaluation_Values() {
	rules := celrules.Compile(schema(names), structural.Resource)
	_, err := rules.Validate(context.Background(), celrules.Input{
		Object:  map[string]any{"few": []any{"kube", "a", "B"}},
		Observe: func(e celrules.Evaluation) { fmt.Println(e.Path, e.Passed, e.Values()) },
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// few[0] false [self = "kube"]
	// few[1] true []
	// few[2] false [self = "B"]
}

// The smallest number of limits that makes an expensive rule fit, as large as possible.
func ExampleRules_SuggestBounds() {
	rules := celrules.Compile(schema(hosts), structural.Resource)
	suggestion, err := rules.SuggestBounds(context.Background(), celrules.Fit{})
	if err != nil {
		panic(err)
	}
	fmt.Println(suggestion.Fits(), suggestion.String())
	for _, bound := range suggestion.Bounds {
		fmt.Println(bound.String())
	}
	// Output:
	// true 218103602 → 9999810; properties[hosts]: maxItems 48076
	// properties[hosts]: maxItems 48076
}

const hosts = `
type: object
properties:
  hosts:
    type: array
    items: {type: string, maxLength: 253}
    x-kubernetes-validations: [{rule: "self.all(h, h.matches('^[a-z]+$'))"}]
`

func ExampleWithUnchangedSchema() {
	s := schema(names)
	fmt.Println(countErrors(s), countErrors(s, celrules.WithUnchangedSchema()))
	// Output: 1 0
}

func ExampleNewCompiler() {
	c := celrules.NewCompiler()
	v1, v2 := c.Compile(schema(names), structural.Resource), c.Compile(schema(names), structural.Resource)
	fmt.Println(costs(v1).Total == costs(v2).Total)
	// Output: true
}

func ExampleRules_Precompile() {
	rules := celrules.Compile(schema(names), structural.Resource)
	err := rules.Precompile(context.Background())
	fmt.Println(err, len(costs(rules).Expressions))
	// Output: <nil> 2
}

func ExampleCheck() {
	errs, err := celrules.Check(context.Background(), schema(`{type: object, x-kubernetes-validations: [{rule: "1"}]}`), structural.Resource)
	fmt.Println(err)
	for _, err := range errs {
		fmt.Println(err.Path, err.Detail)
	}
	// Output:
	// <nil>
	// x-kubernetes-validations[0].rule cel expression must evaluate to a bool
}

// An invalid rule does not keep a CRD from being served.
func ExampleCompile() {
	rules := celrules.Compile(schema(`{type: object, x-kubernetes-validations: [{rule: "self."}, {rule: "true"}]}`), structural.Resource)
	report, err := rules.Cost(context.Background())
	fmt.Println(err)
	fmt.Println(len(report.Expressions), report.Expressions[0].String())
	fmt.Print(report.String())
	// Output:
	// <nil>
	// 1 0 × 1 = 0
	// x-kubernetes-validations[1].rule: 0 × 1 = 0
	// total 0 of 100000000
}

func ExampleRules_Empty() {
	for _, rule := range []string{"any: {x-kubernetes-preserve-unknown-fields: true, ", "text: {type: string, "} {
		s := schema("{type: object, properties: {" + rule + "x-kubernetes-validations: [{rule: 'true'}]}}}")
		rules := celrules.Compile(s, structural.Resource)
		fmt.Println(rules != nil, rules.Empty())
	}
	// Output:
	// true true
	// true false
}

// The object breaks two rules. On update, one error is tolerated because the value has not
// changed.
func ExampleRules_Validate() {
	rules := celrules.Compile(schema(`
type: object
properties:
  spec:
    type: object
    properties:
      replicas:
        type: integer
        x-kubernetes-validations:
        - rule: self <= 5
          messageExpression: "'at most 5 replicas, not ' + string(self)"
      storage:
        type: string
        x-kubernetes-validations:
        - {rule: self == oldSelf, message: cannot be changed, reason: FieldValueForbidden}
`), structural.Resource)
	obj := map[string]any{"spec": map[string]any{"replicas": int64(7), "storage": "fast"}}
	old := map[string]any{"spec": map[string]any{"replicas": int64(7), "storage": "slow"}}

	created, _ := rules.Validate(context.Background(), celrules.Input{Object: obj})
	fmt.Println("create:", created.Errors.Texts(), "for", created.Cost)

	updated, _ := rules.Validate(context.Background(), celrules.Input{Object: obj, Old: old})
	fmt.Println("update:", updated.Errors.Texts(), "for", updated.Cost)
	fmt.Println("tolerated:", updated.Ratcheted.Texts())
	// Output:
	// create: [spec.replicas: Invalid value: 7: at most 5 replicas, not 7] for 7
	// update: [spec.storage: Forbidden: cannot be changed] for 10
	// tolerated: [spec.replicas: Invalid value: 7: at most 5 replicas, not 7]
}

func ExampleInput() {
	rules := celrules.Compile(schema(`
type: object
properties:
  names:
    type: array
    items: {type: string}
    x-kubernetes-validations:
    - rule: self.all(a, self.exists_one(b, a == b))
`), structural.Resource)
	obj := map[string]any{"names": []any{"a", "b", "c"}}
	for _, budget := range []int64{1000, 10} {
		got, _ := rules.Validate(context.Background(), celrules.Input{Object: obj, Budget: budget})
		fmt.Println(got.Cost, got.Exhausted, got.Errors.Texts())
	}
	// Output:
	// 53 false []
	// 53 true [names: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run]
}

// The root of a default is not a resource: rules do not see metadata in it.
func ExampleSubschemaCompiler_Compile() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "integer", "default": int64(0),
		"x-kubernetes-validations": []any{map[string]any{"rule": "self > 0"}},
	})
	rules := celrules.NewCompiler().ForSubschemas().Compile(schema)
	result, err := rules.Validate(context.Background(), celrules.Input{Object: schema.Default(), Tolerance: celrules.Strict})
	fmt.Println(result.Errors, err)
	// Output:
	// [<nil>: Invalid value: 0: failed rule: self > 0] <nil>
}

func ExampleTolerance_MarshalText() {
	tolerance := celrules.Strict
	text, err := tolerance.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(tolerance.UnmarshalText([]byte("Ratchet")), tolerance)
	// Output:
	// Strict <nil>
	// <nil> Ratchet
}

func costs(rules *celrules.Rules) celrules.CostReport {
	report, err := rules.Cost(context.Background())
	if err != nil {
		panic(err)
	}
	return report
}
