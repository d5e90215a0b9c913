package lifecycle_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

const now = "2026-11-21T00:00:00Z"

func TestSettle(t *testing.T) {
	keys := []string{"crd", "others", "now", "want", "names", "stored", "finalizers", "unchanged"}
	cases.Run(t, "testdata/settle.yaml", keys, func(t *testing.T, c cases.Case) {
		crd := completed(c.Object(t, "crd"))
		var others []map[string]any
		for _, other := range listOf(c.Value("others")) {
			others = append(others, other.(map[string]any))
		}
		time := "now"
		if c.Has("now") {
			time = c.Text(t, "now")
		}
		before := structural.Clone(crd)
		got := lifecycle.Settle(crd, others, time)

		assert.Equal(t, before, crd, "the input was written to")
		cases.RequireShared(t, got, crd)
		assert.Equal(t, c.Value("unchanged") == true, cases.Same(got, crd))
		assert.ElementsMatch(t, c.Texts(t, "want"), conditionTexts(got))
		for key, path := range map[string][]string{"names": {"status", "acceptedNames"}, "stored": {"status", "storedVersions"}} {
			if c.Has(key) {
				assert.Equal(t, c.Value(key), at(got, path...), key)
			}
		}
		if c.Has("finalizers") {
			assert.Equal(t, listOf(c.Value("finalizers")), listOf(at(got, "metadata", "finalizers")))
		}
		again := lifecycle.Settle(got, others, "later")
		assert.True(t, cases.Same(again, got), "it has not come to rest: %v", conditionTexts(again))
	})
}

// completed is a manifest with what the cases leave out.
func completed(crd map[string]any) map[string]any {
	out := maps.Clone(crd)
	if out["kind"] == nil {
		out["apiVersion"], out["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
	}
	spec, _ := out["spec"].(map[string]any)
	if spec = maps.Clone(spec); spec["versions"] == nil && out["apiVersion"] == "apiextensions.k8s.io/v1" {
		spec["versions"] = []any{map[string]any{"name": "v1", "served": true, "storage": true}}
	}
	out["spec"] = spec
	return out
}

func at(v any, path ...string) any {
	for _, step := range path {
		m, _ := v.(map[string]any)
		v = m[step]
	}
	return v
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return append([]any{}, list...)
}

// conditionTexts are the conditions of a definition, in one line each.
func conditionTexts(crd map[string]any) []string {
	out := []string{}
	for _, c := range listOf(at(crd, "status", "conditions")) {
		field := func(name string) string {
			text, _ := at(c, name).(string)
			return text
		}
		if _, isMap := c.(map[string]any); !isMap {
			continue
		}
		line := field("type") + "=" + field("status") + " " + field("reason") + ": " + field("message")
		if time := field("lastTransitionTime"); time != "" {
			line += " @" + time
		}
		out = append(out, line)
	}
	return out
}

// New conditions are appended in the order of the controllers.
func TestSettleOrder(t *testing.T) {
	got := lifecycle.Settle(completed(map[string]any{
		"metadata": map[string]any{"deletionTimestamp": now, "finalizers": []any{lifecycle.Finalizer}},
		"spec": map[string]any{"group": "k8s.io", "preserveUnknownFields": true,
			"names": map[string]any{"plural": "foos", "kind": "Foo"}},
	}), nil, now)
	var types []any
	for _, c := range listOf(at(got, "status", "conditions")) {
		types = append(types, at(c, "type"))
	}
	assert.Equal(t, []any{"NamesAccepted", "Established", "NonStructuralSchema", "KubernetesAPIApprovalPolicyConformant", "Terminating"}, types)
}

// What is written into the status is no part of the spec.
func TestSettleSharesNothingWithItself(t *testing.T) {
	crd := completed(map[string]any{"spec": map[string]any{"group": "a.b", "names": map[string]any{"plural": "foos", "kind": "Foo",
		"shortNames": []any{"f"}}}})
	got := lifecycle.Settle(crd, nil, now)
	at(got, "status", "acceptedNames", "shortNames").([]any)[0] = "written"
	require.Equal(t, "f", at(crd, "spec", "names", "shortNames").([]any)[0])
}
