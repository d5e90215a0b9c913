package registry_test

import (
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// storedCronTabs returns the stored CRD of cron tabs with changed metadata.
func storedCronTabs(meta map[string]any) map[string]any {
	crd := mustDecode(cronTabs).Object
	crd["metadata"] = map[string]any{"name": "crontabs.stable.example.com", "uid": "u", "resourceVersion": "7", "generation": int64(1)}
	maps.Copy(crd["metadata"].(map[string]any), meta)
	return crd
}

var midnight = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func TestDeleteCRD(t *testing.T) {
	keys := []string{"meta", "options", "body", "code", "message", "stored", "gone"}
	cases.Run(t, "testdata/crd-deletions.yaml", keys, func(t *testing.T, c cases.Case) {
		old := storedCronTabs(c.Object(t, "meta"))
		before := structural.Clone(old)
		req := crdschema.DeleteRequest{Old: old, Now: midnight, Revision: 8, Body: []byte(c.Text(t, "body"))}
		if c.Has("options") {
			req.Options = c.Object(t, "options")
		}
		res, err := registry.DeleteCRD(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, old, "the input was written to")
		assert.Equal(t, c.Has("gone"), res.Gone)
		switch {
		case c.Has("message"):
			assert.EqualValues(t, c.Value("code"), res.Status().Code)
			assert.Equal(t, c.Text(t, "message"), res.Status().Message)
			assert.Equal(t, crdschema.DeleteResult{Verdict: res.Verdict, DryRun: res.DryRun}, res)
		case c.Has("gone"):
			assert.EqualValues(t, c.Value("code"), res.Code)
			assert.Equal(t, c.Value("gone"), res.Object)
			assert.Nil(t, res.Stored)
		default:
			assert.EqualValues(t, c.Value("code"), res.Code)
			assert.Equal(t, c.Value("stored"), res.Stored["metadata"])
			assert.Equal(t, res.Stored, res.Object)
			assert.Equal(t, old["spec"], res.Stored["spec"])
		}
	})
}

// A stored CRD whose finalizers no server would store has an answer, too.
func TestDeleteCRDWithMalformedFinalizers(t *testing.T) {
	old := storedCronTabs(map[string]any{"deletionTimestamp": "2026-11-20T00:00:00Z", "finalizers": []any{map[string]any{}, []any{"a"}, "orphan"}})
	res, err := registry.DeleteCRD(t.Context(), crdschema.DeleteRequest{Old: old, Now: midnight, Options: map[string]any{"propagationPolicy": "Foreground"}})
	require.NoError(t, err)
	assert.Equal(t, []any{map[string]any{}, []any{"a"}, "foregroundDeletion"}, res.Stored["metadata"].(map[string]any)["finalizers"])
}

// The first request sets the condition Terminating.
func TestDeleteCRDCondition(t *testing.T) {
	res, err := registry.DeleteCRD(t.Context(), crdschema.DeleteRequest{Old: storedCronTabs(nil), Now: midnight})
	require.NoError(t, err)
	c, found := lifecycle.ConditionOf(res.Stored, lifecycle.Terminating)
	assert.True(t, found)
	assert.Equal(t, "InstanceDeletionPending", c.Reason)
	assert.Equal(t, "7", res.Stored["metadata"].(map[string]any)["resourceVersion"], "without a revision")
}

func TestDeleteCRDFails(t *testing.T) {
	for name, req := range map[string]crdschema.DeleteRequest{
		"nothing":       {},
		"no time":       {Old: storedCronTabs(nil)},
		"two options":   {Old: storedCronTabs(nil), Now: midnight, Body: []byte("{}"), Options: map[string]any{}},
		"no JSON value": {Old: map[string]any{"a": struct{}{}}, Now: midnight},
		"no options":    {Old: storedCronTabs(nil), Now: midnight, Options: map[string]any{"a": struct{}{}}},
		"no CRD":        {Old: map[string]any{"kind": "Pod", "apiVersion": "v1"}, Now: midnight},
	} {
		_, err := registry.DeleteCRD(t.Context(), req)
		assert.Error(t, err, name)
	}
	res, err := registry.DeleteCRD(t.Context(), crdschema.DeleteRequest{Name: "a.example.com"})
	require.NoError(t, err)
	assert.Equal(t, status.Resource{Group: "apiextensions.k8s.io", Kind: "customresourcedefinitions", Name: "a.example.com"}.NotFound(), res.Status())
}
