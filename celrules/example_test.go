package celrules_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// schema reads a schema from YAML.
func schema(text string) *structural.Schema {
	docs, err := decode.Stream([]byte(text))
	if err != nil {
		panic(err)
	}
	s, _ := structural.FromMap(docs[0].Value.(map[string]any))
	return s
}

// The table of the Kubernetes documentation, and names that rules cannot call.
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

// What a server says when somebody writes a definition with this schema.
func ExampleCompiler_Check() {
	s := schema(replicas)
	c := celrules.NewCompiler()
	form := structural.CheckKeywords(s, structural.WithSchemaCheck(celrules.Form))
	for _, err := range append(form, c.Check(s)...) {
		fmt.Println(err.Path, err.Kind, err.Detail)
	}
	// Output:
	// properties[spec].x-kubernetes-validations[2].fieldPath FieldValueInvalid must be a valid path
	// properties[spec].x-kubernetes-validations[1].rule FieldValueInvalid compilation failed: ERROR: <input>:1:17: undefined field 'most'
	//  | self.min <= self.most
	//  | ................^
}

// Rules are not compiled where the schema is wrong otherwise.
func ExampleBeside() {
	s := schema(replicas)
	form := structural.CheckKeywords(s, structural.WithSchemaCheck(celrules.Form))
	fmt.Println(len(celrules.Check(s)), len(celrules.Check(s, celrules.Beside(form))))
	// Output: 1 0
}

func ExampleForm() {
	s := schema(`{type: object, x-kubernetes-validations: [{rule: " "}, {rule: "true", message: " "}]}`)
	for _, err := range celrules.Form(s) {
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

// A function of 1.37 can be used by rules that are there already, so that the
// server can be replaced by one of 1.36 as long as nobody writes new ones.
func ExampleReplacing() {
	s := schema(includes)
	fmt.Println(len(celrules.Check(s)), len(celrules.Check(s, celrules.Replacing(s))))
	// Output: 1 0
}

func ExampleKubernetesMinor() {
	s := schema(`{type: object, x-kubernetes-validations: [{rule: "semver('1.2.3').major() == 1"}]}`)
	for minor := 33; minor <= 34; minor++ {
		c := celrules.NewCompiler(celrules.KubernetesMinor(minor))
		fmt.Println(minor, len(c.Check(s)))
	}
	// Output:
	// 33 1
	// 34 0
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

// A report says why a rule costs what it costs.
func ExampleRules_Cost() {
	fmt.Print(celrules.Compile(schema(names)).Cost())
	// Output:
	// properties[few].items.x-kubernetes-validations[0].rule: 55 × 16 = 880
	// properties[names].items.x-kubernetes-validations[0].rule: 55 × 1048576 = 57671680, as often as a request has room, for lack of maxItems or maxProperties, more than 10000000
	// total 57672560 of 100000000
}

func ExampleExpressionCost_Exceeds() {
	for _, e := range celrules.Compile(schema(names)).Cost().Expressions {
		fmt.Println(e.Path, e.Exceeds())
	}
	// Output:
	// properties[few].items.x-kubernetes-validations[0].rule false
	// properties[names].items.x-kubernetes-validations[0].rule true
}

func ExampleCostReport_Exceeds() {
	fmt.Println(celrules.Compile(schema(names)).Cost().Exceeds())
	// Output: false
}

// The limit of single expressions is for new schemas.
func ExampleUnchanged() {
	s := schema(names)
	fmt.Println(len(celrules.Check(s)), len(celrules.Check(s, celrules.Unchanged())))
	// Output: 1 0
}

// Definitions that have much in common share a compiler.
func ExampleNewCompiler() {
	c := celrules.NewCompiler()
	v1, v2 := c.Compile(schema(names)), c.Compile(schema(names))
	fmt.Println(v1.Cost().Total == v2.Cost().Total)
	// Output: true
}

// Everything is compiled before the first object comes.
func ExampleRules_Prepare() {
	rules := celrules.Compile(schema(names))
	rules.Prepare()
	fmt.Println(len(rules.Cost().Expressions))
	// Output: 2
}

func ExampleCheck() {
	for _, err := range celrules.Check(schema(`{type: object, x-kubernetes-validations: [{rule: "1"}]}`)) {
		fmt.Println(err.Path, err.Detail)
	}
	// Output: x-kubernetes-validations[0].rule cel expression must evaluate to a bool
}

// For serving, a rule is never a reason not to have a schema.
func ExampleCompile() {
	rules := celrules.Compile(schema(`{type: object, x-kubernetes-validations: [{rule: "self."}, {rule: "true"}]}`))
	report := rules.Cost()
	fmt.Println(len(report.Expressions), report.Expressions[0].String())
	fmt.Print(report.String())
	// Output:
	// 1 0 × 1 = 0
	// x-kubernetes-validations[1].rule: 0 × 1 = 0
	// total 0 of 100000000
}

// Rules of a value of which nothing is known are never asked.
func ExampleRules_Empty() {
	for _, rule := range []string{"any: {x-kubernetes-preserve-unknown-fields: true, ", "text: {type: string, "} {
		s := schema("{type: object, properties: {" + rule + "x-kubernetes-validations: [{rule: 'true'}]}}}")
		fmt.Println(s.HoldsRules(), celrules.Compile(s).Empty())
	}
	// Output:
	// true true
	// true false
}
