package registry_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// crdWith returns a stored CRD with fields of its spec.
func crdWith(version string, fields map[string]any) map[string]any {
	spec := map[string]any{
		"group": "example.com", "scope": "Namespaced", "conversion": map[string]any{"strategy": "None"},
		"names": map[string]any{"plural": "rooms", "singular": "room", "kind": "Room", "listKind": "RoomList"},
	}
	if version == "v1beta1" {
		spec["preserveUnknownFields"] = false
	}
	maps.Copy(spec, fields)
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/" + version, "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "rooms.example.com", "resourceVersion": "7"}, "spec": spec,
		"status": map[string]any{"conditions": nil, "acceptedNames": map[string]any{"plural": "", "kind": ""}, "storedVersions": []any{"v1"}},
	}
}

func TestStoredCRD(t *testing.T) {
	cases.Run(t, "testdata/crd-storage.yaml", []string{"crd", "stored", "v1beta1", "read", "error"}, func(t *testing.T, c cases.Case) {
		if c.Has("v1beta1") {
			assertRead(t, crdWith("v1beta1", c.Object(t, "v1beta1")), c.Object(t, "read"))
			return
		}
		crd := crdWith("v1", c.Object(t, "crd"))
		before := structural.Clone(crd)
		stored, err := registry.EncodeStoredCRD(t.Context(), crd)
		assert.Equal(t, before, crd, "the CRD was written to")
		if c.Has("error") {
			require.EqualError(t, err, c.Text(t, "error"))
			assert.Len(t, structural.ErrorsOf(err), 1)
			return
		}
		require.NoError(t, err)
		require.Equal(t, crdWith("v1beta1", c.Object(t, "stored")), stored)
		want := c.Object(t, "crd")
		if c.Has("read") {
			want = c.Object(t, "read")
		}
		assertRead(t, stored, want)
	})
}

func assertRead(t *testing.T, stored, spec map[string]any) {
	t.Helper()
	before := structural.Clone(stored)
	read, err := registry.DecodeStoredCRD(t.Context(), stored)
	require.NoError(t, err)
	assert.Equal(t, crdWith("v1", spec), read)
	assert.Equal(t, before, stored, "the CRD was written to")
}

// TestNotStoredCRD decodes values that are no CRDs.
func TestNotStoredCRD(t *testing.T) {
	for name, value := range map[string]map[string]any{
		"nothing":      nil,
		"a pod":        {"apiVersion": "v1", "kind": "Pod"},
		"another kind": {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinitionList"},
		"not JSON":     {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": make(chan int)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := registry.DecodeStoredCRD(t.Context(), value)
			assert.Error(t, err)
			_, err = registry.EncodeStoredCRD(t.Context(), value)
			assert.Error(t, err)
		})
	}
}
