package crdschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

// The server reads the first document of a body and says nothing about the others. Door T5.
func TestIgnoredDocuments(t *testing.T) {
	const first = "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: a}\n"
	for body, want := range map[string]int{
		first:                     0,
		"---\n" + first + "...\n": 0,
		"# none\n---\n" + first + "---\n# none\n":   0,
		"%YAML 1.1\n---\n" + first:                  0,
		first + "---\n" + first:                     1,
		first + "--- # second\n" + first:            1,
		first + "---\n" + first + "---\n\n--- {}\n": 2,
		first + "spec: {image: '---'}\n----: x\n":   0,
	} {
		got, err := mustCompile().Admit(t.Context(), crdschema.Request{Body: []byte(body), ContentType: "application/yaml; charset=utf-8", FieldValidation: crdschema.Strict})
		require.NoError(t, err)
		assert.Equal(t, want, got.IgnoredDocuments, body)
	}
	got, err := mustCompile().Admit(t.Context(), crdschema.Request{Body: []byte(`{"kind": "a\n---\nb"}`)})
	require.NoError(t, err)
	assert.Zero(t, got.IgnoredDocuments)
	written, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Body: []byte(boxes + "---\n" + boxes), ContentType: "application/yaml"})
	require.NoError(t, err)
	assert.True(t, written.Accepted(), written.Errors)
	assert.Equal(t, 1, written.IgnoredDocuments)
}

// Without a ContentType a body is JSON. Door T5.
func TestYAMLWithoutContentType(t *testing.T) {
	const remark = "The body is read as JSON, since the request has no ContentType. For YAML, set it to application/yaml."
	for body, want := range map[string]string{"apiVersion: stable.example.com/v1\nkind: CronTab\n": remark, `{"apiVersion": }`: ""} {
		got, err := mustCompile().Admit(t.Context(), crdschema.Request{Body: []byte(body)})
		require.NoError(t, err)
		assert.Equal(t, want, got.Status().Remark, body)
		written, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Body: []byte(body)})
		require.NoError(t, err)
		assert.Equal(t, want, written.Status().Remark, body)
	}
}

// The error of flow YAML is YAML's, and a directive is part of the document after it. Door T6.
func TestFlowYAML(t *testing.T) {
	for text, want := range map[string]string{
		"{a: 1,\n b: [}":         "did not find expected node content",
		"{\"a\": 1,\n b: [}":     "did not find expected node content",
		"{\"a\": 1,\n \"b\": ]}": "invalid character ']' looking for beginning of value",
	} {
		_, err := document.DecodeYAML(t.Context(), []byte(text))
		assert.ErrorContains(t, err, want, text)
	}
	docs, err := document.DecodeYAML(t.Context(), []byte("%YAML 1.1\n# first\n---\na: 1\n---\nb: 2\n"))
	require.NoError(t, err)
	require.Len(t, docs, 2)
	assert.Equal(t, map[string]any{"a": int64(1)}, docs[0].Object)
}
