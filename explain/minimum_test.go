package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

func crdOf(schema any) map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema},
			}},
		},
	}
}

func TestMinimumVersion(t *testing.T) {
	cases.Run(t, "testdata/minimum.yaml", []string{"schema", "text"}, func(t *testing.T, c cases.Case) {
		crd := crdOf(c.Value("schema"))
		before := structural.Clone(crd)
		got, err := explain.MinimumVersion(t.Context(), crd)
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "text"), got.String())
		assert.Equal(t, before, crd)
		minor, failed := kubeversion.Minor(got.Version)
		require.Nil(t, failed)
		assert.Len(t, errorsAt(t, crd, minor), len(errorsAt(t, crd, kubeversion.Newest)))
	})
}

func errorsAt(t *testing.T, crd map[string]any, minor int) structural.Errors {
	t.Helper()
	result, err := crdschema.ValidateCRD(t.Context(), crd, nil, crdschema.WithKubernetesVersion(kubeversion.Name(minor)))
	require.NoError(t, err)
	return result.Errors
}

func TestMinimumVersionOfOtherValues(t *testing.T) {
	got, err := explain.MinimumVersion(t.Context(), map[string]any{"spec": "none"})
	require.NoError(t, err)
	assert.Equal(t, explain.Minimum{Version: "1.30"}, got)
	_, err = explain.MinimumVersion(t.Context(), nil)
	require.EqualError(t, err, "there is no crd")
	_, err = explain.MinimumVersion(t.Context(), map[string]any{"a": func() {}})
	require.Error(t, err)
	_, err = explain.MinimumVersion(t.Context(), cases.Endless())
	require.Error(t, err)
}
