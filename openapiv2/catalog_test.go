package openapiv2_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/structural"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func lookUp(doc map[string]any, ref string) any {
	var v any = doc
	for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		m, _ := v.(map[string]any)
		v = m[step]
	}
	return v
}

func definition(plural, kind string) map[string]any {
	manifest := generate.CRD(map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}})
	manifest["metadata"].(map[string]any)["name"] = plural + ".example.com"
	names := manifest["spec"].(map[string]any)["names"].(map[string]any)
	names["plural"], names["kind"], names["listKind"] = plural, kind, kind+"List"
	return manifest
}

func catalogOf(t *testing.T, manifests ...map[string]any) *openapiv2.Catalog {
	c, err := openapiv2.NewCatalog().With(context.Background(), manifests...)
	require.NoError(t, err)
	return c
}

const groupVersion = "example.com/v1"

// TestHash checks that the hash does not depend on the order or on unpublished parts of
// definitions.
func TestHash(t *testing.T) {
	a, b := definition("as", "A"), definition("bs", "B")
	hash := hashOf(t, catalogOf(t, a, b), groupVersion)
	assert.Equal(t, hash, hashOf(t, catalogOf(t, b, a), groupVersion))
	assert.Equal(t, "a9", hash[:2], "stable across runs")
	assert.Empty(t, hashOf(t, catalogOf(t, a), "example.com/v2"))

	labelled := structural.Clone(a)
	labelled["metadata"].(map[string]any)["labels"] = map[string]any{"x": "y"}
	assert.Equal(t, hash, hashOf(t, catalogOf(t, labelled, b), groupVersion))

	changed := structural.Clone(a)
	version := changed["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["subresources"] = map[string]any{"status": map[string]any{}}
	assert.NotEqual(t, hash, hashOf(t, catalogOf(t, changed, b), groupVersion))
	assert.NotEqual(t, hash, hashOf(t, catalogOf(t, a), groupVersion))
}

// TestCatalogIsImmutable checks that derived catalogs share unchanged documents.
func TestCatalogIsImmutable(t *testing.T) {
	one := catalogOf(t, definition("as", "A"))
	two, err := one.With(context.Background(), definition("bs", "B"))
	require.NoError(t, err)
	first, _, err := one.Document(context.Background(), groupVersion)
	require.NoError(t, err)
	assert.Len(t, first.Paths.Paths, 3)
	both, conflicts, err := two.Document(context.Background(), groupVersion)
	require.NoError(t, err)
	assert.Empty(t, conflicts)
	assert.Len(t, both.Paths.Paths, 6)
	assert.Same(t, first.Paths.Paths["/apis/example.com/v1/as"].Get, both.Paths.Paths["/apis/example.com/v1/as"].Get)
	assert.Equal(t, hashOf(t, one, groupVersion), hashOf(t, two.Without("bs.example.com"), groupVersion))

	same, err := one.With(context.Background(), map[string]any{})
	assert.Error(t, err)
	assert.Same(t, one, same)
}

// TestCatalogKeepsItsOwn checks that later changes of a CRD do not affect the catalog.
func TestCatalogKeepsItsOwn(t *testing.T) {
	manifest := definition("as", "A")
	c := catalogOf(t, manifest)
	overwrite(manifest)
	doc, _, err := c.Document(context.Background(), groupVersion)
	require.NoError(t, err)
	assert.Contains(t, doc.Definitions["com.example.v1.A"].Properties, "a")
}

func TestCatalogConcurrently(t *testing.T) {
	c := catalogOf(t, definition("as", "A"), definition("bs", "B"))
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			doc, _, err := c.Document(context.Background(), groupVersion)
			assert.NoError(t, err)
			assert.Len(t, doc.Paths.Paths, 6)
			assert.Len(t, hashOf(t, c, groupVersion), 64)
		}()
	}
	all.Wait()
}

// TestConflicts checks two definitions of one kind: the first by name is used,
// regardless of the order in which they were added.
func TestConflicts(t *testing.T) {
	other := definition("others", "A")
	version := other["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["schema"] = nil
	for _, manifests := range [][]map[string]any{{definition("as", "A"), other}, {other, definition("as", "A")}} {
		doc, conflicts, err := catalogOf(t, manifests...).Document(context.Background(), groupVersion)
		require.NoError(t, err)
		assert.Equal(t, []openapiv2.Conflict{
			{Part: "definitions", Name: "com.example.v1.A"}, {Part: "definitions", Name: "com.example.v1.AList"},
		}, conflicts)
		assert.Contains(t, doc.Definitions["com.example.v1.A"].Properties, "a")
	}
}

// TestMerge checks that the other fields are those of the first document, and
// that nil documents are ignored.
func TestMerge(t *testing.T) {
	doc, conflicts := openapiv2.Merge()
	assert.Empty(t, conflicts)
	assert.Empty(t, doc.Paths.Paths)
	static := &spec.Swagger{SwaggerProps: spec.SwaggerProps{Host: "server", Definitions: spec.Definitions{
		"com.example.v1.A": *spec.StringProperty(),
	}}}
	a, err := openapiv2.Build(context.Background(), definition("as", "A"), "v1")
	require.NoError(t, err)
	doc, conflicts = openapiv2.Merge(nil, static, a, a)
	assert.Equal(t, []openapiv2.Conflict{{Part: "definitions", Name: "com.example.v1.A"}}, conflicts)
	assert.Equal(t, "server", doc.Host)
	assert.Equal(t, spec.StringOrArray{"string"}, doc.Definitions["com.example.v1.A"].Type)
	assert.Len(t, static.Definitions, 1, "arguments are not written to")
}

func hashOf(t *testing.T, c *openapiv2.Catalog, groupVersion string) string {
	hash, err := c.Hash(context.Background(), groupVersion)
	require.NoError(t, err)
	return hash
}
