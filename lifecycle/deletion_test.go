package lifecycle_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

func TestDeletion(t *testing.T) {
	outcomes := map[string]lifecycle.Outcome{"removed": lifecycle.Removed, "not listed": lifecycle.NotListed,
		"not deleted": lifecycle.NotDeleted, "not confirmed": lifecycle.NotConfirmed}
	keys := []string{"do", "crd", "want", "metadata", "unchanged"}
	cases.Run(t, "testdata/deletion.yaml", keys, func(t *testing.T, c cases.Case) {
		crd := c.Object(t, "crd")
		before := structural.Clone(crd)
		var got map[string]any
		if c.Text(t, "do") == "delete" {
			got = lifecycle.Delete(crd, "now")
		} else {
			outcome, known := outcomes[c.Text(t, "do")]
			require.True(t, known)
			got = lifecycle.Cleaned(crd, outcome, errors.New("trouble"), "now")
		}
		assert.Equal(t, before, crd, "the input was written to")
		cases.RequireShared(t, got, crd)
		assert.Equal(t, c.Value("unchanged") == true, cases.Same(got, crd))
		assert.Equal(t, c.Texts(t, "want"), conditionTexts(got))
		if c.Has("metadata") {
			assert.Equal(t, c.Value("metadata"), got["metadata"])
		}
	})
}

// Without a clock there is no time at which the definition was deleted, and so
// it is not being deleted yet.
func TestDeleteWithoutClock(t *testing.T) {
	got := lifecycle.Delete(map[string]any{}, "")
	assert.Equal(t, map[string]any{"finalizers": []any{lifecycle.Finalizer}}, got["metadata"])
	assert.Len(t, conditionTexts(got), 1)
}

func TestCleanedWithoutCause(t *testing.T) {
	crd := map[string]any{
		"metadata": map[string]any{"deletionTimestamp": now, "finalizers": []any{lifecycle.Finalizer}},
		"status":   map[string]any{"conditions": []any{map[string]any{"type": "Established", "status": "True"}}},
	}
	got := lifecycle.Cleaned(crd, lifecycle.NotListed, nil, "")
	assert.Equal(t, []string{"Terminating=True InstanceDeletionFailed: could not list instances: <nil>"}, conditionTexts(got)[1:])
}

// There are no objects of a definition that was never established.
func TestCleanedWithoutObjects(t *testing.T) {
	crd := lifecycle.Delete(map[string]any{}, now)
	got := lifecycle.Cleaned(crd, lifecycle.Removed, nil, now)
	assert.Equal(t, []string{"Terminating=False NeverEstablished: resource was never established @" + now}, conditionTexts(got))
	assert.Nil(t, at(got, "metadata", "finalizers"))
}

func TestEnding(t *testing.T) {
	terminating := func(status string) map[string]any {
		return map[string]any{"status": map[string]any{"conditions": []any{map[string]any{"type": "Terminating", "status": status}}}}
	}
	assert.True(t, lifecycle.Ending(terminating("True")))
	assert.True(t, lifecycle.Ending(map[string]any{"metadata": map[string]any{"deletionTimestamp": now}}))
	assert.False(t, lifecycle.Ending(terminating("False")))
	assert.False(t, lifecycle.Ending(nil))
}
