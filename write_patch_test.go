package crdschema_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/jsonpatch"
	"github.com/seed95800270/crdschema/structural"
)

// storedWidgets returns the stored CRD of widgets, with a uid and the resourceVersion 1.
func storedWidgets(t testing.TB) map[string]any {
	crd := widgets(`{type: object}`)
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["schema"] = map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}
	res, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{CRD: crd, UID: "u", Revision: 1})
	require.NoError(t, err)
	require.NoError(t, res.Err())
	require.Equal(t, 201, res.Code)
	return res.Object
}

func TestAdmitCRDPatch(t *testing.T) {
	keys := []string{"body", "type", "status", "fields", "code", "message", "errors", "warnings", "want", "unchanged"}
	modes := map[string]crdschema.FieldValidation{"": crdschema.Warn, "Ignore": crdschema.Ignore, "Strict": crdschema.Strict}
	cases.Run(t, "testdata/definition-patches.yaml", keys, func(t *testing.T, c cases.Case) {
		old := storedWidgets(t)
		before := structural.Clone(old)
		req := crdschema.CRDRequest{Operation: crdschema.Patch, Body: []byte(c.Text(t, "body")), ContentType: c.Text(t, "type"),
			Old: old, Revision: 8, FieldValidation: modes[c.Text(t, "fields")]}
		if c.Has("status") {
			req.Operation = crdschema.PatchStatus
		}
		if req.ContentType == "" {
			req.ContentType = patchType(string(req.Body))
		}
		res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, old, "the input was written to")
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, res.Warnings...))
		assert.Equal(t, c.Texts(t, "errors"), res.Errors.Texts())
		if !c.Has("want") {
			assert.EqualValues(t, c.Value("code"), res.Status().Code)
			if c.Has("message") {
				assert.Equal(t, c.Text(t, "message"), res.Status().Message)
			}
			assert.Nil(t, res.Object)
			assert.False(t, res.Accepted())
			assert.Zero(t, res.Code)
			return
		}
		require.NoError(t, res.Err())
		assert.EqualValues(t, c.Value("code"), res.Code)
		assert.Equal(t, c.Value("unchanged") == true, res.Unchanged)
		assert.Equal(t, merged(t, old, c.Object(t, "want")), res.Object)
	})
}

func patchType(body string) string {
	if strings.HasPrefix(body, "{") {
		return "application/merge-patch+json"
	}
	return "application/json-patch+json"
}

// merged returns obj with a merge patch.
func merged(t *testing.T, obj, patch map[string]any) map[string]any {
	text, err := json.Marshal(obj)
	require.NoError(t, err)
	change, err := json.Marshal(patch)
	require.NoError(t, err)
	out, ok, err := jsonpatch.Merge(t.Context(), text, change)
	require.NoError(t, err)
	require.True(t, ok)
	doc, err := document.DecodeJSON(t.Context(), out)
	require.NoError(t, err)
	return doc.Object
}

// A CRD that is not stored is not found, after the checks that come first.
func TestAdmitCRDNotFound(t *testing.T) {
	stored, compiler := storedWidgets(t), crdschema.NewCompiler()
	const missing = `customresourcedefinitions.apiextensions.k8s.io "widgets.example.com" not found`
	for name, c := range map[string]struct {
		req     crdschema.CRDRequest
		code    int
		message string
	}{
		"update": {crdschema.CRDRequest{Operation: crdschema.Update, CRD: stored, Name: "widgets.example.com"}, 404, missing},
		"status": {crdschema.CRDRequest{Operation: crdschema.UpdateStatus, CRD: stored, Name: "widgets.example.com"}, 404, missing},
		"patch":  {crdschema.CRDRequest{Operation: crdschema.Patch, Body: []byte("[]"), ContentType: "application/json-patch+json", Name: "widgets.example.com"}, 404, missing},
		"name": {crdschema.CRDRequest{Operation: crdschema.Update, CRD: stored, Name: "a.example.com"}, 400,
			"the name of the object (widgets.example.com) does not match the name on the URL (a.example.com)"},
		"no patch": {crdschema.CRDRequest{Operation: crdschema.Patch, Body: []byte("["), ContentType: "application/json-patch+json", Name: "a"}, 400, "invalid JSON patch"},
	} {
		res, err := compiler.AdmitCRD(t.Context(), c.req)
		require.NoError(t, err, name)
		require.NotNil(t, res.Status(), name)
		assert.Equal(t, c.code, res.Status().Code, name)
		assert.Equal(t, c.message, res.Status().Message, name)
	}
	for _, req := range []crdschema.CRDRequest{
		{Operation: crdschema.Update, CRD: stored},
		{Operation: crdschema.Patch, Name: "a"},
		{Operation: crdschema.Patch, CRD: stored, Old: stored},
		{Operation: crdschema.UpdateScale, CRD: stored, Old: stored},
		{Operation: crdschema.PatchScale, Body: []byte("{}"), Old: stored},
	} {
		_, err := compiler.AdmitCRD(t.Context(), req)
		assert.Error(t, err, req.Operation)
	}
}

// The update that removes the last finalizer of a CRD that is being deleted removes the CRD.
func TestAdmitCRDGone(t *testing.T) {
	old := storedWidgets(t)
	meta := old["metadata"].(map[string]any)
	meta["deletionTimestamp"], meta["finalizers"] = "2026-11-21T00:00:00Z", []any{"example.com/a", "example.com/b"}
	for _, c := range []struct {
		finalizers string
		gone       bool
	}{{`["example.com/a"]`, false}, {`[]`, true}, {`null`, true}} {
		for _, op := range []crdschema.Operation{crdschema.Patch, crdschema.PatchStatus} {
			res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: op, Old: old, Revision: 9,
				Body: []byte(`{"metadata":{"finalizers":` + c.finalizers + `}}`), ContentType: "application/merge-patch+json"})
			require.NoError(t, err)
			require.NoError(t, res.Err())
			assert.Equal(t, []any{c.gone, false, 200}, []any{res.Gone, res.Unchanged, res.Code})
			want := "9"
			if c.gone {
				want = "1"
			}
			assert.Equal(t, want, res.Object["metadata"].(map[string]any)["resourceVersion"])
		}
	}
}

// A stored CRD without a resourceVersion can be patched, and gets none.
func TestAdmitCRDPatchWithoutVersion(t *testing.T) {
	old := storedWidgets(t)
	delete(old["metadata"].(map[string]any), "resourceVersion")
	for body, unchanged := range map[string]bool{`{}`: true, `{"spec":{"names":{"shortNames":["w"]}}}`: false} {
		res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: crdschema.Patch, Old: old,
			Body: []byte(body), ContentType: "application/merge-patch+json"})
		require.NoError(t, err)
		require.NoError(t, res.Err())
		assert.Equal(t, unchanged, res.Unchanged)
		assert.NotContains(t, res.Object["metadata"], "resourceVersion")
	}
}

// A patch may turn a CRD into one of v1beta1. It is stored as one of v1.
func TestAdmitCRDPatchToV1beta1(t *testing.T) {
	res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: crdschema.Patch, Old: storedWidgets(t),
		Body: []byte(`{"apiVersion":"apiextensions.k8s.io/v1beta1","spec":{"preserveUnknownFields":false}}`), ContentType: "application/merge-patch+json"})
	require.NoError(t, err)
	require.NoError(t, res.Err())
	assert.Equal(t, "apiextensions.k8s.io/v1", res.Object["apiVersion"])
	res, err = crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: crdschema.Patch, Old: storedWidgets(t),
		Body: []byte(`{"apiVersion":"apiextensions.k8s.io/v1beta1"}`), ContentType: "application/merge-patch+json"})
	require.NoError(t, err)
	assert.Equal(t, []string{"spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"}, res.Errors.Texts())
}
