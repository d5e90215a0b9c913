package openapiv3_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// TestBuildIsPure checks that Build does not write to the CRD.
func TestBuildIsPure(t *testing.T) {
	for seed := range uint64(50) {
		manifest := generate.CRD(generate.New(seed, generate.WithRules()).Schema(generate.Valid), generate.WithStatus())
		before := structural.Clone(manifest)
		var texts []string
		for range 2 {
			doc, err := openapiv3.Build(context.Background(), manifest, generate.Version)
			require.NoError(t, err)
			text, err := json.Marshal(doc)
			require.NoError(t, err)
			texts = append(texts, string(text))
		}
		require.Equal(t, texts[0], texts[1])
		require.True(t, structural.Equal(before, manifest), "the manifest was written to")
	}
}

func TestNeededModels(t *testing.T) {
	doc, err := openapiv3.Build(t.Context(), generate.CRD(nil), generate.Version)
	require.NoError(t, err)
	assert.Contains(t, doc.Components.Schemas, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
	assert.NotContains(t, doc.Components.Schemas, "io.k8s.api.autoscaling.v1.Scale")
}

func TestBuildErrors(t *testing.T) {
	_, err := openapiv3.Build(context.Background(), generate.CRD(nil), "v9")
	assert.ErrorContains(t, err, `"v9"`)
	_, err = openapiv3.BuildMap(context.Background(), nil, "v1")
	assert.Error(t, err)
	_, err = openapiv3.Published(map[string]any{})
	assert.Error(t, err)
	_, err = openapiv3.Build(context.Background(), generate.CRD(map[string]any{"items": []any{map[string]any{"type": false}}}), generate.Version)
	var e *structural.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "spec.versions[0].schema.openAPIV3Schema.items[0].type", e.Path.String())
}

// TestCatalog checks that definitions of one group and version share a document,
// and that their conflicts are reported.
func TestCatalog(t *testing.T) {
	one, two := generate.CRD(nil), generate.CRD(map[string]any{"type": "object"})
	two["metadata"].(map[string]any)["name"] = "zs.example.com"
	two["spec"].(map[string]any)["names"].(map[string]any)["plural"] = "zs"
	c, err := openapiv3.NewCatalog().With(context.Background(), two, one)
	require.NoError(t, err)
	doc, conflicts, err := c.Document(context.Background(), generate.APIVersion)
	require.NoError(t, err)
	assert.Len(t, doc.Paths.Paths, 6)
	assert.Equal(t, []openapiv3.Conflict{
		{Part: "schemas", Name: "com.example.v1.Thing"}, {Part: "schemas", Name: "com.example.v1.ThingList"},
	}, conflicts)

	broken, err := openapiv3.NewCatalog().With(context.Background(), generate.CRD(map[string]any{"type": int64(1)}))
	require.NoError(t, err, "the schema is read when the document is made")
	_, _, err = broken.Document(context.Background(), generate.APIVersion)
	assert.Error(t, err)
}

// TestMerge checks that other components and other fields are those of the first
// document.
func TestMerge(t *testing.T) {
	doc, conflicts := openapiv3.Merge()
	assert.Empty(t, conflicts)
	assert.Empty(t, doc.Paths.Paths)
	static := &spec3.OpenAPI{Version: "3.0.1", Components: &spec3.Components{
		Schemas:         map[string]*spec.Schema{"a": spec.StringProperty()},
		SecuritySchemes: spec3.SecuritySchemes{"b": nil},
	}}
	a, err := openapiv3.Build(context.Background(), generate.CRD(nil), generate.Version)
	require.NoError(t, err)
	doc, conflicts = openapiv3.Merge(static, nil, a, a)
	assert.Empty(t, conflicts)
	assert.Equal(t, "3.0.1", doc.Version)
	assert.Contains(t, doc.Components.SecuritySchemes, "b")
	assert.Contains(t, doc.Components.Schemas, "com.example.v1.Thing")
	assert.Len(t, static.Components.Schemas, 1, "arguments are not written to")
}

func FuzzBuild(f *testing.F) {
	for seed := range uint64(4) {
		text, err := json.Marshal(generate.New(seed, generate.WithRules()).Schema(generate.Hostile))
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"type":"object","properties":{"a":{"x-kubernetes-int-or-string":true,"not":{"not":{}}}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		schema, ok := cases.FromJSON(text)
		if !ok {
			return
		}
		doc, err := openapiv3.Build(context.Background(), generate.CRD(schema), generate.Version)
		require.Equal(t, err == nil, doc != nil)
	})
}
