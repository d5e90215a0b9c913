package openapiv2_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/structural"
)

// TestBuildIsPure checks that Build neither writes to the CRD nor keeps it.
func TestBuildIsPure(t *testing.T) {
	for seed := range uint64(50) {
		manifest := generate.CRD(generate.New(seed, generate.WithRules()).Schema(generate.Valid), generate.WithStatus())
		before := structural.Clone(manifest)
		doc, err := openapiv2.Build(context.Background(), manifest, generate.Version)
		require.NoError(t, err)
		require.True(t, structural.Equal(before, manifest), "the manifest was written to")
		text, err := json.Marshal(doc)
		require.NoError(t, err)
		overwrite(manifest)
		again, err := openapiv2.Build(context.Background(), before, generate.Version)
		require.NoError(t, err)
		text2, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(text), string(text2))
		text3, err := json.Marshal(doc)
		require.NoError(t, err)
		require.Equal(t, string(text), string(text3), "the document refers to the manifest")
	}
}

func overwrite(v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			overwrite(e)
			v[k] = "overwritten"
		}
	case []any:
		for i, e := range v {
			overwrite(e)
			v[i] = "overwritten"
		}
	}
}

// TestNullableRequiredProperty checks a nullable property that is required. The
// server panics on it if it strips value validations first; here it is published
// like any other.
func TestNullableRequiredProperty(t *testing.T) {
	manifest := generate.CRD(map[string]any{
		"type":     "object",
		"required": []any{"a", "b"},
		"properties": map[string]any{
			"a": map[string]any{"type": "string", "nullable": true},
			"b": map[string]any{"type": "string"},
		},
	})
	doc, err := openapiv2.Build(context.Background(), manifest, generate.Version)
	require.NoError(t, err)
	assert.Equal(t, []string{"b"}, doc.Definitions["com.example.v1.Thing"].Required)
}

// TestParameterNames checks the names of shared parameters with a hash
// of their content at the end against the names of a server.
func TestParameterNames(t *testing.T) {
	doc, err := openapiv2.Build(context.Background(), generate.CRD(nil), generate.Version)
	require.NoError(t, err)
	text, err := os.ReadFile("testdata/parameters.txt")
	require.NoError(t, err)
	got := ""
	for _, name := range sorted(doc.Parameters) {
		got += name + "\n"
	}
	assert.Equal(t, string(text), got)
	assert.NotContains(t, buildCluster(t).Parameters, "namespace-vgWSWtn3")
}

func buildCluster(t *testing.T) *spec.Swagger {
	doc, err := openapiv2.Build(context.Background(), generate.CRD(nil, generate.WithClusterScope()), generate.Version)
	require.NoError(t, err)
	assert.Len(t, doc.Paths.Paths, 2)
	return doc
}

func TestReferences(t *testing.T) {
	doc, err := openapiv2.BuildMap(context.Background(), generate.CRD(nil, generate.WithStatus(), generate.WithScale()), generate.Version)
	require.NoError(t, err)
	found := map[string]bool{}
	references(doc, found)
	require.NotEmpty(t, found)
	for ref := range found {
		assert.NotNil(t, lookUp(doc, ref), ref)
	}
	for name := range doc["definitions"].(map[string]any) {
		if name != "com.example.v1.Thing" && name != "com.example.v1.ThingList" {
			assert.True(t, found["#/definitions/"+name], "nobody refers to %s", name)
		}
	}
}

func references(v any, found map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			found[ref] = true
		}
		for _, e := range v {
			references(e, found)
		}
	case []any:
		for _, e := range v {
			references(e, found)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	_, err := openapiv2.Build(context.Background(), generate.CRD(nil), "v9")
	assert.ErrorContains(t, err, `"v9"`)
	_, err = openapiv2.BuildMap(context.Background(), nil, "v1")
	assert.Error(t, err)
	_, err = openapiv2.Build(context.Background(), generate.CRD(map[string]any{"type": int64(7)}), generate.Version)
	var e *structural.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "spec.versions[0].schema.openAPIV3Schema.type", e.Path.String())
	_, err = openapiv2.Build(context.Background(), generate.CRD(map[string]any{"default": func() {}}), generate.Version)
	assert.Error(t, err, "not JSON")
}

func FuzzBuild(f *testing.F) {
	text, err := json.Marshal(generate.CRD(generate.New(1).Schema(generate.Hostile), generate.WithScale()))
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition","spec":{"group":"a","version":"v1","names":{"kind":"A","plural":"as"}}}`))
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"group":"/%~","names":{"kind":"\u0000","plural":"{"},"versions":[{"name":"#"}]}}`))
	f.Add([]byte(`{"kind":7,"spec":[]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		manifest, ok := cases.FromJSON(text)
		if !ok {
			if doc, err := decode.YAML(context.Background(), text); err == nil {
				manifest, _ = doc.Object()
			}
		}
		published, err := openapiv2.Published(manifest)
		catalog, problem := openapiv2.NewCatalog().With(context.Background(), manifest)
		require.Equal(t, err == nil, problem == nil)
		for _, version := range published {
			doc, err := openapiv2.Build(context.Background(), manifest, version)
			require.Equal(t, err == nil, doc != nil)
		}
		for _, groupVersion := range catalog.GroupVersions() {
			require.Len(t, hashOf(t, catalog, groupVersion), 64)
			_, _, _ = catalog.Document(context.Background(), groupVersion)
		}
	})
}
