package specschema_test

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

func every() map[string]any {
	schema := map[string]any{"type": "string"}
	out := map[string]any{}
	for _, k := range keyword.OfSchema {
		out[k.Name] = map[keyword.Value]any{
			keyword.Text: "a", keyword.Flag: true, keyword.Int64: int64(3), keyword.Float64: 0.5,
			keyword.JSON: map[string]any{"a": int64(1)}, keyword.Texts: []any{"b", "a"}, keyword.JSONs: []any{nil, int64(1)},
			keyword.Schema: schema, keyword.Schemas: []any{schema, map[string]any{}},
			keyword.NamedSchemas: map[string]any{"b": schema, "a": map[string]any{}},
			keyword.SchemaOrBool: schema, keyword.SchemaOrSchemas: schema,
			keyword.NamedSchemasOrTexts: map[string]any{"a": schema, "b": []any{"c"}, "c": []any{}, "d": nil},
			keyword.Docs:                map[string]any{"description": "d", "url": "u"},
			keyword.Rules: []any{map[string]any{
				"rule": "self", "message": "m", "messageExpression": "e", "reason": "r", "fieldPath": ".a", "optionalOldSelf": false,
			}},
		}[k.Value]
	}
	return out
}

func TestEveryKeyword(t *testing.T) {
	for name, v := range every() {
		requireRoundTrip(t, map[string]any{name: v})
	}
	requireRoundTrip(t, every())
}

// Keywords that are present and empty, and values with several forms.
func TestOddKeywords(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"properties":{},"required":[],"allOf":[],"enum":[],"x-kubernetes-list-map-keys":[],"x-kubernetes-validations":[]}`,
		`{"items":true}`, `{"items":[]}`, `{"items":[{},{"type":"string"}]}`, `{"items":{}}`,
		`{"additionalProperties":true}`, `{"additionalProperties":false}`, `{"additionalProperties":{}}`, `{"additionalItems":false}`,
		`{"x-kubernetes-preserve-unknown-fields":false}`, `{"x-kubernetes-list-type":"","x-kubernetes-map-type":"x"}`,
		`{"externalDocs":{}}`, `{"type":"any"}`, `{"$ref":""}`, `{"$ref":"#/a"}`, `{"not":{}}`,
		`{"default":false,"example":""}`, `{"type":"string","format":"int-or-string"}`,
		`{"type":"string","x-kubernetes-int-or-string":true}`,
	} {
		requireRoundTrip(t, object(t, text))
	}
}

func TestGeneratedSchemas(t *testing.T) {
	for seed := range uint64(300) {
		m := generate.New(seed, generate.WithRules()).Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(m)
		if !strings.Contains(encoded(t, s.Map()), `"$ref"`) {
			requireRoundTrip(t, s.Map())
		}
	}
}

// requireRoundTrip checks that a schema of kube-openapi has all of a schema, shares
// nothing with it, and that reading it returns the same errors.
func requireRoundTrip(t *testing.T, m map[string]any) {
	t.Helper()
	s, errs := cases.FromMap(m)
	out, err := specschema.ToSpec(context.Background(), s)
	require.NoError(t, err)
	again, errs2 := fromSpec(out)
	require.Equal(t, whole(t, m), whole(t, again.Map()))
	require.Equal(t, errs.Texts(), errs2.Texts())
}

// whole returns a schema with integers for whole floats, as FromSpec reads values.
func whole(t *testing.T, m map[string]any) map[string]any {
	out, err := structural.IntegersFromFloats(m)
	require.NoError(t, err)
	return out
}

func object(t testing.TB, text string) map[string]any { return decoded[map[string]any](t, text) }

// Every field of a spec.Schema is written or read: a new one in kube-openapi is a
// decision.
func TestEveryFieldOfSpec(t *testing.T) {
	names := []string{}
	for _, part := range []any{spec.SchemaProps{}, spec.SwaggerSchemaProps{}} {
		for i := range reflect.TypeOf(part).NumField() {
			tag := reflect.TypeOf(part).Field(i).Tag.Get("json")
			if name, _, _ := strings.Cut(tag, ","); name != "-" {
				names = append(names, name)
			}
		}
	}
	known := []string{"discriminator", "readOnly"}
	for _, k := range keyword.OfSchema {
		if !strings.HasPrefix(k.Name, "x-") && k.Name != "$ref" && k.Name != "$schema" {
			known = append(known, k.Name)
		}
	}
	assert.ElementsMatch(t, known, names)
	s, errs := fromSpec(&spec.Schema{SwaggerSchemaProps: spec.SwaggerSchemaProps{Discriminator: "d", ReadOnly: true}})
	assert.Equal(t, map[string]any{}, s.Map())
	assert.Equal(t, []string{"discriminator unknown-keyword", "readOnly unknown-keyword"}, codesOf(errs))
}

// The reference's conversion loses additionalProperties in branches, and the other one
// replaces the type.
func TestToSpecKeepsBranches(t *testing.T) {
	s, _ := cases.FromMap(object(t, `{"type":"object","not":{"additionalProperties":false,"anyOf":[{"additionalProperties":{"type":"string"}}]}}`))
	out, err := specschema.ToSpec(context.Background(), s)
	require.NoError(t, err)
	assert.Equal(t, &spec.SchemaOrBool{}, out.Not.AdditionalProperties)
	assert.Equal(t, "string", out.Not.AnyOf[0].AdditionalProperties.Schema.Type[0])
	s, _ = cases.FromMap(object(t, `{"x-kubernetes-int-or-string":true}`))
	out, err = specschema.ToSpec(context.Background(), s)
	require.NoError(t, err)
	assert.Empty(t, out.Type)
}

func TestToSpecFails(t *testing.T) {
	for ref, path := range map[string]string{
		"%": `{"properties":{"a":{"items":{"$ref":"%"}}}}`, "HTTP://A:80/b": `{"properties":{"a":{"items":{"$ref":"HTTP://A:80/b"}}}}`,
	} {
		s, _ := cases.FromMap(object(t, path))
		out, err := specschema.ToSpec(context.Background(), s)
		assert.Nil(t, out)
		assert.Equal(t, []string{"properties[a].items.$ref reference-invalid"}, codesOf(structural.ErrorsOf(err)))
		assert.ErrorContains(t, err, ref)
	}
}

func TestNil(t *testing.T) {
	out, err := specschema.ToSpec(context.Background(), nil)
	assert.NoError(t, err)
	assert.Nil(t, out)
	s, errs := fromSpec(nil)
	assert.Nil(t, s)
	assert.Empty(t, errs)
	s, errs = fromSpec(&spec.Schema{}, specschema.WithReferences(nil))
	assert.Equal(t, map[string]any{}, s.Map())
	assert.Empty(t, errs)
}

type rule struct {
	Rule string `json:"rule"`
}

// Extensions may hold Go types, and floats are integers as in JSON.
func TestValuesOfSpecs(t *testing.T) {
	in := &spec.Schema{SchemaProps: spec.SchemaProps{Default: map[string]any{"a": 1.0, "b": json.Number("2"), "c": 1.5}}}
	in.Extensions = spec.Extensions{
		"x-kubernetes-validations": []any{rule{"true"}}, "x-kubernetes-list-map-keys": []string{"a"}, "x-kubernetes-list-type": nil,
	}
	s, errs := fromSpec(in)
	assert.Empty(t, errs)
	assert.Equal(t, map[string]any{
		"default":                    map[string]any{"a": int64(1), "b": int64(2), "c": 1.5},
		"x-kubernetes-validations":   []any{map[string]any{"rule": "true"}},
		"x-kubernetes-list-map-keys": []any{"a"},
	}, s.Map())
}

// A keyword without a field is reported, whether it contradicts a field or not.
func TestExtensionsOfSpecs(t *testing.T) {
	in := spec.StringProperty()
	in.Extensions = spec.Extensions{"type": "integer", "x-go": make(chan int), "title": "t"}
	in.ExtraProps = map[string]any{"type": "string", "const": 1, "title": "u"}
	in.Maximum = new(float64)
	*in.Maximum = 3
	s, errs := fromSpec(in)
	assert.Equal(t, map[string]any{"type": "string", "title": "t", "maximum": int64(3)}, s.Map())
	got := codesOf(errs)
	slices.Sort(got)
	assert.Equal(t, []string{"const unknown-keyword", "title keyword-conflict", "type keyword-conflict", "x-go not-json"}, got)
	*in.Maximum = math.NaN()
	s, errs = fromSpec(in)
	assert.Nil(t, s)
	assert.Contains(t, codesOf(errs), "maximum not-json")
}

func TestFromSpecIsPure(t *testing.T) {
	in := &spec.Schema{}
	require.NoError(t, json.Unmarshal([]byte(`{"type":"object","default":{"a":[1]},"enum":[{"a":1}],"x-kubernetes-list-map-keys":["a"]}`), in))
	before := encoded(t, in)
	s, _ := fromSpec(in)
	want := s.Map()
	assert.Equal(t, before, encoded(t, in))
	in.Default.(map[string]any)["a"].([]any)[0] = "changed"
	in.Enum[0].(map[string]any)["a"] = "changed"
	in.Extensions["x-kubernetes-list-map-keys"].([]any)[0] = "changed"
	assert.Equal(t, want, s.Map())
}
