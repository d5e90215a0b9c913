package lifecycle_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

func TestDeletion(t *testing.T) {
	results := map[string]lifecycle.CleanupResult{"removed": lifecycle.ObjectsRemoved, "not listed": lifecycle.ObjectsNotListed,
		"not deleted": lifecycle.ObjectsNotDeleted, "not confirmed": lifecycle.ObjectsNotConfirmed}
	keys := []string{"do", "crd", "want", "metadata", "unchanged"}
	cases.Run(t, "testdata/deletion.yaml", keys, func(t *testing.T, c cases.Case) {
		crd := completed(c.Object(t, "crd"))
		before := structural.Clone(crd)
		var got map[string]any
		var err error
		if c.Text(t, "do") == "delete" {
			got, err = lifecycle.MarkForDeletion(context.Background(), crd, now)
		} else {
			result, known := results[c.Text(t, "do")]
			require.True(t, known)
			got, err = lifecycle.Finalize(context.Background(), crd, result, errors.New("trouble"), now)
		}
		require.NoError(t, err)
		assert.Equal(t, before, crd, "the input was written to")
		cases.RequireShared(t, got, crd)
		assert.Equal(t, c.Value("unchanged") == true, cases.Same(got, crd))
		assert.Equal(t, c.Texts(t, "want"), conditionTexts(got))
		if c.Has("metadata") {
			assert.Equal(t, c.Value("metadata"), got["metadata"])
		}
	})
}

// Without a time deletionTimestamp is not set, so the CRD does not count as deleted.
func TestMarkForDeletionWithoutTime(t *testing.T) {
	got, err := lifecycle.MarkForDeletion(context.Background(), completed(nil), time.Time{})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"finalizers": []any{lifecycle.CleanupFinalizer}}, got["metadata"])
	assert.Len(t, conditionTexts(got), 1)
}

func TestFinalizeWithoutCause(t *testing.T) {
	crd := completed(map[string]any{
		"metadata": map[string]any{"deletionTimestamp": nowText, "finalizers": []any{lifecycle.CleanupFinalizer}},
		"status":   map[string]any{"conditions": []any{map[string]any{"type": "Established", "status": "True"}}},
	})
	got, err := lifecycle.Finalize(context.Background(), crd, lifecycle.ObjectsNotListed, nil, time.Time{})
	require.NoError(t, err)
	assert.Equal(t, []string{"Terminating=True InstanceDeletionFailed: could not list instances: <nil>"}, conditionTexts(got)[1:])
}

// A CRD that was never established does not have objects.
func TestFinalizeWithoutObjects(t *testing.T) {
	crd, err := lifecycle.MarkForDeletion(context.Background(), completed(nil), now)
	require.NoError(t, err)
	got, err := lifecycle.Finalize(context.Background(), crd, lifecycle.ObjectsRemoved, nil, now)
	require.NoError(t, err)
	assert.Equal(t, []string{"Terminating=False NeverEstablished: resource was never established @now"}, conditionTexts(got))
	assert.Nil(t, valueAt(got, "metadata", "finalizers"))
}
