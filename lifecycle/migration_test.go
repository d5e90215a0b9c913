package lifecycle_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
)

func TestMigration(t *testing.T) {
	keys := []string{"versions", "stored", "objects", "rewrite", "remaining", "droppable", "reasons"}
	cases.Run(t, "testdata/migration.yaml", keys, func(t *testing.T, c cases.Case) {
		m, err := lifecycle.PlanMigration(context.Background(), versioned(c.Texts(t, "versions"), c.Value("stored")), counts(t, c))
		require.NoError(t, err)
		assert.Equal(t, c.Texts(t, "rewrite"), append([]string{}, m.Rewrite()...), "rewrite")
		assert.Equal(t, c.Texts(t, "remaining"), m.Remaining(), "remaining")
		assert.Equal(t, c.Texts(t, "droppable"), append([]string{}, m.Droppable()...), "droppable")
		if c.Has("reasons") {
			assert.Equal(t, c.Texts(t, "reasons"), reasons(m))
		}
	})
}

// versioned returns a CRD with versions given as "name served storage".
func versioned(versions []string, stored any) map[string]any {
	var list []any
	for _, text := range versions {
		words := strings.Fields(text)
		list = append(list, map[string]any{"name": words[0], "schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}},
			"served": slices.Contains(words, "served"), "storage": slices.Contains(words, "storage")})
	}
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec":   map[string]any{"group": "a.b", "names": map[string]any{"plural": "foos", "kind": "Foo"}, "versions": list},
		"status": map[string]any{"storedVersions": stored}}
}

func counts(t *testing.T, c cases.Case) map[string]int {
	if !c.Has("objects") {
		return nil
	}
	out := map[string]int{}
	for apiVersion, n := range c.Object(t, "objects") {
		out[apiVersion] = int(n.(int64))
	}
	return out
}

func reasons(m lifecycle.Migration) []string {
	var out []string
	for _, v := range m.Versions {
		if v.KeptInStatus != "" {
			out = append(out, v.Name+" status: "+v.KeptInStatus)
		}
		if v.KeptInSpec != "" {
			out = append(out, v.Name+" spec: "+v.KeptInSpec)
		}
	}
	return out
}

func TestMigrationUse(t *testing.T) {
	crd := versioned([]string{"v1 served storage", "v2"}, []any{"v1"})
	m, err := lifecycle.PlanMigration(context.Background(), crd, map[string]int{"a.b/v2": 4})
	require.NoError(t, err)
	require.Len(t, m.Versions, 2)
	want := lifecycle.VersionUse{Name: "v2", Declared: true, Objects: 4, Rewrite: true,
		KeptInSpec: "4 objects are stored in v2 and could not be read any more"}
	assert.Equal(t, want, m.Versions[0])
	m.StoredVersions[0] = "written"
	assert.Equal(t, []any{"v1"}, valueAt(crd, "status", "storedVersions"), "the crd was written to")
}

func TestStoredVersions(t *testing.T) {
	for _, c := range []struct {
		stored any
		want   []string
	}{
		{nil, []string{"v1"}}, // a new CRD has objects only in the storage version
		{[]any{}, []string{"v1"}},
		{[]any{"v1beta1", 1, "v1"}, []string{"v1beta1", "v1"}},
	} {
		m, err := lifecycle.PlanMigration(context.Background(), versioned([]string{"v1 storage"}, c.stored), nil)
		require.NoError(t, err)
		assert.Equal(t, c.want, m.StoredVersions)
	}
	m, err := lifecycle.PlanMigration(context.Background(), completed(nil), nil)
	require.NoError(t, err)
	assert.Equal(t, lifecycle.Migration{}, m)
}
