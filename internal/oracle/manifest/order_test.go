package manifest

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestOrder compares the order of the errors of new definitions. Two errors that the reference
// always reports in one order come in this order here, too. Door R7.
func TestOrder(t *testing.T) {
	real := definitions(t)
	cases := parity.Join(wrongSchemas(t), wrongDefinitions(t), parity.Tenth(real), parity.Times(real, max(parity.Full(10), parity.Full(5_000)/real.N), mutated))
	parity.Run(t, "crd-order", cases, func(c *parity.Check, manifest map[string]any) {
		got, err := admit(manifest, nil)
		if err != nil || len(got.Errors) < 2 || len(got.Errors) > 64 {
			c.Void()
			return
		}
		wrong := parity.Inversion(parity.EachOnce(c.OurTexts(got.Errors)), 30, func() []string { return shuffledAnswer(manifest) })
		c.Equal("pair that never changes places", wrong, "")
	})
}

// wrongSchemas returns definitions with the schemas of testdata/order.yaml.
func wrongSchemas(t *testing.T) manifests {
	text, err := os.ReadFile("testdata/order.yaml")
	require.NoError(t, err)
	doc, err := corpus.DecodeYAML(text)
	require.NoError(t, err)
	return parity.Map(parity.List(slices.Sorted(maps.Keys(doc)), func(name string) string { return name }), func(name string) map[string]any {
		return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "as.example.com"},
			"spec": map[string]any{"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "as", "kind": "A"},
				"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "subresources": map[string]any{"status": map[string]any{}},
					"schema": map[string]any{"openAPIV3Schema": doc[name]}}}}}
	})
}

// wrongDefinitions returns the definitions of testdata/order_definitions.yaml.
func wrongDefinitions(t *testing.T) manifests {
	text, err := os.ReadFile("testdata/order_definitions.yaml")
	require.NoError(t, err)
	doc, err := corpus.DecodeYAML(text)
	require.NoError(t, err)
	return parity.Map(parity.List(slices.Sorted(maps.Keys(doc)), func(name string) string { return name }), func(name string) map[string]any {
		return doc[name].(map[string]any)
	})
}

// shuffledAnswer returns the errors of the reference for a manifest with its maps in another
// order.
func shuffledAnswer(manifest map[string]any) (errors []string) {
	crd, err := upstream.Definition(parity.Shuffled(manifest))
	if err != nil {
		return nil
	}
	upstream.Call(func() verdict {
		v := create(crd)
		errors = v.Errors
		return v
	})
	return errors
}
