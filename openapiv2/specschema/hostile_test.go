package specschema_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// openAPIDocument returns a document with schemas. Thing is the schema of the kind.
func openAPIDocument(schemas map[string]any) map[string]any {
	thing, _ := schemas[kind].(map[string]any)
	thing["x-kubernetes-group-version-kind"] = []any{map[string]any{"group": "example.com", "version": "v1", "kind": kind}}
	return map[string]any{"components": map[string]any{"schemas": schemas}}
}

func refTo(name string) map[string]any { return map[string]any{"$ref": "#/components/schemas/" + name} }

// Each schema refers to the next one twice: 2¹⁰⁰ schemas in 100.
func TestReferencesThatDouble(t *testing.T) {
	schemas := map[string]any{kind: refTo("S0")}
	for i := range 100 {
		next := refTo(fmt.Sprint("S", i+1))
		schemas[fmt.Sprint("S", i)] = map[string]any{"type": "object", "properties": map[string]any{"a": next, "b": next}}
	}
	schemas["S100"] = map[string]any{"type": "string"}
	s, errs := fromDocument(openAPIDocument(schemas), groupVersion, kind)
	assert.Nil(t, s)
	require.Len(t, errs, 1)
	assert.EqualError(t, errs[0], "<nil>: Invalid value: must not consist of more than 262144 schemas with all references replaced")
	assert.Equal(t, field.Code("schema-too-large"), errs[0].Code)
}

// Twenty schemas that all refer to each other have more paths than there is time for.
func TestReferencesThatPermute(t *testing.T) {
	schemas := map[string]any{kind: refTo("S0")}
	for i := range 20 {
		properties := map[string]any{}
		for j := range 20 {
			properties[fmt.Sprint(j)] = refTo(fmt.Sprint("S", j))
		}
		schemas[fmt.Sprint("S", i)] = map[string]any{"type": "object", "properties": properties}
	}
	s, errs := fromDocument(openAPIDocument(schemas), groupVersion, kind)
	assert.Nil(t, s)
	assert.Equal(t, []string{"<nil> schema-too-large"}, codesOf(errs))
}

// The limit is on what the schema becomes: the same text referred to just often enough.
func TestMaxSchemas(t *testing.T) {
	for n, fits := range map[int]bool{specschema.MaxSchemas: true, specschema.MaxSchemas + 1: false} {
		branches := make([]any, n-1)
		for i := range branches {
			branches[i] = refTo("S")
		}
		s, errs := fromDocument(openAPIDocument(map[string]any{kind: map[string]any{"anyOf": branches}, "S": map[string]any{}}), groupVersion, kind)
		assert.Equal(t, fits, s != nil)
		assert.Equal(t, fits, len(errs) == 0)
	}
}

// What is large besides schemas counts as well: keywords, values and lists that are
// copied or compared for each of many references.
func TestMaxValues(t *testing.T) {
	large := map[string]any{"type": "object"}
	var list []any
	for i := range 10_000 {
		large[fmt.Sprint("x-", i)] = true
		list = append(list, int64(i))
	}
	for name, schemas := range map[string]map[string]any{
		"copied":   {"S": large, kind: branches(10_000, map[string]any{"$ref": "#/components/schemas/S", "description": "d"})},
		"compared": {"S": map[string]any{"enum": list}, kind: branches(10_000, map[string]any{"$ref": "#/components/schemas/S", "enum": list})},
		"cyclic":   {"S": map[string]any{"anyOf": list, "not": refTo("S")}, kind: branches(10_000, refTo("S"))},
		"read":     {"S": map[string]any{"default": list}, kind: branches(10_000, refTo("S"))},
	} {
		s, errs := fromDocument(openAPIDocument(schemas), groupVersion, kind)
		assert.Nil(t, s, name)
		require.Len(t, errs, 1, name)
	}
	values := make([]any, 1_000_000)
	leaf := spec.Schema{SchemaProps: spec.SchemaProps{Enum: values}}
	_, errs := fromSpec(&spec.Schema{SchemaProps: spec.SchemaProps{AnyOf: []spec.Schema{leaf, leaf, leaf, leaf, leaf, leaf}}})
	assert.Equal(t, []string{"<nil> schema-too-large"}, codesOf(errs))
}

func branches(n int, branch map[string]any) map[string]any {
	list := make([]any, n)
	for i := range list {
		list[i] = branch
	}
	return map[string]any{"anyOf": list}
}

// A chain of references as long as a document can hold.
func TestDeepReferences(t *testing.T) {
	for _, link := range []func(next string) map[string]any{
		refTo,
		func(next string) map[string]any { return map[string]any{"type": "array", "items": refTo(next)} },
		func(next string) map[string]any {
			return map[string]any{"properties": map[string]any{"a": refTo(next)}}
		},
	} {
		schemas := map[string]any{kind: link("S0"), "S20000": map[string]any{}}
		for i := range 20_000 {
			schemas[fmt.Sprint("S", i)] = link(fmt.Sprint("S", i+1))
		}
		s, errs := fromDocument(openAPIDocument(schemas), groupVersion, kind)
		assert.Nil(t, s)
		assert.Equal(t, []string{"<nil> not-json"}, codesOf(errs))
		assert.EqualError(t, errs[0], "<nil>: not a JSON value: nested deeper than 10000 levels, or cyclic")
	}
}

// A function for references may never end by itself.
func TestEndlessReferences(t *testing.T) {
	n := 0
	s, errs := fromSpec(spec.RefSchema("#/0"), specschema.WithReferences(func(string) *spec.Schema {
		n++
		return spec.ArrayProperty(spec.RefSchema(fmt.Sprint("#/", n)))
	}))
	assert.Nil(t, s)
	assert.Equal(t, []string{"<nil> not-json"}, codesOf(errs))
	n = 0
	s, errs = fromSpec(spec.RefSchema("#/0"), specschema.WithReferences(func(string) *spec.Schema {
		out := &spec.Schema{}
		for range 100 {
			n++
			out.AnyOf = append(out.AnyOf, *spec.RefSchema(fmt.Sprint("#/", n)))
		}
		return out
	}))
	assert.Nil(t, s)
	assert.Len(t, errs, 1)
}

// Go values may be cyclic, and may contain the same schema many times.
func TestCyclicSpecs(t *testing.T) {
	cyclic := spec.ArrayProperty(nil)
	cyclic.Items = &spec.SchemaOrArray{Schema: cyclic}
	s, errs := fromSpec(cyclic)
	assert.Nil(t, s)
	assert.Equal(t, []string{"<nil> not-json"}, codesOf(errs))

	named := &spec.Schema{SchemaProps: spec.SchemaProps{Properties: map[string]spec.Schema{}}}
	named.Properties["a"] = *named
	_, errs = fromSpec(named)
	assert.Equal(t, []string{"<nil> not-json"}, codesOf(errs))

	doubled := spec.StringProperty()
	for range 100 {
		doubled = &spec.Schema{SchemaProps: spec.SchemaProps{AnyOf: []spec.Schema{*doubled, *doubled}}}
	}
	_, errs = fromSpec(doubled)
	assert.Equal(t, []string{"<nil> schema-too-large"}, codesOf(errs))

	value := map[string]any{}
	value["a"] = value
	s, errs = fromSpec(&spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"object"}, Default: value}})
	assert.Equal(t, map[string]any{"type": "object"}, s.Map())
	assert.Equal(t, []string{"default not-json"}, codesOf(errs))
}

func TestDocumentsThatAreNotJSON(t *testing.T) {
	cyclic := map[string]any{"type": "object"}
	cyclic["not"] = cyclic
	_, errs := fromDocument(openAPIDocument(map[string]any{kind: cyclic}), groupVersion, kind)
	assert.Equal(t, []string{"components.schemas not-json"}, codesOf(errs))
	_, errs = fromDocument(openAPIDocument(map[string]any{kind: map[string]any{"default": make(chan int)}}), groupVersion, kind)
	assert.Equal(t, []string{"components.schemas.Thing.default not-json"}, codesOf(errs))
}

// Text that is not UTF-8 is read as structural.FromMap reads it, and cannot be written.
func TestBadUTF8(t *testing.T) {
	in := map[string]any{"properties": map[string]any{"a\xff": map[string]any{"$ref": "#/components/schemas/\xff"}}, "description": "\xc3"}
	s, errs := fromDocument(openAPIDocument(map[string]any{kind: in, "\xff": map[string]any{"type": "string"}}), groupVersion, kind)
	assert.Empty(t, errs)
	assert.Equal(t, "string", s.Property("a\xff").TypeName())
	out, err := specschema.ToSpec(context.Background(), s)
	assert.Nil(t, out)
	assert.Equal(t, []string{"description not-json"}, codesOf(structural.ErrorsOf(err)))
}

func TestWork(t *testing.T) {
	schemas := map[string]any{kind: map[string]any{"type": "object", "properties": map[string]any{}}, "S": map[string]any{"type": "string"}}
	for i := range 1000 {
		schemas[kind].(map[string]any)["properties"].(map[string]any)[fmt.Sprint(i)] = refTo("S")
	}
	doc := openAPIDocument(schemas)
	s, errs := fromDocument(doc, groupVersion, kind)
	require.Empty(t, errs)
	out, err := specschema.ToSpec(context.Background(), s)
	require.NoError(t, err)
	for _, steps := range []int64{1, 100, 1000} {
		small := structural.WithBudget(context.Background(), structural.Budget{Steps: steps})
		read, errs, err := specschema.FromDocument(small, doc, groupVersion, kind)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
		assert.Nil(t, read)
		assert.Nil(t, errs)
		_, _, err = specschema.FromSpec(small, out)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
		_, err = specschema.ToSpec(small, s)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = specschema.FromDocument(done, doc, groupVersion, kind)
	assert.ErrorIs(t, err, context.Canceled)
}

// A schema as deep as a crd can have it.
func TestDeepSchemas(t *testing.T) {
	m, _ := generate.Deep(3_000)
	s, _ := cases.FromMap(m)
	out, err := specschema.ToSpec(context.Background(), s)
	require.NoError(t, err)
	again, errs := fromSpec(out)
	assert.Empty(t, errs)
	assert.True(t, structural.SemanticEqual(s, again))
}

// FuzzFromDocument checks that nothing panics, that the document is not changed, that
// its forms agree, and that what was read survives ToSpec.
func FuzzFromDocument(f *testing.F) {
	for _, seed := range []string{
		`{"Thing":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/A"},"metadata":{"allOf":[{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}]}}},"A":{"type":["string","null"],"x-kubernetes-list-type":"set","readOnly":true}}`,
		`{"Thing":{"anyOf":[{"$ref":"#/components/schemas/Thing"},{"$ref":"x"}],"items":[{}],"dependencies":{"a":["b"],"b":{"$ref":"#/components/schemas/A"}}},"A":{"format":"int-or-string","oneOf":[{"type":"integer"}]}}`,
		`{"Thing":{"description":"d","allOf":[{"$ref":"#/components/schemas/A"}],"maxLength":1.0},"A":{"$ref":"#/components/schemas/B"},"B":{"$ref":"#/components/schemas/A","maxLength":2}}`,
		`{"Thing":{"$ref":5,"default":1e3,"enum":[null,-0],"additionalProperties":{"additionalItems":false,"not":{"type":[]}},"patternProperties":{"":{"$ref":""}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var schemas map[string]any
		if json.Unmarshal(text, &schemas) != nil {
			return
		}
		if _, ok := schemas[kind].(map[string]any); !ok {
			return
		}
		doc := openAPIDocument(schemas)
		before := encoded(t, doc)
		s, errs := fromDocument(doc, groupVersion, kind)
		require.Equal(t, before, encoded(t, doc))
		again, errs2 := fromDocument(doc, groupVersion, kind)
		require.Equal(t, errs.Texts(), errs2.Texts())
		require.Equal(t, s.Map(), again.Map())
		out, err := specschema.ToSpec(context.Background(), s)
		if err != nil {
			return
		}
		back, _ := fromSpec(out)
		require.Equal(t, whole(t, s.Map()), whole(t, back.Map()))
	})
}
