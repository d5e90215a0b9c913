package upstream

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	m, err := corpus.DecodeYAML([]byte(text))
	require.NoError(t, err)
	return m
}

func TestDefinition(t *testing.T) {
	for _, crd := range corpus.Load(t).CRDs {
		_, err := Definition(crd.Manifest)
		assert.NoError(t, err, crd.File)
	}
	_, err := Definition(map[string]any{"apiVersion": "v1", "kind": "Pod"})
	assert.Error(t, err)
}

func TestEncodeKeepsFloats(t *testing.T) {
	text, err := Encode(map[string]any{"a": 1.0, "b": int64(1), "c": []any{-2.0, 1e300, 0.5}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"a":1.0,"b":1,"c":[-2.0,1e+300,0.5]}`, string(text))
	assert.Contains(t, string(text), `"a":1.0`)
	back, err := corpus.DecodeJSON(text)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": 1.0, "b": int64(1), "c": []any{-2.0, 1e300, 0.5}}, back)
}

func TestUnknownSchemaFields(t *testing.T) {
	got, err := UnknownSchemaFields(object(t, `{typ: string, properties: {a: {Type: x}, b: {type: string}}}`))
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{`unknown field "typ"`, `unknown field "properties.a.Type"`}, got)
}

func TestCheckSchema(t *testing.T) {
	tests := []struct {
		schema string
		want   SchemaErrors
	}{
		{`{type: object, properties: {a: {type: string, nullable: true}}}`, SchemaErrors{}},
		{`{type: object, nullable: true}`,
			SchemaErrors{Root: []string{"nullable: Forbidden: nullable cannot be true at the root"}}},
		{`{type: object, properties: {a: {}}}`, SchemaErrors{}}, // a structural error
		{`{type: object, properties: {a: {type: array, uniqueItems: true, items: {type: string}}}}`,
			SchemaErrors{Keywords: []string{"properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic"}}},
		{`{type: object, id: x}`, SchemaErrors{Keywords: []string{"id: Forbidden: id is not supported"}}},
		{`{type: object, default: {}, properties: {metadata: {type: object, default: {}}}}`,
			SchemaErrors{Keywords: []string{"properties[metadata].default: Forbidden: must not be set in top-level metadata"}}},
		{`{type: object, properties: {a: {type: string, x-kubernetes-validations: [{rule: self.nonsense}]}}}`, SchemaErrors{}}, // about its expression
		{`{type: object, x-kubernetes-validations: [{rule: ''}]}`,
			SchemaErrors{Rules: []string{"x-kubernetes-validations[0].rule: Required value: rule is not specified"}}},
	}
	for _, test := range tests {
		props, err := Schema(object(t, test.schema))
		require.NoError(t, err)
		assert.Equal(t, test.want, CheckSchema(props), test.schema)
	}
}

func TestArgumentsAreNotWritten(t *testing.T) {
	schema := object(t, `
type: object
properties:
  spec: {type: object, default: {b: 1}, properties: {a: {type: string, default: x}}}
  e: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}`)
	in := `{metadata: {name: a, odd: 1}, spec: {b: 1, a: null}, e: {metadata: {odd: 1}}}`
	obj, schemaText := object(t, in), Copy(schema)
	s, err := NewStructural(schema)
	require.NoError(t, err)
	pruned, dropped := s.Prune(obj)
	assert.Equal(t, object(t, `{metadata: {name: a, odd: 1}, spec: {a: null}, e: {metadata: {odd: 1}}}`), pruned)
	assert.Equal(t, []string{"spec.b"}, dropped)
	assert.Equal(t, object(t, `{metadata: {name: a, odd: 1}, spec: {b: 1, a: x}, e: {metadata: {odd: 1}}}`), s.Default(obj))
	assert.Equal(t, object(t, in), s.DropNulls(obj), "a null with a default is for defaulting")
	coerced := s.Coerce(obj, Value, Refused)
	assert.Equal(t, []string{"e.metadata.odd"}, coerced.Unknown)
	served, err := s.PruneDefaults()
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"properties[spec].default": map[string]any{}, "properties[spec].properties[a].default": "x"}, served.Defaults())
	decoded := s.Decode(obj, Request)
	assert.Equal(t, object(t, `{metadata: {name: a}, spec: {a: null}, e: {metadata: {}}}`), decoded.Object)
	assert.Equal(t, []string{"metadata.odd", "spec.b", "e.metadata.odd"}, decoded.Unknown)

	assert.Equal(t, object(t, in), obj)
	assert.Equal(t, schemaText, schema)
	assert.Equal(t, map[string]any{"b": int64(1)}, s.S.Properties["spec"].Default.Object)
}

func TestCall(t *testing.T) {
	v, p := Call(func() int { return 3 })
	assert.Equal(t, 3, v)
	assert.Nil(t, p)
	_, p = Call(func() int { panic("broken") })
	assert.Equal(t, "panic: broken", p.String())
}
