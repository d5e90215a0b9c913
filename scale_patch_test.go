package crdschema_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// managed returns a worker whose number of replicas has a manager, and its color another one.
func managed(spec map[string]any) map[string]any {
	entry := func(manager, version string, fields map[string]any) any {
		return map[string]any{"manager": manager, "operation": "Update", "apiVersion": "stable.example.com/" + version, "time": "2026-01-01T00:00:00Z",
			"fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": fields}}
	}
	empty := map[string]any{}
	return worker(map[string]any{"spec": spec, "metadata": map[string]any{"name": "a", "namespace": "d", "resourceVersion": "7", "managedFields": []any{
		entry("color", "v1", map[string]any{"f:color": empty}),
		entry("scaler", "v1", map[string]any{".": empty, "f:replicas": empty}),
		entry("below", "v1", map[string]any{"f:replicas": map[string]any{"f:a": empty}}),
		entry("other", "v2", map[string]any{"f:replicas": empty}),
		entry("another", "v2", map[string]any{"f:pools[0]": map[string]any{"f:size": map[string]any{".": empty}}}),
		entry("none", "v3", map[string]any{"f:replicas": empty}),
	}}})
}

func TestPatchScale(t *testing.T) {
	const text = `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a","namespace":"d","resourceVersion":"7","managedFields":[` +
		`{"manager":"scaler","operation":"Update","apiVersion":"autoscaling/v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}},` +
		`{"manager":"another","operation":"Update","apiVersion":"autoscaling/v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}` +
		`]},"spec":{"replicas":"x"},"status":{"replicas":0}}`
	for name, c := range map[string]struct {
		patch, contentType string
		spec               map[string]any
		want               any // replicas, or the status
	}{
		"merge patch":     {`{"spec":{"replicas":5}}`, mergePatch, map[string]any{"replicas": int64(3)}, int64(5)},
		"JSON patch":      {`[{"op":"test","path":"/spec/replicas","value":3},{"op":"replace","path":"/spec/replicas","value":6}]`, jsonPatch, map[string]any{"replicas": int64(3)}, int64(6)},
		"nothing":         {`{}`, mergePatch, map[string]any{"replicas": int64(3)}, int64(3)},
		"null is 0":       {`{"spec":{"replicas":null}}`, mergePatch, map[string]any{}, nil},
		"what is not set": {`[{"op":"test","path":"/spec/replicas","value":-2147483648},{"op":"replace","path":"/spec/replicas","value":1}]`, jsonPatch, map[string]any{}, int64(1)},
		"not set":         {`{}`, mergePatch, map[string]any{}, map[string]any{"code": int64(400), "reason": "BadRequest", "message": `the spec replicas field ".spec.replicas" cannot be empty`}},
		"another uid":     {`{"metadata":{"uid":"x"},"spec":{"replicas":5}}`, mergePatch, map[string]any{}, int64(5)},
		"another name":    {`{"metadata":{"name":"b"}}`, mergePatch, map[string]any{}, map[string]any{"code": int64(400), "reason": "BadRequest", "message": `the name of the object (b) does not match the name on the URL (a)`}},
		"a stored value of another type": {`{}`, mergePatch, map[string]any{"replicas": "x"},
			map[string]any{"code": int64(500), "message": `.spec.replicas accessor error: x is of the type string, expected int64`}},
		"a value of another type": {`{"spec":{"replicas":"x"}}`, mergePatch, map[string]any{"replicas": int64(3)}, map[string]any{"code": int64(422), "reason": "Invalid",
			"message": ` "" is invalid: patch: Invalid value: ` + strconv.Quote(text) + `: json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32`}},
		"an unknown field": {`[{"op":"replace","path":"","value":{"x":1}}]`, jsonPatch, map[string]any{}, map[string]any{"code": int64(422), "reason": "Invalid",
			"message": ` "" is invalid: patch: Invalid value: "{\"x\":1}": strict decoding error: unknown field "x"`}},
		"the internal version": {`[{"op":"replace","path":"","value":{"apiVersion":"apps/__internal","kind":"Scale","name":"a","Spec":{"Replicas":2}}}]`, jsonPatch, map[string]any{}, int64(2)},
	} {
		t.Run(name, func(t *testing.T) {
			old := managed(c.spec)
			before := structural.Clone(old)
			got, err := scaledDefinition(t).Admit(t.Context(), crdschema.Request{
				Operation: crdschema.PatchScale, Body: []byte(c.patch), ContentType: c.contentType, Old: old, FieldValidation: crdschema.Strict})
			require.NoError(t, err)
			assert.Equal(t, before, old, "the old object was written to")
			if want, refused := c.want.(map[string]any); refused {
				assert.Equal(t, want, rejection(got.Status()))
				return
			}
			require.Nil(t, early(got.Status(), got.Errors))
			assert.Equal(t, c.want, got.Object["spec"].(map[string]any)["replicas"])
			assert.Equal(t, before["metadata"].(map[string]any)["managedFields"], got.Stored["metadata"].(map[string]any)["managedFields"])
		})
	}
}
