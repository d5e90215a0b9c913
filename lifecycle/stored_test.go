package lifecycle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/lifecycle"
)

func TestStored(t *testing.T) {
	crd := completed(map[string]any{"spec": map[string]any{}})
	assert.Equal(t, []string{"v1"}, lifecycle.Stored(crd), "the storage version is the only one at first")
	crd["status"] = map[string]any{"storedVersions": []any{"v1beta1", 1, "v1"}}
	assert.Equal(t, []string{"v1beta1", "v1"}, lifecycle.Stored(crd))
	assert.Empty(t, lifecycle.Stored(nil))
}
