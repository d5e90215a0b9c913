package lifecycle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
)

// The documents of a cluster, each as a whole.
func TestDiscoveryDocuments(t *testing.T) {
	cases.Run(t, "testdata/discovery_documents.yaml", []string{"definitions", "groups", "aggregated", "etag"}, func(t *testing.T, c cases.Case) {
		var crds []map[string]any
		for _, d := range listOf(c.Value("definitions")) {
			crds = append(crds, reconcile(t, completed(d.(map[string]any)), nil, time.Time{}))
		}
		groups := lifecycle.DiscoverAll(crds)
		assert.Equal(t, c.Value("groups"), lifecycle.APIGroupList(groups...)["groups"])
		list := lifecycle.APIGroupDiscoveryList(groups...)
		assert.Equal(t, c.Value("aggregated"), list["items"])
		assert.Equal(t, c.Value("etag"), lifecycle.ETag(list))
		for _, d := range groups {
			assert.Equal(t, lifecycle.Discover(d.Group, crds), d)
		}
	})
}

// Groups of the server itself may have entries of any form.
func TestAggregatedDiscoveryOfOtherGroups(t *testing.T) {
	list := lifecycle.APIGroupDiscoveryList(lifecycle.Discovery{Group: "a.b", Versions: []string{"v1", "v2"}, Resources: map[string][]map[string]any{"v1": {
		{"name": "orphans/status", "kind": "Orphan", "verbs": []any{"get", int64(1)}, "namespaced": true},
		{"name": "wrongs", "kind": int64(1), "verbs": "get", "namespaced": "true", "shortNames": map[string]any{}},
		nil,
	}}})
	kind := func(group, version, kind string) map[string]any {
		return map[string]any{"group": group, "version": version, "kind": kind}
	}
	assert.Equal(t, []any{
		map[string]any{"version": "v1", "freshness": "Current", "resources": []any{
			map[string]any{"resource": "orphans", "singularResource": "", "scope": "Namespaced", "responseKind": kind("", "", ""), "verbs": nil,
				"subresources": []any{map[string]any{"subresource": "status", "responseKind": kind("a.b", "v1", "Orphan"), "verbs": []any{"get"}}}},
			map[string]any{"resource": "wrongs", "singularResource": "", "scope": "Cluster", "responseKind": kind("a.b", "v1", ""), "verbs": []any{}},
			map[string]any{"resource": "", "singularResource": "", "scope": "Cluster", "responseKind": kind("a.b", "v1", ""), "verbs": []any{}},
		}},
		map[string]any{"version": "v2", "freshness": "Current"},
	}, list["items"].([]any)[0].(map[string]any)["versions"])
}

// Values of wrong types count as absent, and groups without versions are not listed.
func TestDiscoveryOfAnything(t *testing.T) {
	empty := lifecycle.APIGroupDiscoveryList(lifecycle.Discovery{Group: "a.b"})
	assert.Empty(t, empty["items"])
	for _, document := range []map[string]any{nil, {}, {"items": nil}, {"items": "x"}, {"items": []any{nil, "x"}}, {"kind": "X", "metadata": map[string]any{"resourceVersion": "1"}}} {
		assert.Equal(t, lifecycle.ETag(empty), lifecycle.ETag(document))
	}
	established := map[string]any{"conditions": []any{nil, map[string]any{"type": "Established", "status": "True"}}, "acceptedNames": "x"}
	for _, crd := range []map[string]any{nil, {}, {"spec": nil, "status": established}, {"spec": "x", "status": established},
		{"spec": map[string]any{"group": int64(1), "versions": map[string]any{}, "names": []any{}}, "status": established},
		{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": map[string]any{"group": "a.b", "versions": []any{nil, "x", map[string]any{"name": nil, "served": "true"}}}, "status": established},
	} {
		assert.Empty(t, lifecycle.DiscoverAll([]map[string]any{crd}), crd)
	}
}

// An empty list of verbs and an absent one are different documents.
func TestETagOfVerbs(t *testing.T) {
	of := func(verbs any) string {
		return lifecycle.ETag(map[string]any{"items": []any{map[string]any{"versions": []any{
			map[string]any{"resources": []any{map[string]any{"verbs": verbs, "subresources": []any{map[string]any{"verbs": verbs}}}}}}}}})
	}
	assert.NotEqual(t, of(nil), of([]any{}))
	assert.NotEqual(t, of([]any{}), of([]any{"get"}))
	assert.Equal(t, of([]any{}), of([]any{int64(1)}))
}
