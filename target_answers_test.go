package crdschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
)

// TestMissingObject updates and patches objects that are not stored: what is wrong with
// the request itself comes first.
func TestMissingObject(t *testing.T) {
	const good = `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"}}`
	definition := cronTabDefinition(t)
	for _, tt := range []struct {
		name string
		req  crdschema.Request
		code int
		want string
	}{
		{"update", crdschema.Request{Operation: crdschema.Update, Name: "a", Body: []byte(good)}, 404, `crontabs.stable.example.com "a" not found`},
		{"the name of the object", crdschema.Request{Operation: crdschema.Update, Body: []byte(good)}, 404, `crontabs.stable.example.com "a" not found`},
		{"another name", crdschema.Request{Operation: crdschema.Update, Name: "b", Body: []byte(good)}, 400, "the name of the object (a) does not match the name on the URL (b)"},
		{"body", crdschema.Request{Operation: crdschema.Update, Name: "a", Body: []byte("{")}, 400, ""},
		{"media type", crdschema.Request{Operation: crdschema.Update, Name: "a", Body: []byte(good), ContentType: "text/plain"}, 415, ""},
		{"patch", crdschema.Request{Operation: crdschema.Patch, Name: "a", Body: []byte("{}"), ContentType: "application/merge-patch+json"}, 404, `crontabs.stable.example.com "a" not found`},
		{"type of patch", crdschema.Request{Operation: crdschema.Patch, Name: "a", Body: []byte("{}")}, 415, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Namespace = "default"
			result, err := definition.Admit(t.Context(), tt.req)
			require.NoError(t, err)
			require.NotNil(t, result.Status())
			assert.Equal(t, tt.code, result.Status().Code)
			assert.Zero(t, result.Code)
			if tt.want != "" {
				assert.Equal(t, tt.want, result.Status().Message)
			}
		})
	}
}

// TestCode checks the codes of accepted requests, and that an object read at its revision
// conflicts with updates of another one.
func TestCode(t *testing.T) {
	definition := cronTabDefinition(t)
	object := typed(map[string]any{"metadata": map[string]any{"name": "a"}})
	created, err := definition.Admit(t.Context(), crdschema.Request{Object: object, Namespace: "default"})
	require.NoError(t, err)
	assert.Equal(t, 201, created.Code)
	old := registry.AtRevision(created.Stored, 5)
	assert.NotContains(t, created.Stored["metadata"], "resourceVersion")
	updated, err := definition.Admit(t.Context(), crdschema.Request{Object: old, Old: old, Operation: crdschema.Update})
	require.NoError(t, err)
	assert.Equal(t, 200, updated.Code)
	late, err := definition.Admit(t.Context(), crdschema.Request{Object: registry.AtRevision(old, 4), Old: old, Operation: crdschema.Update})
	require.NoError(t, err)
	assert.Equal(t, 409, late.Status().Code)
	assert.Zero(t, late.Code)
}
