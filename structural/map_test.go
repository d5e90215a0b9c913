package structural_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// requireMaps checks that FromMap reads an equal schema from the map of s, which has
// nothing that FromMap drops and shares nothing with s.
func requireMaps(t testing.TB, s *structural.Schema) {
	t.Helper()
	before := printed(t, s)
	m := s.Map()
	again, problems := cases.FromMap(m)
	for _, p := range problems {
		require.Equal(t, field.Forbidden, p.Kind, p)
	}
	require.Equal(t, before, printed(t, again))
	require.True(t, structural.SemanticEqual(s, again), "%v", m)
	require.Equal(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.Check(t.Context(), again, structural.Resource)).Texts())
	require.Equal(t, m, again.Map())
	spoil(m)
	require.Equal(t, before, printed(t, s), "the schema has changed")
}

// A schema with every keyword has the map that it was read from.
func TestMapHasEveryKeyword(t *testing.T) {
	in := object(t, every)
	assert.Equal(t, in, schema(t, every).Map())
	for _, k := range keyword.OfSchema {
		if _, legacy := unsupported[k.Name]; !legacy {
			assert.Contains(t, in, k.Name)
		}
	}
	for name, v := range unsupported {
		in := map[string]any{name: v}
		s, _ := cases.FromMap(in)
		assert.Equal(t, in, s.Map())
	}
}

// unsupported holds values of the keywords that Kubernetes decodes and rejects.
var unsupported = map[string]any{
	"id":                "i",
	"$schema":           "u",
	"$ref":              "",
	"patternProperties": map[string]any{"^a": map[string]any{"type": "string"}},
	"definitions":       map[string]any{},
	"dependencies": map[string]any{
		"a": map[string]any{"type": "string"}, "b": []any{"c"}, "c": []any{}, "d": nil,
	},
	"additionalItems": false,
}

// Keywords that are present and empty, and values that are read as something else.
func TestMapOfOddKeywords(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: `{}`,
		`{type: "", title: "", maxLength: null, properties: null}`: `{}`,
		`{type: any}`: `{type: any}`,
		`{type: 5, nullable: false, x-a: b, additionalProperties: 5}`:                                                       `{}`,
		`{properties: {}, required: [], allOf: [], enum: [], x-kubernetes-list-map-keys: [], x-kubernetes-validations: []}`: `{properties: {}, required: [], allOf: [], enum: [], x-kubernetes-list-map-keys: [], x-kubernetes-validations: []}`,
		`{properties: {a: null, b: 5}, not: 5, anyOf: [null]}`:                                                              `{properties: {a: {}, b: {}}, not: {}, anyOf: [{}]}`,
		`{items: false}`:                                         `{items: true}`,
		`{items: []}`:                                            `{items: []}`,
		`{items: [{type: string}, null]}`:                        `{items: [{type: string}, {}]}`,
		`{additionalProperties: true}`:                           `{additionalProperties: true}`,
		`{additionalProperties: false}`:                          `{additionalProperties: false}`,
		`{additionalProperties: {}}`:                             `{additionalProperties: {}}`,
		`{additionalItems: {}}`:                                  `{additionalItems: {}}`,
		`{x-kubernetes-preserve-unknown-fields: false}`:          `{x-kubernetes-preserve-unknown-fields: false}`,
		`{x-kubernetes-list-type: "", x-kubernetes-map-type: x}`: `{x-kubernetes-list-type: "", x-kubernetes-map-type: x}`,
		`{x-kubernetes-validations: [null, {rule: r, reason: "", fieldPath: ""}]}`: `{x-kubernetes-validations: [{rule: ""}, {rule: r, reason: ""}]}`,
		`{externalDocs: {}, example: null}`:                                        `{externalDocs: {}}`,
		`{dependencies: {a: 5, b: null}}`:                                          `{dependencies: {a: null, b: null}}`,
		`{maximum: 5, minimum: 0.5, multipleOf: 1e300, maxLength: 0}`:              `{maximum: 5, minimum: 0.5, multipleOf: 1e300, maxLength: 0}`,
	} {
		s, _ := cases.FromMap(object(t, text))
		assert.Equal(t, object(t, want), s.Map(), text)
		requireMaps(t, s)
	}
}

func TestMapOfGeneratedSchemas(t *testing.T) {
	for seed := range uint64(600) {
		g := generate.New(seed, generate.WithRules(), generate.WithNodes(60))
		m := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(m)
		requireMaps(t, s)
		requireMaps(t, s.Unfold())
	}
}

// Every schema in the test data of the repository.
func TestMapOfTestdata(t *testing.T) {
	read := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || d.IsDir() || ext != ".yaml" && ext != ".json" {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		docs, _ := decode.Stream(context.Background(), text) // some files are broken on purpose
		for _, doc := range docs {
			eachSchema(doc.Value, func(m map[string]any) {
				s, _ := cases.FromMap(m)
				requireMaps(t, s)
				read++
			})
		}
		return nil
	}))
	assert.Greater(t, read, 500)
}

// eachSchema calls do for every schema in v.
func eachSchema(v any, do func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if m, ok := e.(map[string]any); ok && (name == "openAPIV3Schema" || name == "schema") {
				do(m)
			}
			eachSchema(e, do)
		}
	case []any:
		for _, e := range v {
			eachSchema(e, do)
		}
	}
}

// A schema that was read without documentation has the rest.
func TestMapWithoutDocumentation(t *testing.T) {
	m := object(t, every)
	s, _ := cases.FromMap(m, structural.WithoutDocumentation())
	for _, name := range []string{"description", "title", "externalDocs", "example"} {
		delete(m, name)
	}
	assert.Equal(t, m, s.Map())
	rest, _ := cases.FromMap(m)
	assert.True(t, structural.SemanticEqual(rest, s))
}
