package spoil_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
)

func TestObject(t *testing.T) {
	obj := map[string]any{
		"apiVersion": "example.com/v1", "kind": "A", "metadata": map[string]any{"name": "a", "resourceVersion": "7"},
		"spec": map[string]any{"list": []any{int64(1), "b", nil, true}, "number": 1.5},
	}
	seen := map[string]bool{}
	equal := 0
	for seed := range uint64(2000) {
		body := spoil.Object(seed, obj)
		require.Equal(t, body, spoil.Object(seed, obj), "the same body every time")
		seen[body.Text] = true
		docs, err := document.DecodeYAML(context.Background(), []byte(body.Text))
		if err == nil && len(docs) == 1 && assert.ObjectsAreEqual(obj, docs[0].Object) {
			equal++
		}
	}
	assert.Greater(t, len(seen), 1500)
	assert.Greater(t, equal, 150, "some bodies are not spoiled")
	assert.Less(t, equal, 800, "most bodies are spoiled")
}
