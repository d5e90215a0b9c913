package crdschema_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/status"
)

const (
	jsonPatch  = "application/json-patch+json"
	mergePatch = "application/merge-patch+json"
)

// storedCronTab returns the object that the patches of testdata/admit-patches.yaml change.
func storedCronTab() map[string]any {
	return typed(mustDecode(`{metadata: {name: a, namespace: d, generation: 1, resourceVersion: "7"}, spec: {image: a, note: x, replicas: 2}, status: {ready: 1}}`).Object)
}

func TestAdmitPatches(t *testing.T) {
	definition := cronTabDefinition(t)
	keys := []string{"request", "body", "contentType", "want", "dropped", "warnings", "errors", "refused"}
	cases.Run(t, "testdata/admit-patches.yaml", keys, func(t *testing.T, c cases.Case) {
		req := requestOf(t, c)
		req.Object, req.Old, req.Body, req.ContentType = nil, storedCronTab(), []byte(c.Text(t, "body")), c.Text(t, "contentType")
		if req.ContentType == "" {
			req.ContentType = jsonPatch
			if req.Body[0] == '{' {
				req.ContentType = mergePatch
			}
		}
		if req.Operation == crdschema.Create {
			req.Operation = crdschema.Patch
		}
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "body"), string(req.Body), "the body was written to")
		assert.Equal(t, storedCronTab(), req.Old, "the stored object was written to")
		assert.Equal(t, list(c.Texts(t, "dropped")), list(dotted(got.Dropped)))
		assert.Equal(t, list(c.Texts(t, "warnings")), list(got.Warnings))
		if want := c.Object(t, "refused"); want != nil {
			require.NotNil(t, got.Status())
			assert.False(t, got.Accepted())
			remark, _ := want["remark"].(string)
			assert.Equal(t, want["code"], int64(got.Status().Code))
			assert.Equal(t, want["message"], got.Status().Message)
			assert.Equal(t, remark, got.Status().Remark)
			return
		}
		require.Nil(t, early(got.Status(), got.Errors))
		assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts())
		if got.Accepted() {
			assert.Equal(t, typed(c.Object(t, "want")), got.Object)
		}
	})
}

// TestPatchRejection checks the Status of an object that cannot be decoded.
func TestPatchRejection(t *testing.T) {
	got, err := cronTabDefinition(t).Admit(t.Context(), crdschema.Request{
		Operation: crdschema.Patch, ContentType: jsonPatch, Old: storedCronTab(), Body: []byte(`[{"op":"replace","path":"","value":{"a":1}}]`)})
	require.NoError(t, err)
	assert.False(t, got.Accepted())
	assert.Nil(t, got.Decoded)
	const text = `Invalid value: "{\"a\":1}": Object 'Kind' is missing in '{"a":1}'`
	assert.Equal(t, &crdschema.Status{Code: 422, Reason: "Invalid", Message: ` "" is invalid: patch: ` + text,
		Details: &status.Details{Causes: []status.Cause{{Reason: "FieldValueInvalid", Message: text, Field: "patch"}}}}, got.Status())
}

// TestPatchUnversioned patches an object without a resourceVersion.
func TestPatchUnversioned(t *testing.T) {
	old := storedCronTab()
	delete(old["metadata"].(map[string]any), "resourceVersion")
	for _, operation := range []crdschema.Operation{crdschema.Patch, crdschema.PatchStatus} {
		req := crdschema.Request{Operation: operation, ContentType: mergePatch, Old: old, Body: []byte(`{"spec":{"image":"b"},"status":{"ready":3}}`)}
		got, err := cronTabDefinition(t).Admit(t.Context(), req)
		require.NoError(t, err)
		require.True(t, got.Accepted(), "%v", got.Status())
		for _, obj := range []map[string]any{got.Validated, got.Stored, got.Object} {
			assert.NotContains(t, obj["metadata"], "resourceVersion")
		}
		req.Body = []byte(`{"metadata":{"resourceVersion":"3"}}`)
		got, err = cronTabDefinition(t).Admit(t.Context(), req)
		require.NoError(t, err)
		assert.True(t, got.Accepted(), "%v", got.Status())
	}
}

// TestPatchLimits sends patches that are too large, and those that just are not.
func TestPatchLimits(t *testing.T) {
	operation := []byte(`{"op":"test","path":"/x","value":null},`)
	patch := func(n int) []byte {
		return append(append([]byte("["), bytes.TrimSuffix(bytes.Repeat(operation, n), []byte(","))...), ']')
	}
	for name, c := range map[string]struct {
		body    []byte
		code    int
		message string
	}{
		"operations":          {patch(10_000), 0, ""},
		"too many operations": {patch(10_001), 413, "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001"},
		"bytes":               {append(bytes.Repeat([]byte(" "), 3<<20-2), "[]"...), 0, ""},
		"too many bytes":      {append(bytes.Repeat([]byte(" "), 3<<20-1), "[]"...), 413, "Request entity too large: limit is 3145728"},
		"nested too deeply":   {[]byte(strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)), 400, "invalid JSON patch"},
	} {
		got, err := cronTabDefinition(t).Admit(t.Context(), crdschema.Request{Operation: crdschema.Patch, ContentType: jsonPatch, Old: storedCronTab(), Body: c.body})
		require.NoError(t, err, name)
		require.Equal(t, c.code == 0, got.Accepted(), name)
		if c.code > 0 {
			assert.Equal(t, c.code, got.Status().Code, name)
			assert.Equal(t, c.message, got.Status().Message, name)
		}
	}
}

// FuzzAdmitPatch admits patches of any text.
func FuzzAdmitPatch(f *testing.F) {
	for _, text := range []string{
		"", "null", "[]", "{}", `[{"op":"add","path":"/spec/x","value":{"a":1,"a":null}}]`, `[{"op":"replace","path":"","value":[1e999]}]`, `{"apiVersion":"a/","metadata":{"labels":{"a":null}}}`,
		`[{"op":"copy","from":"/metadata","path":"/spec"},{"op":"test","path":"/status/ready","value":1.0}]`, "{\"\xff\":\"\\ud800\",\"kind\":null}", `{"spec":{"replicas":1e400,"image":"<"}}`,
	} {
		for how := range uint8(12) {
			f.Add([]byte(text), how)
		}
	}
	definition := cronTabDefinition(f)
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		req := crdschema.Request{Body: append([]byte{}, text...), ContentType: jsonPatch, Old: storedCronTab(),
			Operation: crdschema.Patch, FieldValidation: crdschema.FieldValidation(how / 4 % 3)}
		if how&1 != 0 {
			req.ContentType = mergePatch
		}
		if how&2 != 0 {
			req.Operation = crdschema.PatchStatus
		}
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err, "every patch has a verdict")
		again, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		require.Equal(t, got, again, "the same result every time")
		require.Equal(t, storedCronTab(), req.Old, "the stored object stays as it is")
		if status := got.Status(); status != nil {
			require.True(t, utf8.ValidString(status.Message), "a message that can be sent")
		}
	})
}
