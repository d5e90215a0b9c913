package compat_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// crdOf returns a CRD with a schema of spec.
func crdOf(spec map[string]any) map[string]any {
	spec = structural.Clone(spec)
	spec["type"] = "object"
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{
				"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{"spec": spec}},
			}}},
		},
	}
}

func TestCompare(t *testing.T) {
	text, err := os.ReadFile("testdata/changes.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(t.Context(), append([]byte("cases:\n"), text...))
	require.NoError(t, err)
	for _, c := range docs[0].Object["cases"].([]any) {
		c := c.(map[string]any)
		t.Run(fmt.Sprint(c["name"]), func(t *testing.T) {
			t.Parallel()
			old, upgraded := crdOf(c["old"].(map[string]any)), crdOf(c["new"].(map[string]any))
			got, err := compat.Compare(t.Context(), old, upgraded)
			require.NoError(t, err)
			lines := []any{}
			for _, f := range got.Findings {
				lines = append(lines, fmt.Sprint(f.Check, " ", f.Verdict, " ", f.Effect))
				checkWitness(t, old, upgraded, f)
			}
			assert.Equal(t, c["want"], lines, "%s", got)
		})
	}
}

// checkWitness sends a witness to both definitions once more.
func checkWitness(t *testing.T, old, upgraded map[string]any, f compat.Finding) {
	t.Helper()
	w := f.Witness
	if w == nil {
		return
	}
	req := crdschema.Request{Object: w.Object, Old: w.Old, Operation: w.Operation, FieldValidation: crdschema.Strict}
	if w.Operation == crdschema.Patch {
		req.Operation = crdschema.Create
	}
	before, err := mustCompile(t, old).Admit(t.Context(), req)
	require.NoError(t, err)
	assert.True(t, before.Accepted(), "%v", before.Err())
	req.FieldValidation = crdschema.Ignore
	after, err := mustCompile(t, upgraded).Admit(t.Context(), req)
	require.NoError(t, err)
	switch f.Effect {
	case compat.Refuses:
		assert.False(t, after.Accepted())
	case compat.Drops, compat.Defaults, compat.Stores:
		assert.NotEqual(t, before.Object, after.Object)
	case compat.Ownership:
		assert.NotEqual(t, w.OldManagers, w.Managers)
	}
}

func mustCompile(t *testing.T, crd map[string]any) *crdschema.Definition {
	t.Helper()
	d, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	return d
}
