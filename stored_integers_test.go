package crdschema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
)

const counters = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: counters.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: counters, kind: Counter}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              count: {type: integer, maximum: 3, x-kubernetes-validations: [{rule: "self == oldSelf", message: count is immutable}]}
              ratio: {type: number, enum: [1]}
              any: {x-kubernetes-preserve-unknown-fields: true}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port]
                items: {type: object, required: [port], properties: {port: {type: integer}, name: {type: string, maxLength: 1}}}
`

// A server writes JSON text and reads it again: 1.0 is 1 from then on.
// Doors T1 and R6.
func TestStoredWholeFloats(t *testing.T) {
	body := `{"apiVersion": "example.com/v1", "kind": "Counter", "metadata": {"name": "a"},
		"spec": {"count": 1.0, "any": [1e2, -0.0, 2.5, 1e18, 1e21, 4611686018427387904.0], "ratio": 1.0}}`
	d := crdschema.MustCompileYAML(counters)
	created, err := d.Admit(t.Context(), crdschema.Request{Body: []byte(body)})
	require.NoError(t, err)
	require.True(t, created.Accepted(), created.Errors)
	want := map[string]any{"count": int64(1), "ratio": int64(1),
		// Shortest digits: the text of 2⁶² ends with zeros.
		"any": []any{int64(100), int64(0), 2.5, int64(1e18), 1e21, int64(4611686018427388000)}}
	assert.Equal(t, want, created.Stored["spec"])
	assert.Equal(t, want, created.Object["spec"])

	old := registry.AtRevision(created.Stored, 7)
	same, err := d.Admit(t.Context(), crdschema.Request{Operation: crdschema.Update, Object: old, Old: old})
	require.NoError(t, err)
	assert.True(t, same.Accepted(), same.Errors)
	assert.Equal(t, created.Object["metadata"].(map[string]any)["generation"], same.Object["metadata"].(map[string]any)["generation"])

	encoded, err := d.Store(t.Context(), created.Validated)
	require.NoError(t, err)
	assert.Equal(t, want, encoded["spec"])
}

// A stored object that json.Unmarshal has decoded is the one that the server reads: errors in
// unchanged values are tolerated, elements of lists correspond, the generation does not change.
// Door T2.
func TestOldOfJSONUnmarshal(t *testing.T) {
	text := `{"apiVersion": "example.com/v1", "kind": "Counter",
		"metadata": {"name": "a", "resourceVersion": "7", "generation": 3, "uid": "u", "creationTimestamp": "2026-01-01T00:00:00Z"},
		"spec": {"count": 9, "ratio": 2, "ports": [{"port": 80, "name": "long"}]}}`
	var old map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &old))
	d := crdschema.MustCompileYAML(counters)
	res, err := d.Admit(t.Context(), crdschema.Request{Operation: crdschema.Update, Body: []byte(text), Old: old})
	require.NoError(t, err)
	require.True(t, res.Accepted(), res.Errors)
	assert.Equal(t, int64(3), res.Object["metadata"].(map[string]any)["generation"])
	assert.Len(t, res.Ratcheted, 3)

	read, err := d.Read(t.Context(), old, "")
	require.NoError(t, err)
	assert.Equal(t, int64(9), read["spec"].(map[string]any)["count"])
	list, err := d.ReadList(t.Context(), []map[string]any{old}, "")
	require.NoError(t, err)
	assert.Equal(t, read, list[0])
}
