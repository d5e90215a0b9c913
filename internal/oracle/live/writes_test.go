package live_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/structural/apply"
)

const counters = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: counters.writes.example.com}
spec:
  group: writes.example.com
  scope: Cluster
  names: {plural: counters, kind: Counter, singular: counter, listKind: CounterList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              count: {type: integer, x-kubernetes-validations: [{rule: "self == oldSelf", message: count is immutable}]}
              any: {x-kubernetes-preserve-unknown-fields: true}
          status: {type: object, properties: {replicas: {type: integer}}}
`

const countersPath = "/apis/writes.example.com/v1/counters"

// TestWrites compares single writes. They are not dry runs. Doors T1, R1, R2, R3, R4, R6 and R8.
func TestWrites(t *testing.T) {
	server, crd := live.Start(t), decode(t, counters)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	definition, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	fields, err := apply.New(definition)
	require.NoError(t, err)
	t.Run("numbers", func(t *testing.T) { compareNumbers(t, server, definition) })
	t.Run("managers", func(t *testing.T) { compareManagers(t, server, definition, fields) })
	t.Run("applied", func(t *testing.T) { compareApplied(t, server, definition, fields) })
	t.Run("namespace", func(t *testing.T) { compareEmptyNamespace(t, server, definition, fields) })
	t.Run("metadata", func(t *testing.T) { compareAppliedMetadata(t, server, definition, fields) })
	t.Run("scale", func(t *testing.T) { compareScaleMetadata(t, server) })
}

// compareNumbers compares numbers after they have been stored, and the next update, which is
// compared with what is stored.
func compareNumbers(t *testing.T, server *live.Server, definition *crdschema.Definition) {
	body := []byte(`{"apiVersion": "writes.example.com/v1", "kind": "Counter", "metadata": {"name": "numbers"},
		"spec": {"count": 1.0, "any": [1e2, -0.0, 2.5, 1e18, 1e21, 4611686018427387904.0, 1e-7, 9223372036854775807, 9.3e18]}}`)
	theirs := server.DoText(http.MethodPost, countersPath, "application/json", body)
	require.True(t, theirs.Accepted(), theirs.Message())
	ours, err := definition.Admit(t.Context(), crdschema.Request{Body: body})
	require.NoError(t, err)
	assert.Equal(t, theirs.Body["spec"], ours.Object["spec"])
	assert.Equal(t, theirs.Body["spec"], ours.Stored["spec"])

	body = []byte(`{"apiVersion": "writes.example.com/v1", "kind": "Counter",
		"metadata": {"name": "numbers", "resourceVersion": "` + revisionOf(theirs) + `"}, "spec": {"count": 1, "any": 1}}`)
	updated := server.DoText(http.MethodPut, countersPath+"/numbers", "application/json", body)
	ours, err = definition.Admit(t.Context(), crdschema.Request{Operation: crdschema.Update, Body: body, Old: theirs.Body})
	require.NoError(t, err)
	require.True(t, updated.Accepted(), updated.Message())
	assert.Equal(t, updated.Body["spec"], ours.Object["spec"])
	assert.Equal(t, metadataOf(updated)["generation"], ours.Object["metadata"].(map[string]any)["generation"])
}

func metadataOf(answer live.Answer) map[string]any {
	meta, _ := answer.Body["metadata"].(map[string]any)
	return meta
}

func revisionOf(answer live.Answer) string {
	text, _ := metadataOf(answer)["resourceVersion"].(string)
	return text
}

// compareApplied compares applied configurations of new objects with a resource version, and
// the warnings of repeated fields.
func compareApplied(t *testing.T, server *live.Server, definition *crdschema.Definition, fields *apply.Applier) {
	for name, metadata := range map[string]string{
		"number": `, resourceVersion: "1"`, "text": `, resourceVersion: "abc"`, "zero": `, resourceVersion: "0"`,
		"repeated": ", labels: {a: b, a: c}, labels: {}",
	} {
		body := []byte("apiVersion: writes.example.com/v1\nkind: Counter\nmetadata: {name: " + name + metadata + "}\nspec: {replicas: 1, replicas: 2}\n")
		theirs := server.DoText(http.MethodPatch, countersPath+"/"+name+"?fieldManager=m&fieldValidation=Warn", applyPatch, body)
		ours, err := definition.Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: applyPatch, Body: body, Name: name, Fields: fields, FieldManager: "m",
			FieldValidation: crdschema.Warn, Now: time.Now(),
		})
		require.NoError(t, err)
		assert.Equal(t, theirs.Warnings, ours.Warnings, name)
		assert.Equal(t, theirs.Accepted(), ours.Accepted(), "%s: %s", name, theirs.Text)
		if status := ours.Status(); status != nil {
			assert.Equal(t, theirs.Body, status.Object(), name)
		} else {
			assert.Equal(t, theirs.Body["spec"], ours.Object["spec"], name)
		}
	}
}

// compareEmptyNamespace compares whether a patch that changes nothing is written after an apply
// of a configuration with an empty namespace.
func compareEmptyNamespace(t *testing.T, server *live.Server, definition *crdschema.Definition, fields *apply.Applier) {
	for name, metadata := range map[string]string{"empty": `, namespace: ""`, "without": ""} {
		body := []byte("apiVersion: writes.example.com/v1\nkind: Counter\nmetadata: {name: " + name + metadata + "}\nspec: {replicas: 1}\n")
		applied := server.DoText(http.MethodPatch, countersPath+"/"+name+"?fieldManager=m", applyPatch, body)
		require.True(t, applied.Accepted(), applied.Message())
		ours, err := definition.Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: applyPatch, Body: body, Name: name, Fields: fields, FieldManager: "m", Now: time.Now(),
		})
		require.NoError(t, err)
		require.True(t, ours.Accepted(), ours.Errors)
		patched := server.DoText(http.MethodPatch, countersPath+"/"+name, "application/merge-patch+json", []byte("{}"))
		require.True(t, patched.Accepted(), patched.Message())
		next, err := definition.Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: "application/merge-patch+json", Body: []byte("{}"), Old: ours.Stored,
		})
		require.NoError(t, err)
		assert.Equal(t, revisionOf(applied) == revisionOf(patched), next.Unchanged, name)
	}
}

// compareAppliedMetadata compares configurations with malformed metadata that are applied to a
// stored object.
func compareAppliedMetadata(t *testing.T, server *live.Server, definition *crdschema.Definition, fields *apply.Applier) {
	const head = `{"apiVersion": "writes.example.com/v1", "kind": "Counter", "metadata": {"name": "metadata"`
	stored := server.DoText(http.MethodPost, countersPath, "application/json", []byte(head+"}}"))
	require.True(t, stored.Accepted(), stored.Message())
	for _, metadata := range []string{
		`, "deletionTimestamp": 1`, `, "deletionTimestamp": "x"`, `, "creationTimestamp": {}`, `, "deletionGracePeriodSeconds": 12345678901234567890`,
		`, "deletionGracePeriodSeconds": "x"`, `, "generation": 1.5`, `, "labels": 5`, `, "labels": {"a": 5}`, `, "finalizers": [1]`, `, "uid": 5`,
	} {
		body := []byte(head + metadata + "}}")
		theirs := server.DoText(http.MethodPatch, countersPath+"/metadata?fieldManager=m", applyPatch, body)
		ours, err := definition.Admit(t.Context(), crdschema.Request{
			Operation: crdschema.Patch, ContentType: applyPatch, Body: body, Name: "metadata", Old: stored.Body, Fields: fields, FieldManager: "m", Now: time.Now(),
		})
		require.NoError(t, err)
		if status := ours.Status(); status != nil {
			assert.Equal(t, theirs.Body, status.Object(), metadata)
		} else {
			assert.True(t, theirs.Accepted(), "%s: %s", metadata, theirs.Text)
		}
	}
}

// compareManagers compares the managed fields of a new object whose body has fields that the
// server sets.
func compareManagers(t *testing.T, server *live.Server, definition *crdschema.Definition, fields *apply.Applier) {
	body := []byte(`{"apiVersion": "writes.example.com/v1", "kind": "Counter", "metadata": {"name": "managed", "labels": {"a": "b"},
		"uid": "x", "creationTimestamp": "2026-01-01T00:00:00Z", "deletionTimestamp": "2026-01-01T00:00:00Z", "deletionGracePeriodSeconds": 5}, "spec": {"replicas": 1}}`)
	theirs := server.DoText(http.MethodPost, countersPath+"?fieldManager=m", "application/json", body)
	require.True(t, theirs.Accepted(), theirs.Message())
	ours, err := definition.Admit(t.Context(), crdschema.Request{Body: body, Fields: fields, FieldManager: "m", Now: time.Now()})
	require.NoError(t, err)
	require.True(t, ours.Accepted(), ours.Errors)
	fieldsOf := func(object map[string]any) any {
		entries := object["metadata"].(map[string]any)["managedFields"].([]any)
		require.Len(t, entries, 1)
		return entries[0].(map[string]any)["fieldsV1"]
	}
	assert.Equal(t, fieldsOf(theirs.Body), fieldsOf(ours.Object))
}

// compareScaleMetadata compares the answers to clients that ask for the metadata of a scale.
func compareScaleMetadata(t *testing.T, server *live.Server) {
	body := []byte(`{"apiVersion": "writes.example.com/v1", "kind": "Counter", "metadata": {"name": "scaled"}, "spec": {"replicas": 1}}`)
	require.True(t, server.DoText(http.MethodPost, countersPath, "application/json", body).Accepted())
	for _, as := range []string{"PartialObjectMetadata", "PartialObjectMetadataList"} {
		accept := "application/json;as=" + as + ";v=v1;g=meta.k8s.io"
		media, refused := httpapi.ParseAccept(accept)
		require.Nil(t, refused)
		theirs := server.Send(http.MethodGet, countersPath+"/scaled/scale", map[string]string{"Accept": accept}, nil)
		if status := media.CheckScale(); status != nil {
			assert.Equal(t, theirs.Body, status.Object(), as)
		} else {
			assert.True(t, theirs.Accepted(), theirs.Message())
		}
	}
}
