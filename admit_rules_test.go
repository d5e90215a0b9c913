package crdschema_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// ruled returns a definition of CronTabs with a status, whose root has the given
// properties and rules.
func ruled(t testing.TB, properties, rules any) *crdschema.Definition {
	t.Helper()
	root := map[string]any{"type": "object"}
	for name, v := range map[string]any{"properties": properties, "x-kubernetes-validations": rules} {
		if v != nil {
			root[name] = v
		}
	}
	definition, err := crdschema.Compile(t.Context(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "crontabs.stable.example.com"},
		"spec": map[string]any{
			"group": "stable.example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "crontabs", "kind": "CronTab"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"subresources": map[string]any{"status": map[string]any{}}, "schema": map[string]any{"openAPIV3Schema": root},
			}},
		},
	})
	require.NoError(t, err)
	return definition
}

func TestAdmitRules(t *testing.T) {
	keys := []string{"properties", "rules", "request", "object", "old", "errors", "ratcheted", "warnings", "cost"}
	cases.Run(t, "testdata/admit-rules.yaml", keys, func(t *testing.T, c cases.Case) {
		got, err := ruled(t, c.Value("properties"), c.Value("rules")).Admit(t.Context(), requestOf(t, c))
		require.NoError(t, err)
		require.Nil(t, early(got.Status(), got.Errors))
		assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts())
		assert.Equal(t, c.Texts(t, "ratcheted"), got.Ratcheted.Texts())
		assert.Equal(t, list(c.Texts(t, "warnings")), list(got.Warnings))
		assert.Equal(t, c.Value("cost"), got.Cost)
	})
}

// Many goroutines create and update valid and invalid objects of one definition
// that has not been used before.
func TestRulesConcurrently(t *testing.T) {
	properties := map[string]any{
		"count": map[string]any{"type": "integer", "x-kubernetes-validations": []any{map[string]any{"rule": "self == oldSelf || self > 3"}}},
		"names": map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"}},
	}
	rules := []any{map[string]any{"rule": "size(self.names) <= self.count", "messageExpression": "string(size(self.names))"}}
	var requests []crdschema.Request
	var want []crdschema.Result
	for i := range 20 {
		meta := map[string]any{"name": "a", "namespace": "d", "resourceVersion": "1"}
		req := crdschema.Request{Object: typed(map[string]any{"metadata": meta, "count": int64(i % 5), "names": []any{"a", "b", "c"}[:i%4]})}
		if i%2 == 1 {
			req.Operation, req.Old = crdschema.Update, typed(map[string]any{"metadata": meta, "count": int64(i % 3), "names": []any{"c"}})
		}
		got, err := ruled(t, properties, rules).Admit(t.Context(), req)
		require.NoError(t, err)
		requests, want = append(requests, req), append(want, got)
	}
	definition := ruled(t, properties, rules)
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range requests {
				k := (i + j) % len(requests)
				got, err := definition.Admit(t.Context(), requests[k])
				assert.NoError(t, err)
				assert.Equal(t, want[k], got)
			}
		}()
	}
	wg.Wait()
}

// A context that ends while rules are evaluated leaves no verdict.
func TestCancelledInRules(t *testing.T) {
	slow := "self.all(a, self.all(b, self.all(c, a + b + c < 1000)))"
	definition := ruled(t, map[string]any{"l": map[string]any{
		"type": "array", "items": map[string]any{"type": "integer"}, "x-kubernetes-validations": []any{map[string]any{"rule": slow}},
	}}, nil)
	numbers := make([]any, 45)
	for i := range numbers {
		numbers[i] = int64(i)
	}
	req := crdschema.Request{Object: typed(map[string]any{"metadata": map[string]any{"name": "a", "namespace": "d"}, "l": numbers})}
	got, err := definition.Admit(t.Context(), req)
	require.NoError(t, err)
	require.True(t, got.Accepted())
	require.Positive(t, got.Cost)

	got, err = definition.Admit(worktest.EndAfter(19), req) // the request has been decoded then
	assert.Equal(t, context.Canceled, err)
	assert.Zero(t, got)
}
