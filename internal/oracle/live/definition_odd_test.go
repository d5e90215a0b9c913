package live_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	jsondecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
)

// oddValues are values of all types, many of which fit nowhere.
var oddValues = []string{"null", "true", "false", "0", "1", "1.5", `""`, `"a"`, "[]", "{}", "[null]", `[{}]`, `[1]`, `["a"]`, `{"a":1}`, `{"":null}`, `[[]]`, `{"type":"object"}`,
	`"2020-01-01T00:00:00Z"`, `"YWJj"`, `[1,2,null]`}

// odd are fields of schemas and other parts with values that decoders treat in
// special ways.
var odd = []struct{ name, value string }{
	{"items", "true"}, {"items", "1"}, {"items", `""`}, {"items", "[]"}, {"items", "null"}, {"items", `[{"type":"string"}]`}, {"items", `{"type":"string","type":null,"odd":1}`},
	{"additionalProperties", "null"}, {"additionalProperties", `""`}, {"additionalProperties", "[]"}, {"additionalProperties", "false"}, {"additionalProperties", "true"},
	{"additionalProperties", `{"type":"string","maxLength":1.0}`}, {"additionalProperties", `{"type":"string","type":"integer","x":1}`},
	{"dependencies", `{"a":null,"b":["c"],"d":true,"e":{}}`}, {"dependencies", `{"a":[1]}`}, {"definitions", "[]"}, {"$schema", "1"}, {"$schema", "{}"}, {"definitions", `{"a":null}`},
	{"properties", `{"a":null}`}, {"properties", `{"a":{"type":"string","type":null},"a":{"maxLength":1}}`}, {"properties", "[]"}, {"enum", "[null,null]"}, {"enum", `{"a":1}`},
	{"default", "null"}, {"default", `{"a":1,"a":2}`}, {"default", `"\ud800"`}, {"x-kubernetes-validations", `[{"rule":"true","reason":1}]`}, {"x-kubernetes-validations", `[null]`},
	{"x-kubernetes-validations", `[{"rule":"true","rule":"self == self"}]`}, {"additionalItems", "true"}, {"additionalItems", "1"}, {"externalDocs", "[]"}, {"externalDocs", `{"url":null}`},
	{"allOf", `[null]`}, {"not", "null"}, {"not", "{}"}, {"required", "[null]"}, {"required", `["a",1]`}, {"type", "null"}, {"type", "1"}, {"nullable", `"true"`},
	{"x-kubernetes-preserve-unknown-fields", "null"}, {"x-kubernetes-preserve-unknown-fields", "true"}, {"x-kubernetes-list-type", "null"}, {"minimum", "null"}, {"example", "[1e400]"},
	{"subresources", `{"status":null,"scale":null}`}, {"subresources", `{"status":{"a":1}}`}, {"additionalPrinterColumns", `[{"name":"a","type":"string","jsonPath":".a","priority":null}]`},
}

func addOdd(r *rand.Rand, root *jsondecode.Node) {
	o := pick(r, odd)
	to := append(all(root, isSchema), root)
	if strings.HasPrefix(o.name, "sub") || strings.HasPrefix(o.name, "additionalPr") && o.name != "additionalProperties" {
		to = all(root, func(n *jsondecode.Node) bool { return named(n, "storage") })
	}
	if len(to) > 0 {
		put(r, pick(r, to), o.name, parsed(o.value))
	}
}

func addUnknown(r *rand.Rand, root *jsondecode.Node) {
	put(r, objectIn(r, root), pick(r, []string{"junk", "a.b", "", "<>&\u2028", "ünï", "x"}), parsed(pick(r, append(oddValues, numbers...))))
}

// addNull replaces a value by null, or adds null.
func addNull(r *rand.Rand, root *jsondecode.Node) {
	in := all(root, isInside)
	if len(in) == 0 {
		return
	}
	n := pick(r, in)
	if r.IntN(3) == 0 {
		n = objectIn(r, root)
	}
	switch {
	case len(n.Children) == 0:
	case r.IntN(2) == 0:
		n.Children[r.IntN(len(n.Children))].Node = jsondecode.Node{}
	default:
		at := r.IntN(len(n.Children) + 1)
		n.Children = slices.Insert(n.Children, at, jsondecode.Child{Name: n.Children[max(0, at-1)].Name})
	}
}

func replaceValue(r *rand.Rand, root *jsondecode.Node) {
	if n := pick(r, all(root, isAnything)); n != root {
		*n = parsed(pick(r, append(oddValues, numbers...)))
	}
}

func dropField(r *rand.Rand, root *jsondecode.Node) {
	if n := objectIn(r, root); len(n.Children) > 0 {
		i := r.IntN(len(n.Children))
		n.Children = slices.Delete(n.Children, i, i+1)
	}
}

// managedFields are lists that the server reads, and lists that it does not.
var managedFields = []string{`[{"manager":"m","operation":"Bogus"}]`, `[null]`, `[{}]`, `[]`, `[{"manager":"m","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1"}]`,
	`[{"manager":"m","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{}}}]`,
	`[{"manager":"m","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"Fields"}]`, `[{"manager":"m","operation":"Update"}]`,
	`[{"manager":"m","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"spec":{}}}]`,
	`[{"manager":"m","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:a":1e400}}]`,
	`[{"manager":"` + strings.Repeat("m", 200) + `","operation":"Bogus"}]`, `[{"manager":"` + strings.Repeat("m", 200) + `","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:nothing":{}}}]`,
	`[{"manager":"` + strings.Repeat("m", 200) + `","operation":"Update","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"x:nothing":{}}}]`,
	`[{"manager":"` + strings.Repeat("m", 200) + `","operation":"Update","apiVersion":"apiextensions.k8s.io/v1beta1","fieldsType":"FieldsV1","fieldsV1":{"f:nothing":{}}}]`,
	`[{"manager":"a\u0000b","operation":"Apply","apiVersion":"apiextensions.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:nothing":{"k:{\"a\":1}":{}}},"subresource":"` + strings.Repeat("s", 300) + `"}]`,
	`[{"manager":"a\u0000b","operation":"Update","fieldsType":"x"}]`, `{}`, `[{"time":"x"}]`, `[{"time":null,"fieldsV1":null}]`}

func addManagedFields(r *rand.Rand, root *jsondecode.Node) {
	put(r, child(root, "metadata"), "managedFields", parsed(pick(r, managedFields)))
}

// wholeBodies are texts that begin with no crd.
var wholeBodies = []string{"", "null", "[]", "1", `""`, "{}", "true", `{"kind":null}`, `{"apiVersion":"apiextensions.k8s.io/v1"}`, `{"kind":"CustomResourceDefinition"}`,
	`{"kind":"List"}`, `{"apiVersion":"v2","kind":"Foo"}`, strings.Repeat("[", 10001), strings.Repeat(`{"spec":`, 3000) + "1" + strings.Repeat("}", 3000),
	`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":null,"spec":null,"status":null}`,
	"%YAML 1.1\n---", "%YAML 1.2\n---\n{}", "--- !!map {}", "~", "a: &x {b: *x}", "kind: 1\nkind: 2", "metadata: &m {name: a.b}\nspec: *m",
	"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nkind: Other\nmetadata: {name: a.b, name: c.d}\nspec: {scope: Cluster, scop: x}\n"}

// definitionBody returns a body made from a crd: one that is spoiled like any object, or
// one with changes that matter to the decoder of crds.
func definitionBody(r *rand.Rand, crd map[string]any) spoil.Body {
	switch r.IntN(20) {
	case 0:
		return spoil.Body{Text: pick(r, wholeBodies), ContentType: pick(r, []string{"application/json", "application/yaml"})}
	case 1, 2, 3, 4, 5, 6:
		return spoil.Object(r.Uint64(), crd)
	}
	root := nodeOf(crd)
	for range 1 + r.IntN(3) {
		pick(r, spoilers)(r, &root)
	}
	return spoil.Body{Text: jsonText(&root), ContentType: pick(r, []string{"application/json", "application/json", "application/yaml"})}
}
