package compat_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// TestUpgrades compares whole CRDs.
func TestUpgrades(t *testing.T) {
	text, err := os.ReadFile("testdata/upgrades.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(t.Context(), append([]byte("cases:\n"), text...))
	require.NoError(t, err)
	for _, c := range docs[0].Object["cases"].([]any) {
		c := c.(map[string]any)
		t.Run(fmt.Sprint(c["name"]), func(t *testing.T) {
			t.Parallel()
			got, err := compat.Compare(t.Context(), patched(c["old"]), patched(c["new"]))
			require.NoError(t, err)
			lines := []any{}
			for _, f := range got.Findings {
				lines = append(lines, fmt.Sprint(f.Check, " ", f.Verdict, " ", f.Effect))
			}
			assert.Equal(t, c["want"], lines, "%s", got)
			steps, _ := c["steps"].([]any)
			require.Len(t, got.Steps, len(steps), "%s", got)
			for i, step := range steps {
				assert.True(t, strings.HasPrefix(got.Steps[i], step.(string)), "%s", got.Steps[i])
			}
		})
	}
}

// patched returns a CRD with a patch. Versions are words: a name and what is special about it.
func patched(patch any) map[string]any {
	crd := crdOf(map[string]any{"properties": map[string]any{"a": map[string]any{"type": "string"}, "b": map[string]any{"type": "integer"}}})
	changes, _ := structural.Clone(patch).(map[string]any)
	spec, _ := changes["spec"].(map[string]any)
	words, _ := spec["versions"].([]any)
	delete(spec, "versions")
	if words == nil {
		words = []any{"v1"}
	}
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	var versions []any
	for _, w := range words {
		versions = append(versions, special(structural.Clone(version), strings.Fields(w.(string))))
	}
	merge(crd, changes)
	crd["spec"].(map[string]any)["versions"] = versions
	if crd["apiVersion"] == "apiextensions.k8s.io/v1beta1" {
		crd["spec"].(map[string]any)["preserveUnknownFields"] = false
	}
	return crd
}

func special(v map[string]any, words []string) map[string]any {
	v["name"] = words[0]
	v["storage"] = words[0] == "v1"
	schema := v["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	properties := schema["properties"].(map[string]any)
	properties["status"] = map[string]any{"type": "object", "properties": map[string]any{"n": map[string]any{"type": "integer"}}}
	for _, w := range words[1:] {
		switch w {
		case "unserved":
			v["served"] = false
		case "storage":
			v["storage"] = true
		case "other":
			v["storage"] = false
		case "status":
			v["subresources"] = map[string]any{"status": map[string]any{}}
		case "scale":
			v["subresources"] = map[string]any{"scale": map[string]any{"specReplicasPath": ".spec.b", "statusReplicasPath": ".status.n"}}
		case "small":
			delete(properties["spec"].(map[string]any)["properties"].(map[string]any), "b")
		case "unstructured":
			properties["spec"].(map[string]any)["properties"].(map[string]any)["a"] = map[string]any{}
		}
	}
	return v
}

func merge(into, patch map[string]any) {
	for k, v := range patch {
		inner, ok := v.(map[string]any)
		if current, isMap := into[k].(map[string]any); ok && isMap {
			merge(current, inner)
			continue
		}
		into[k] = v
	}
}

// TestCompareErrors checks the errors of inputs that cannot be compared.
func TestCompareErrors(t *testing.T) {
	good := patched(map[string]any{})
	for name, c := range map[string]struct {
		old, upgraded map[string]any
		want          string
	}{
		"nothing":      {nil, good, "the old CRD: it is missing"},
		"another kind": {good, map[string]any{"apiVersion": "v1", "kind": "Secret"}, "the new CRD: "},
		"not JSON":     {good, map[string]any{"spec": make(chan int)}, "the new CRD: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compat.Compare(t.Context(), c.old, c.upgraded)
			assert.ErrorContains(t, err, c.want)
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := compat.Compare(ctx, good, patched(map[string]any{"spec": map[string]any{"versions": []any{"v1 small"}}}))
	assert.ErrorIs(t, err, context.Canceled)
}

// TestCompareLarge compares CRDs of 3 MiB. Texts of findings stay small.
func TestCompareLarge(t *testing.T) {
	fields := map[string]any{}
	for i := range 2_000 {
		fields[fmt.Sprintf("field%05d", i)] = map[string]any{"type": "string", "pattern": strings.Repeat("a", 1_000), "enum": []any{strings.Repeat("b", 400)}}
	}
	old := crdOf(map[string]any{"properties": fields})
	wider := maps.Clone(fields)
	wider["field00007"] = map[string]any{"type": "string", "enum": []any{strings.Repeat("b", 400), "c"}}
	got, err := compat.Compare(t.Context(), old, crdOf(map[string]any{"properties": wider}))
	require.NoError(t, err)
	assert.Equal(t, compat.Safe, got.Verdict(), "%s", got)
	assert.Len(t, got.Findings, 2)
	assert.Less(t, len(got.String()), 2_000)
}
