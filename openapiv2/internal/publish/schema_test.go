package publish

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
)

// TestModels compares the model of a schema in both forms, without apiVersion,
// kind, metadata and descriptions. Null means that the kind is published as an
// object without fields.
func TestModels(t *testing.T) {
	cases.Run(t, "testdata/schemas.yaml", []string{"schema", "v2", "v3"}, func(t *testing.T, c cases.Case) {
		for form, key := range map[Form]string{V2: "v2", V3: "v3"} {
			kind := modelOf(t, c.Object(t, "schema"), form)
			if c.Value(key) == nil {
				assert.Equal(t, map[string]any{"type": "object"}, kind, key)
				continue
			}
			properties := kind["properties"].(map[string]any)
			for _, name := range []string{"apiVersion", "kind", "metadata"} {
				assert.Contains(t, properties, name)
				delete(properties, name)
			}
			assert.Equal(t, c.Value(key), any(kind), key)
		}
	})
}

func modelOf(t *testing.T, schema map[string]any, form Form) map[string]any {
	d, err := Read(t.Context(), generate.CRD(schema))
	require.NoError(t, err)
	v := &d.Versions[0]
	if schema == nil {
		v.schema = nil
	}
	kind, _, err := d.models(context.Background(), v, form)
	require.NoError(t, err)
	out, err := plainDocument(t.Context(), kind)
	require.NoError(t, err)
	assert.Equal(t, []any{d.GroupVersionKind(v)}, out["x-kubernetes-group-version-kind"])
	delete(out, "x-kubernetes-group-version-kind")
	return undescribed(out).(map[string]any)
}

func undescribed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if _, isText := v["description"].(string); isText {
			delete(v, "description")
		}
		for name, e := range v {
			v[name] = undescribed(e)
		}
	case []any:
		for i, e := range v {
			v[i] = undescribed(e)
		}
	}
	return v
}

// TestPreservedDefinition checks that a definition that preserves unknown fields
// is published without a schema in v2.
func TestPreservedDefinition(t *testing.T) {
	manifest := generate.CRD(map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}})
	manifest["spec"].(map[string]any)["preserveUnknownFields"] = true
	d, err := Read(t.Context(), manifest)
	require.NoError(t, err)
	v2, _, err := d.models(context.Background(), &d.Versions[0], V2)
	require.NoError(t, err)
	assert.Empty(t, v2.Properties)
	v3, _, err := d.models(context.Background(), &d.Versions[0], V3)
	require.NoError(t, err)
	assert.Contains(t, v3.Properties, "a")
}

func TestCommon(t *testing.T) {
	for _, form := range []Form{V2, V3} {
		common := common(form)
		assert.Len(t, common, 16)
		for name, model := range common {
			assert.NotEmpty(t, model.Description, name)
			for extension := range model.Extensions {
				assert.Regexp(t, "^x-kubernetes-", extension, name)
			}
			for field, schema := range model.Properties {
				assert.NotEmpty(t, schema.Description, "%s %s", name, field)
				assert.True(t, len(schema.Type) == 1 || len(schema.AllOf) == 1 || schema.Ref.String() != "", "%s %s", name, field)
				assert.True(t, form == V3 || schema.Default == nil, "%s %s", name, field)
				for extension := range schema.Extensions {
					assert.Regexp(t, "^x-kubernetes-", extension, "%s %s", name, field)
				}
			}
		}
		assert.Len(t, common[deleteOptionsName].Extensions[groupVersionKind], 55)
	}
	for id, p := range Parameters() {
		assert.NotEmpty(t, p.Description, id)
		assert.Contains(t, []string{"string", "boolean", "integer"}, p.Type, id)
	}
}

func TestPaths(t *testing.T) {
	d, err := Read(t.Context(), generate.CRD(nil, generate.WithStatus(), generate.WithScale()))
	require.NoError(t, err)
	paths := d.paths(&d.Versions[0])
	assert.Len(t, paths, 5)
	ids := map[string]bool{}
	for _, p := range paths {
		assert.Equal(t, strings.Contains(p.Path, "{name}"), p.Named, p.Path)
		for _, id := range Queries[p.Query] {
			assert.NotEmpty(t, Parameters()[id].Name, id)
		}
		for _, o := range p.Operations {
			assert.False(t, ids[o.ID], o.ID)
			ids[o.ID] = true
			for _, id := range Queries[o.Query] {
				assert.NotEmpty(t, Parameters()[id].Name, id)
				assert.NotContains(t, Queries[p.Query], id)
			}
		}
	}
}
