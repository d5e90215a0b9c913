package validate_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// hostile returns crds in which something is repeated, in numbers that grow with
// halves.
func hostile(halves int) map[string]map[string]any {
	of := func(version func(i int) map[string]any, n int) map[string]any {
		versions := make([]any, n)
		for i := range versions {
			versions[i] = version(i)
		}
		return map[string]any{"spec": map[string]any{"versions": versions}}
	}
	schema := func(s map[string]any) map[string]any {
		return map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": s}}
	}
	storage := map[string]any{"storage": true}
	other := map[string]any{"subresources": map[string]any{"status": map[string]any{}}}
	defaulted := map[string]any{"type": "object"}
	for range 1_500 * halves {
		defaulted = map[string]any{
			"type": "object", "default": map[string]any{}, "properties": map[string]any{"a": defaulted},
			"x-kubernetes-validations": []any{map[string]any{"rule": "true"}},
		}
	}
	return map[string]map[string]any{
		"rules of defaults": of(func(int) map[string]any { return schema(defaulted) }, 1),
		"empty versions":    of(func(int) map[string]any { return nil }, 30_000*halves),
		"storage versions":  of(func(int) map[string]any { return storage }, 15_000*halves),
		"named versions": of(func(i int) map[string]any {
			if i == 0 {
				return other
			}
			return map[string]any{"name": fmt.Sprint("v", i)}
		}, 15_000*halves),
		"different schemas": of(func(i int) map[string]any {
			return schema(map[string]any{"description": fmt.Sprint(i), "format": fmt.Sprint("f", i), "x-kubernetes-validations": []any{map[string]any{"rule": fmt.Sprint(i)}}})
		}, 1_000*halves),
		"names": {"spec": map[string]any{"names": map[string]any{"shortNames": slices.Repeat([]any{"A"}, 50_000*halves)}}},
		"the path of a service": {"spec": map[string]any{"conversion": map[string]any{
			"strategy": "Webhook", "webhook": map[string]any{"clientConfig": map[string]any{"service": map[string]any{"path": strings.Repeat("/A", 50_000*halves)}}},
		}}},
		"review versions": {"spec": map[string]any{"conversion": map[string]any{
			"strategy": "Webhook", "webhook": map[string]any{"conversionReviewVersions": slices.Repeat([]any{"A"}, 50_000*halves)},
		}}},
	}
}

// Nothing grows with the square of the CRD: twice the CRD allocates much less than four
// times as much. The test measures memory instead of time. Errors are bounded.
func TestHostileDefinitions(t *testing.T) {
	half := hostile(1)
	for name, crd := range hostile(2) {
		t.Run(name, func(t *testing.T) {
			assert.Less(t, allocatedFor(t, crd), 3*allocatedFor(t, half[name]))
		})
	}
}

// allocatedFor returns the number of bytes that writing a CRD allocates.
func allocatedFor(t *testing.T, crd map[string]any) uint64 {
	t.Helper()
	return worktest.Allocated(func() {
		s := server()
		for _, out := range []validate.Outcome{outcome(s.Create(t.Context(), crd)), outcome(s.Update(t.Context(), crd, crd)), outcome(s.UpdateStatus(t.Context(), crd, crd))} {
			size := 0
			for _, e := range out.Errors {
				size += len(e.Path)*16 + len(e.Error())
			}
			assert.Less(t, size, 64<<20)
		}
	})
}

// A call ends while it checks names, whichever of them it looks at.
func TestNamesEndWithContext(t *testing.T) {
	crd := hostile(1)["names"]
	all := worktest.EndAfter(math.MaxInt)
	_, err := server().Create(all, crd)
	require.NoError(t, err)
	assert.Greater(t, all.Looks(), 40, "once for 1,024 names")
	for looks := range all.Looks() {
		out, err := server().Create(worktest.EndAfter(looks), crd)
		require.ErrorIs(t, err, context.Canceled, "after %d looks", looks)
		require.Zero(t, out)
	}
}

// The error of an expression that is too much work has its path in the CRD.
func TestPathOfTooMuchWork(t *testing.T) {
	rule := "[1]" + strings.Repeat(".map(x, {x: x})", 30) + " == []"
	crd := map[string]any{
		"metadata": map[string]any{"name": "as.e.io"},
		"spec": map[string]any{
			"group": "e.io", "scope": "Cluster", "names": map[string]any{"plural": "as", "kind": "A"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": map[string]any{
				"type": "object", "properties": map[string]any{"a": map[string]any{
					"type": "string", "x-kubernetes-validations": []any{map[string]any{"rule": "true"}, map[string]any{"rule": rule}},
				}},
			}}}},
		},
	}
	_, err := server().Create(t.Context(), crd)
	assert.EqualError(t, err, "too much work: the types of an expression: more than 134217728 steps checking rules"+
		" at spec.versions[0].schema.openAPIV3Schema.properties[a].x-kubernetes-validations[1].rule")
}
