package oracle

import (
	"math/rand/v2"
	"testing"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestAdapterAttributes compares the labels and fields by which objects are selected. The
// fields hold values of all types, as objects may that were stored before their schema.
func TestAdapterAttributes(t *testing.T) {
	e, ok := newEndpoint(selectableCRD, "v1")
	if !ok {
		t.Fatal("the reference cannot serve the definition")
	}
	v, _ := e.ours.Version("v1")
	ours := apimachinery.NewStrategy(v)
	theirs, _ := e.theirs.Strategies()
	cases := parity.Generated(parity.Full(20_000), func(seed uint64) map[string]any {
		r := parity.Rand(seed)
		nested := map[string]any{"deep": selected(r), "d-ash": selected(r)}
		return map[string]any{
			"apiVersion": "example.com/v1", "kind": "Part",
			"metadata": map[string]any{"name": oneOf[any](r, "a", "", int64(5)), "namespace": oneOf[any](r, "b", nil), "labels": oneOf[any](r, map[string]any{"c": "d"}, "e", nil)},
			"spec":     oneOf[any](r, map[string]any{"text": selected(r), "count": selected(r), "flag": selected(r), "nested": oneOf[any](r, nested, selected(r))}, selected(r)),
		}
	})
	parity.Run(t, "adapter-attributes", cases, func(c *parity.Check, obj map[string]any) {
		compareParts(c, obj, ours, theirs)
	})
}

// selected returns a value of any type.
func selected(r *rand.Rand) any {
	return oneOf[any](r, "x", "", int64(7), int64(-9_007_199_254_740_993), 1.5, 1e21, true, false, nil, []any{"a", int64(1)}, []any{}, map[string]any{"a": "b"}, map[string]any{}, []any{map[string]any{"deep": "y"}})
}

// selectableCRD declares selectable fields of all types that may be.
var selectableCRD = map[string]any{
	"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "parts.example.com"},
	"spec": map[string]any{
		"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "parts", "kind": "Part"},
		"versions": []any{map[string]any{
			"name": "v1", "storage": true,
			"selectableFields": []any{
				map[string]any{"jsonPath": ".spec.text"}, map[string]any{"jsonPath": ".spec.count"}, map[string]any{"jsonPath": ".spec.flag"},
				map[string]any{"jsonPath": ".spec.nested.deep"}, map[string]any{"jsonPath": ".spec.nested.d-ash"},
			},
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{
				"spec": map[string]any{"type": "object", "properties": map[string]any{
					"text": map[string]any{"type": "string"}, "count": map[string]any{"type": "integer"}, "flag": map[string]any{"type": "boolean"},
					"nested": map[string]any{"type": "object", "properties": map[string]any{"deep": map[string]any{"type": "string"}, "d-ash": map[string]any{"type": "string"}}},
				}},
			}}},
		}},
	},
}
