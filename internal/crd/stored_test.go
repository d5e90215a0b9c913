package crd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// TestStoredSchemas checks how keywords of schemas are stored.
func TestStoredSchemas(t *testing.T) {
	for name, c := range map[string]struct{ written, stored map[string]any }{
		"whole numbers":  {map[string]any{"maximum": 5e18, "minimum": -5e18, "multipleOf": 2.0}, map[string]any{"maximum": int64(5e18), "minimum": int64(-5e18), "multipleOf": int64(2)}},
		"other numbers":  {map[string]any{"maximum": 1e21, "minimum": 1.5, "multipleOf": 1e19}, map[string]any{"maximum": 1e21, "minimum": 1.5, "multipleOf": 1e19}},
		"large integers": {map[string]any{"maximum": int64(1)<<53 + 1}, map[string]any{"maximum": int64(1) << 53}},
		"no schemas":     {map[string]any{"items": []any{}}, map[string]any{}},
		"free values":    {map[string]any{"default": map[string]any{"a": []any{3.0, "x"}}}, map[string]any{"default": map[string]any{"a": []any{int64(3), "x"}}}},
		"empty keywords": {map[string]any{"pattern": "", "enum": []any{}, "nullable": false, "unknown": 1.0}, map[string]any{}},
		"null in names":  {map[string]any{"required": []any{"a", nil}}, map[string]any{"required": []any{"a", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			written := withSchema(c.written)
			before := structural.Clone(written)
			assert.Equal(t, c.stored, schemaIn(crd.StoredSpec(written)))
			assert.Equal(t, before, written, "the manifest was written to")
		})
	}
}

func withSchema(schema map[string]any) map[string]any {
	version := map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": map[string]any{"versions": []any{version}}}
}

func schemaIn(spec map[string]any) any {
	version := spec["versions"].([]any)[0].(map[string]any)
	return version["schema"].(map[string]any)["openAPIV3Schema"]
}

// TestStatus checks the times and the stored versions of a status.
func TestStatus(t *testing.T) {
	condition := map[string]any{"type": "A", "status": "True", "lastTransitionTime": "2024-01-02T03:04:05+01:00"}
	got := crd.StoredStatus(map[string]any{"status": map[string]any{"conditions": []any{condition}, "unknown": true}}, []string{"v1"})
	assert.Equal(t, map[string]any{
		"acceptedNames":  map[string]any{"kind": "", "plural": ""},
		"conditions":     []any{map[string]any{"type": "A", "status": "True", "lastTransitionTime": "2024-01-02T02:04:05Z"}},
		"storedVersions": []any{"v1"},
	}, got)
}
