package objectmeta

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var roots = []structural.Root{structural.Resource, structural.Value}

type group struct {
	schema *structural.Schema
	cases  []testCase
}

func readGroups(t testing.TB) []group {
	t.Helper()
	var all []group
	for _, e := range yamlFile(t, "embedded.yaml") {
		m := e.(map[string]any)
		all = append(all, group{schemaOf(t, m["schema"].(string)), readCases(t, m["cases"].([]any))})
	}
	return all
}

func schemaOf(t testing.TB, text string) *structural.Schema {
	t.Helper()
	doc, err := decode.YAML(context.Background(), []byte(text))
	require.NoError(t, err)
	s, problems := cases.FromMap(doc.Value.(map[string]any))
	require.Empty(t, problems)
	return s
}

func TestCoerce(t *testing.T) {
	for _, g := range readGroups(t) {
		for _, c := range g.cases {
			t.Run(c.name, func(t *testing.T) {
				in := c.in.(map[string]any)
				for _, test := range []struct {
					name string
					root structural.Root
					mode Mode
				}{
					{"reject", structural.Value, Reject}, {"drop", structural.Value, Drop}, {"drop", structural.Value, Repair},
					{"resource", structural.Resource, Reject},
				} {
					out, unknown, err := Coerce(bg, in, g.schema, test.root, test.mode)
					assert.Equal(t, c.want[test.name], outcomeOf(out, locations(unknown), err), test.name)
					requirePure(t, in, func() (map[string]any, error) {
						out, _, err := Coerce(bg, in, g.schema, test.root, test.mode)
						return out, err
					})
				}
			})
		}
	}
}

func TestCoerceLocatesErrors(t *testing.T) {
	g := readGroups(t)[0]
	in := fromJSONObject(t, `{"map":{"k":[{},{"metadata":{"name":5}}]}}`)
	out, unknown, failed := Coerce(bg, in, g.schema, structural.Value, Reject)
	err := invalidOf(t, failed)
	assert.Equal(t, in, out)
	assert.Empty(t, unknown)
	assert.Equal(t, field.Invalid, err.Kind)
	assert.Equal(t, map[string]any{"name": int64(5)}, err.Value)
	assert.Equal(t, structural.Path{
		structural.Field("map"), structural.Key("k"), structural.Index(1), structural.Field("metadata"),
	}, err.Path)
	_, unknown, failed = Coerce(bg, fromJSONObject(t, `{"map":{"k":[{"metadata":{"x":5}}]}}`), g.schema, structural.Value, Reject)
	require.NoError(t, failed)
	require.Len(t, unknown, 1)
	assert.Equal(t, structural.Path{
		structural.Field("map"), structural.Key("k"), structural.Index(0), structural.Field("metadata"), structural.Field("x"),
	}, unknown[0].Path)
	assert.Equal(t, "map[k][0].metadata.x", unknown[0].Location())
}

// A server reports any of several errors; this package reports the first.
func TestFirstErrorInByteOrder(t *testing.T) {
	s := schemaOf(t, `{type: object, additionalProperties: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	in := map[string]any{}
	for i := range 50 {
		in[fmt.Sprintf("k%02d", i)] = map[string]any{"kind": int64(1), "metadata": int64(2)}
	}
	for range 20 {
		_, _, err := Coerce(bg, in, s, structural.Value, Reject)
		require.NotNil(t, err)
		require.Equal(t, "[k00].kind: Invalid value: 1: must be a string", err.Error())
	}
}

// No server admits an embedded resource inside of metadata into a CRD. If there is
// one, it is checked, but the normalized metadata does not depend on it.
func TestEmbeddedInsideOfMetadata(t *testing.T) {
	s := schemaOf(t, `
type: object
properties:
  metadata:
    type: object
    properties:
      foo: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
`)
	in := fromJSONObject(t, `{"metadata":{"name":"n","foo":{"metadata":{"x":1}}}}`)
	out, unknown, err := Coerce(bg, in, s, structural.Resource, Reject)
	require.Nil(t, err)
	assert.Equal(t, fromJSON(t, `{"metadata":{"name":"n"}}`), any(out))
	assert.Equal(t, []string{"metadata.foo", "metadata.foo.metadata.x"}, locations(unknown))
	_, _, err = Coerce(bg, fromJSONObject(t, `{"metadata":{"foo":{"kind":5}}}`), s, structural.Resource, Reject)
	require.NotNil(t, err)
	assert.Equal(t, "metadata.foo.kind: Invalid value: 5: must be a string", err.Error())
}

func TestSubtreesWithoutEmbeddedResourcesAreShared(t *testing.T) {
	g := readGroups(t)[0]
	in := fromJSONObject(t, `{"a":{"b":"x"},"e":{"metadata":{"name":""},"data":{}}}`)
	out, _, err := Coerce(bg, in, g.schema, structural.Value, Reject)
	require.Nil(t, err)
	require.NotEqual(t, in, out)
	assert.Equal(t, reflect.ValueOf(in["a"]).Pointer(), reflect.ValueOf(out["a"]).Pointer())
	data := func(obj map[string]any) uintptr {
		return reflect.ValueOf(obj["e"].(map[string]any)["data"]).Pointer()
	}
	assert.Equal(t, data(in), data(out))
}

// The report of unknown fields must neither take memory by the square of the size
// of the object nor depend on the order in which maps are visited.
func TestDeepUnknownFieldsAreBounded(t *testing.T) {
	const depth, width, budget = 2_000, 5_000, 4 << 20
	schema := map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "object", "x-kubernetes-embedded-resource": true}}
	obj := map[string]any{}
	for i := range width {
		obj[fmt.Sprintf("e%04d", i)] = map[string]any{"metadata": map[string]any{"x": true}}
	}
	for range depth {
		schema = map[string]any{"type": "object", "properties": map[string]any{"a": schema}}
		obj = map[string]any{"a": obj}
	}
	s, problems := cases.FromMap(schema)
	require.Empty(t, problems)
	_, unknown, err := Coerce(bg, obj, s, structural.Value, Reject)
	require.Nil(t, err)
	charge := 17*depth + 3*16 + len("e0000metadatax")
	require.Len(t, unknown, (budget+charge-1)/charge)
	for i, e := range unknown {
		require.Equal(t, fmt.Sprintf("e%04d", i), e.Path[depth].Name())
	}
	_, again, _ := Coerce(bg, obj, s, structural.Value, Reject)
	assert.Equal(t, unknown, again)
}

func FuzzCoerce(f *testing.F) {
	groups := readGroups(f)
	for _, g := range groups {
		for _, c := range g.cases {
			f.Add(jsonText(c.in))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, _ := tryJSON(text)
		in, ok := v.(map[string]any)
		if !ok {
			return
		}
		for _, g := range groups {
			for _, root := range roots {
				for _, mode := range modes {
					requirePure(t, in, func() (map[string]any, error) {
						out, _, err := Coerce(bg, in, g.schema, root, mode)
						require.True(t, err == nil || mode == Reject, "only Reject rejects an object")
						return out, err
					})
				}
			}
		}
	})
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func tryJSON(text string) (any, bool) {
	doc, err := decode.JSON(context.Background(), []byte(text))
	return doc.Value, err == nil
}

func TestCoerceValues(t *testing.T) {
	s := schemaOf(t, `{type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	out, unknown, err := Coerce(bg, fromJSON(t, `[{"metadata":{"name":"n","x":1}},{}]`), s, structural.Value, Reject)
	require.Nil(t, err)
	assert.Equal(t, []string{"[0].metadata.x"}, locations(unknown))
	assert.Equal(t, fromJSON(t, `[{"metadata":{"name":"n"}},{}]`), out)

	in := fromJSON(t, `[{},{"kind":1}]`)
	out, _, err = Coerce(bg, in, s, structural.Value, Reject)
	require.NotNil(t, err)
	assert.Equal(t, in, out)
	assert.Equal(t, "[1].kind: Invalid value: 1: must be a string", err.Error())

	for _, v := range []any{nil, "x", int64(1), map[string]any{"kind": true}} {
		out, _, err := Coerce(bg, v, s, structural.Value, Reject)
		require.Nil(t, err)
		assert.Equal(t, v, out)
		out, _, err = Coerce(bg, v, nil, structural.Value, Reject)
		require.Nil(t, err)
		assert.Equal(t, v, out)
	}
}
