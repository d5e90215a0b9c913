package crdschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestSettleSharesAndRests(t *testing.T) {
	crd := definitionOf(cronTabs)
	before := structural.Clone(crd)
	settled, err := crdschema.Settle(crd, nil, "2026-11-21T00:00:00Z")
	require.NoError(t, err)
	assert.Equal(t, before, crd, "the manifest was written to")
	cases.RequireShared(t, settled, crd)
	again, err := crdschema.Settle(settled, nil, "2026-11-22T00:00:00Z")
	require.NoError(t, err)
	assert.True(t, cases.Same(again, settled))
}

// What is not a definition is a failure of the caller.
func TestSettleRefuses(t *testing.T) {
	for name, manifest := range map[string]map[string]any{
		"nothing":       nil,
		"another kind":  {"apiVersion": "apiextensions.k8s.io/v1", "kind": "List"},
		"no kind":       {"apiVersion": "apiextensions.k8s.io/v1"},
		"a new version": {"apiVersion": "apiextensions.k8s.io/v2", "kind": "CustomResourceDefinition"},
		"not JSON":      {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": struct{}{}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := crdschema.Settle(manifest, nil, "")
			assert.Error(t, err)
			_, err = crdschema.StartDeletion(manifest, "")
			assert.Error(t, err)
			_, err = crdschema.FinishDeletion(manifest, crdschema.ObjectsRemoved, nil, "")
			assert.Error(t, err)
		})
	}
}

func TestConditionsOfNonsense(t *testing.T) {
	for _, status := range []any{nil, "x", map[string]any{}, map[string]any{"conditions": "x"},
		map[string]any{"conditions": []any{nil, "x", map[string]any{"type": 1, "status": "True"}}}} {
		assert.Empty(t, crdschema.Conditions(map[string]any{"status": status}))
	}
	_, found := crdschema.ConditionOf(nil, crdschema.Established)
	assert.False(t, found)
}

// Only the creation of objects is refused while a definition is being deleted,
// and only of those that could be created otherwise.
func TestAdmitWhileTerminating(t *testing.T) {
	crd, err := crdschema.StartDeletion(definitionOf(cronTabs), "2026-11-21T00:00:00Z")
	require.NoError(t, err)
	d, err := crdschema.Compile(crd)
	require.NoError(t, err)
	object := func(fields string) map[string]any {
		return definitionOf(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {` + fields + `}}`)
	}
	const why = " is forbidden: create not allowed while custom resource definition is terminating"
	for fields, want := range map[string]string{
		`name: a`:         `crontabs.stable.example.com "a"` + why,
		`generateName: a`: `crontabs.stable.example.com` + why,
		`name: A`:         `crontabs.stable.example.com "A"` + why,
	} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: object(fields)})
		require.NoError(t, err)
		require.NotNil(t, result.Status)
		assert.Equal(t, crdschema.Status{Code: 403, Reason: "Forbidden", Message: want}, *result.Status)
	}
	old := object(`name: a, namespace: b, resourceVersion: "1"`)
	for _, operation := range []crdschema.Operation{crdschema.Update, crdschema.UpdateStatus} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: old, Old: old, Operation: operation})
		require.NoError(t, err)
		assert.True(t, result.Accepted())
	}
	result, err := d.Admit(t.Context(), crdschema.Request{Object: object(`name: a, namespace: b`), Namespace: "c"})
	require.NoError(t, err)
	assert.Equal(t, 400, result.Status.Code, "the request is looked at first")
}
