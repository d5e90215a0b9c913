package crdschema_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
)

// tracker is a FieldTracker that records the changes and returns one entry.
type tracker struct {
	changes []crdschema.FieldChange
	entry   map[string]any
	err     error
}

func (f *tracker) TrackFields(_ context.Context, change crdschema.FieldChange) (map[string]any, error) {
	f.changes = append(f.changes, change)
	return map[string]any{"metadata": map[string]any{"managedFields": []any{f.entry}}}, f.err
}

func (f *tracker) ApplyFields(_ context.Context, change crdschema.FieldChange) (map[string]any, error) {
	f.changes = append(f.changes, change)
	return change.Object, f.err
}

// For requests to the scale, the tracker gets the stored object and the Scale, and its
// managed fields are those of the object.
func TestFieldTrackerOfScale(t *testing.T) {
	definition := scaledDefinition(t)
	managed := []any{map[string]any{"manager": "m", "operation": "Update", "apiVersion": "stable.example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": map[string]any{}}}}
	old := worker(map[string]any{"spec": map[string]any{"replicas": int64(3)}, "metadata": map[string]any{"name": "a", "namespace": "d", "generation": int64(1)}})
	for name, request := range map[string]crdschema.Request{
		"update": {Operation: crdschema.UpdateScale, Object: scale(map[string]any{"spec": map[string]any{"replicas": int64(4)}})},
		"patch":  {Operation: crdschema.PatchScale, Body: []byte(`{"spec":{"replicas":4}}`), ContentType: "application/merge-patch+json"},
	} {
		t.Run(name, func(t *testing.T) {
			fields := &tracker{entry: managed[0].(map[string]any)}
			request.Old, request.Fields, request.FieldManager = old, fields, "m"
			got, err := definition.Admit(t.Context(), request)
			require.NoError(t, err)
			require.True(t, got.Accepted(), got.Status())
			assert.Equal(t, managed, got.Stored["metadata"].(map[string]any)["managedFields"])
			assert.NotContains(t, got.Object["metadata"], "managedFields")
			change := fields.changes[0]
			assert.Equal(t, old, change.Live)
			assert.Equal(t, int64(4), change.Object["spec"].(map[string]any)["replicas"])
			change.Live, change.Object = nil, nil
			assert.Equal(t, crdschema.FieldChange{Version: "v1", Subresource: "scale", Manager: "m"}, change)

			fields.err = &crdschema.Status{Code: 500, Message: "no managers"}
			got, err = definition.Admit(t.Context(), request)
			require.NoError(t, err)
			assert.Equal(t, fields.err, got.Status())
		})
	}
}

// The managed fields of a request with a tracker are those that the tracker returns.
func TestFieldTracker(t *testing.T) {
	definition, now := mustCompile(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	entry := func(day string) map[string]any {
		return map[string]any{"manager": "m", "operation": "Update", "apiVersion": "stable.example.com/v1", "time": "2026-01-" + day + "T00:00:00Z",
			"fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": map[string]any{}}}
	}
	object := func() map[string]any {
		return map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "a", "namespace": "b"},
			"spec": map[string]any{"cronSpec": "* * * * */5", "unknown": true}}
	}
	fields := &tracker{entry: entry("01")}
	request := crdschema.Request{Object: object(), Fields: fields, FieldManager: "m", Now: now}
	created, err := definition.Admit(t.Context(), request)
	require.NoError(t, err)
	require.True(t, created.Accepted(), created.Status())
	assert.Equal(t, []any{entry("01")}, created.Object["metadata"].(map[string]any)["managedFields"])
	change := fields.changes[0]
	assert.Nil(t, change.Live)
	assert.NotContains(t, change.Object["spec"], "unknown")
	change.Object = nil
	assert.Equal(t, crdschema.FieldChange{Version: "v1", Manager: "m", Now: now}, change)

	fields.entry = entry("02") // only the time: the object does not change
	request.Old, request.Operation = created.Stored, crdschema.Update
	request.Object["metadata"].(map[string]any)["resourceVersion"] = "1"
	updated, err := definition.Admit(t.Context(), request)
	require.NoError(t, err)
	require.True(t, updated.Accepted(), updated.Status())
	assert.Equal(t, []any{entry("01")}, updated.Object["metadata"].(map[string]any)["managedFields"])
	assert.Equal(t, "b", fields.changes[1].Live["metadata"].(map[string]any)["namespace"])

	request.Operation = crdschema.UpdateStatus
	request.Object["status"] = map[string]any{"replicas": int64(1)}
	updated, err = definition.Admit(t.Context(), request)
	require.NoError(t, err)
	require.True(t, updated.Accepted(), updated.Status())
	assert.Equal(t, []any{entry("02")}, updated.Object["metadata"].(map[string]any)["managedFields"])
	assert.Equal(t, "status", fields.changes[2].Subresource)

	fields.err = errors.New("no verdict")
	_, err = definition.Admit(t.Context(), request)
	assert.ErrorIs(t, err, fields.err)
}

// A new applied object may have a resourceVersion, unlike a created one, but it is a number. Door R1.
func TestAppliedResourceVersion(t *testing.T) {
	for revision, want := range map[string]string{
		"1": "", "": "",
		"abc": `strconv.ParseUint: parsing "abc": invalid syntax`,
	} {
		body := `{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: b, resourceVersion: "` + revision + `"}}`
		got, err := mustCompile().Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Body: []byte(body), Name: "a", Namespace: "b",
			Fields: &tracker{}, FieldManager: "m", Revision: 7,
		})
		require.NoError(t, err)
		if want != "" {
			require.NotNil(t, got.Status())
			assert.Equal(t, want, got.Status().Message)
			assert.EqualValues(t, 500, got.Status().Code)
			continue
		}
		require.True(t, got.Accepted(), got.Errors)
		assert.NotContains(t, got.Stored["metadata"], "resourceVersion")
		assert.Equal(t, "7", got.Object["metadata"].(map[string]any)["resourceVersion"])
	}
}

// Each repeated field of an applied configuration is a warning of its own, also in JSON. Door R2.
func TestAppliedRepeatedFields(t *testing.T) {
	for _, body := range []string{
		"apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: a, name: a}\nspec: {image: a, image: b}\n",
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab",` + "\n\n" + `"metadata": {"name": "a", "name": "a"},` + "\n" + `"spec": {"image": "a", "image": "b"}}`,
	} {
		got, err := mustCompile().Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Body: []byte(body), Name: "a", Namespace: "b",
			Fields: &tracker{}, FieldManager: "m", FieldValidation: crdschema.Warn,
		})
		require.NoError(t, err)
		assert.Equal(t, []string{`line 3: key "name" already set in map`, `line 4: key "image" already set in map`}, got.Warnings)
	}
}

// The tracker of a new object does not see the fields that only the server sets. Door R6.
func TestFieldTrackerOfNewObject(t *testing.T) {
	body := `{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b", "uid": "u",
		"deletionTimestamp": "2026-01-01T00:00:00Z", "deletionGracePeriodSeconds": 5}}`
	fields := &tracker{}
	_, err := mustCompile().Admit(t.Context(), crdschema.Request{Body: []byte(body), Namespace: "b", Fields: fields, FieldManager: "m"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"name": "a", "namespace": "b"}, fields.changes[0].Object["metadata"])
}

// The server stores an applied object as it is, with an empty namespace, and writes the next
// patch without one. Door R4.
func TestAppliedEmptyNamespace(t *testing.T) {
	definition := crdschema.MustCompileYAML(boxes)
	applied := crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Fields: &tracker{}, FieldManager: "m",
		Object: mustDecode(`{"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": "a", "namespace": ""}, "spec": {"color": "x", "width": 5}}`).Object,
	}
	got, err := definition.Admit(t.Context(), applied)
	require.NoError(t, err)
	require.True(t, got.Accepted(), got.Errors)
	assert.Equal(t, map[string]any{"name": "a", "namespace": "", "generation": int64(1)}, got.Stored["metadata"])
	assert.NotContains(t, got.Object["metadata"], "namespace")
	got, err = definition.Admit(t.Context(), crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/merge-patch+json", Body: []byte(`{}`), Old: got.Stored,
	})
	require.NoError(t, err)
	assert.False(t, got.Unchanged)
}
