package lifecycle_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

const nowText = "2026-11-21T00:00:00Z"

var (
	now   = time.Date(2026, 11, 21, 1, 0, 0, 5, time.FixedZone("", 3600))
	later = now.Add(time.Hour)
)

func TestReconcile(t *testing.T) {
	keys := []string{"crd", "siblings", "now", "want", "names", "stored", "finalizers", "unchanged"}
	cases.Run(t, "testdata/reconcile.yaml", keys, func(t *testing.T, c cases.Case) {
		crd := completed(c.Object(t, "crd"))
		var siblings []map[string]any
		for _, sibling := range listOf(c.Value("siblings")) {
			siblings = append(siblings, sibling.(map[string]any))
		}
		at := now
		if c.Has("now") {
			at = time.Time{}
		}
		before := structural.Clone(crd)
		got := reconcile(t, crd, siblings, at)

		assert.Equal(t, before, crd, "the input was written to")
		cases.RequireShared(t, got, crd)
		assert.Equal(t, c.Value("unchanged") == true, cases.Same(got, crd))
		assert.ElementsMatch(t, c.Texts(t, "want"), conditionTexts(got))
		for key, path := range map[string][]string{"names": {"status", "acceptedNames"}, "stored": {"status", "storedVersions"}} {
			if c.Has(key) {
				assert.Equal(t, c.Value(key), valueAt(got, path...), key)
			}
		}
		if c.Has("finalizers") {
			assert.Equal(t, listOf(c.Value("finalizers")), listOf(valueAt(got, "metadata", "finalizers")))
		}
		again := reconcile(t, got, siblings, later)
		assert.True(t, cases.Same(again, got), "the second call changed it: %v", conditionTexts(again))
	})
}

func reconcile(t *testing.T, crd map[string]any, siblings []map[string]any, at time.Time) map[string]any {
	got, err := lifecycle.Reconcile(t.Context(), crd, siblings, at)
	require.NoError(t, err)
	return got
}

// completed returns a CRD with the fields that cases leave out.
func completed(crd map[string]any) map[string]any {
	out := maps.Clone(crd)
	if out == nil {
		out = map[string]any{}
	}
	if out["kind"] == nil {
		out["apiVersion"], out["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
	}
	spec, _ := out["spec"].(map[string]any)
	if spec = maps.Clone(spec); spec != nil && spec["versions"] == nil && out["apiVersion"] == "apiextensions.k8s.io/v1" {
		spec["versions"] = []any{map[string]any{"name": "v1", "served": true, "storage": true}}
		out["spec"] = spec
	}
	return out
}

func valueAt(v any, path ...string) any {
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

func conditionTexts(crd map[string]any) []string {
	out := []string{}
	for _, c := range listOf(valueAt(crd, "status", "conditions")) {
		field := func(name string) string {
			text, _ := valueAt(c, name).(string)
			return text
		}
		if _, isMap := c.(map[string]any); !isMap {
			continue
		}
		line := field("type") + "=" + field("status") + " " + field("reason") + ": " + field("message")
		if at := field("lastTransitionTime"); at != "" {
			line += " @" + strings.Replace(at, nowText, "now", 1)
		}
		out = append(out, line)
	}
	return out
}

// New conditions are appended in the order of the controllers.
func TestReconcileOrder(t *testing.T) {
	got := reconcile(t, completed(map[string]any{
		"metadata": map[string]any{"deletionTimestamp": nowText, "finalizers": []any{lifecycle.CleanupFinalizer}},
		"spec": map[string]any{"group": "k8s.io", "preserveUnknownFields": true,
			"names": map[string]any{"plural": "foos", "kind": "Foo"}},
	}), nil, now)
	var types []string
	for _, c := range lifecycle.Conditions(got) {
		types = append(types, c.Type)
	}
	assert.Equal(t, []string{lifecycle.NamesAccepted, lifecycle.Established, lifecycle.NonStructuralSchema,
		lifecycle.KubernetesAPIApprovalPolicyConformant, lifecycle.Terminating}, types)
}

// The accepted names in the status share nothing with the spec.
func TestReconcileCopiesNames(t *testing.T) {
	crd := completed(map[string]any{"spec": map[string]any{"group": "a.b", "names": map[string]any{"plural": "foos", "kind": "Foo",
		"shortNames": []any{"f"}}}})
	got := reconcile(t, crd, nil, now)
	valueAt(got, "status", "acceptedNames", "shortNames").([]any)[0] = "written"
	require.Equal(t, "f", valueAt(crd, "spec", "names", "shortNames").([]any)[0])
}

func TestNotACRD(t *testing.T) {
	for name, crd := range map[string]map[string]any{
		"nothing":       nil,
		"another kind":  {"apiVersion": "apiextensions.k8s.io/v1", "kind": "List"},
		"no kind":       {"apiVersion": "apiextensions.k8s.io/v1"},
		"a new version": {"apiVersion": "apiextensions.k8s.io/v2", "kind": "CustomResourceDefinition"},
		"not JSON":      {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": struct{}{}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := lifecycle.Reconcile(t.Context(), crd, nil, now)
			assert.Error(t, err)
			_, err = lifecycle.MarkForDeletion(context.Background(), crd, now)
			assert.Error(t, err)
			_, err = lifecycle.Finalize(context.Background(), crd, lifecycle.ObjectsRemoved, nil, now)
			assert.Error(t, err)
			_, err = lifecycle.PlanMigration(context.Background(), crd, nil)
			assert.Error(t, err)
		})
	}
}

func TestConditionsOfNonsense(t *testing.T) {
	for _, status := range []any{nil, "x", map[string]any{}, map[string]any{"conditions": "x"},
		map[string]any{"conditions": []any{nil, "x", map[string]any{"type": 1, "status": "True"}}}} {
		assert.Empty(t, lifecycle.Conditions(map[string]any{"status": status}))
	}
	_, found := lifecycle.ConditionOf(nil, lifecycle.Established)
	assert.False(t, found)
}

func TestTransitionTimes(t *testing.T) {
	crd := map[string]any{"status": map[string]any{"conditions": []any{
		map[string]any{"type": "A", "lastTransitionTime": nowText}, map[string]any{"type": "B", "lastTransitionTime": "x"}, map[string]any{"type": "C"},
	}}}
	conditions := lifecycle.Conditions(crd)
	assert.True(t, conditions[0].LastTransitionTime.Equal(now.Truncate(time.Second)))
	assert.True(t, conditions[1].LastTransitionTime.IsZero())
	assert.True(t, conditions[2].LastTransitionTime.IsZero())
}

func FuzzReconcile(f *testing.F) {
	for _, file := range []string{"testdata/reconcile.yaml", "testdata/deletion.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		docs, err := decode.Stream(context.Background(), text)
		require.NoError(f, err)
		for _, doc := range docs {
			fields, err := doc.Object()
			require.NoError(f, err)
			siblings := listOf(fields["siblings"])
			f.Add(encoded(f, fields["crd"]), encoded(f, append(siblings, map[string]any{})[0]))
		}
	}
	f.Fuzz(func(t *testing.T, crd, sibling []byte) {
		own, ok := cases.FromJSON(crd)
		siblings := make([]map[string]any, 1)
		siblings[0], _ = cases.FromJSON(sibling)
		if !ok {
			return
		}
		own = completed(own)
		before := structural.Clone(own)
		reconciled, err := lifecycle.Reconcile(t.Context(), own, siblings, now)
		if err != nil {
			return
		}
		require.True(t, cases.Same(reconcile(t, reconciled, siblings, later), reconciled), "the second call changed it")
		if structural.Equal(own, reconciled) {
			require.True(t, cases.Same(own, reconciled), "nothing changed")
		}
		deleted, err := lifecycle.MarkForDeletion(context.Background(), reconciled, now)
		require.NoError(t, err)
		for result := range lifecycle.ObjectsNotConfirmed + 1 {
			_, err = lifecycle.Finalize(context.Background(), deleted, result, errors.New("trouble"), time.Time{})
			require.NoError(t, err)
		}
		lifecycle.Discover("a.b", []map[string]any{reconciled, deleted, siblings[0], nil})
		_, err = lifecycle.PlanMigration(context.Background(), own, nil)
		require.NoError(t, err)
		require.True(t, structural.Equal(before, own), "the input was written to")
	})
}

func encoded(f *testing.F, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(f, err)
	return text
}
