package crdschema_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// The answers were compared with the running server by the oracle's TestDefinitionApply.
func TestAdmitCRDApply(t *testing.T) {
	keys := []string{"alone", "operation", "body", "type", "manager", "force", "code", "message", "managers", "warnings"}
	var stored map[string]any // by the case before
	cases.Run(t, "testdata/definition-applies.yaml", keys, func(t *testing.T, c cases.Case) {
		req := crdschema.CRDRequest{Body: []byte(c.Text(t, "body")), ContentType: c.Text(t, "type"), Old: stored, FieldManager: c.Text(t, "manager"),
			Operation: crdschema.Patch, Force: c.Value("force") == true, Fields: apply.NewCRDTracker(), Revision: 7,
			Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		if c.Has("operation") {
			require.NoError(t, req.Operation.UnmarshalText([]byte(c.Text(t, "operation"))))
		}
		if c.Has("alone") { // beside the stored CRD
			req.Old = nil
		} else if stored == nil {
			req.Name = "widgets.example.com"
		}
		before := structural.Clone(stored)
		res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, stored, "the input was written to")
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, res.Warnings...))
		if c.Has("message") {
			require.NotNil(t, res.Status())
			assert.EqualValues(t, c.Value("code"), res.Status().Code)
			assert.Equal(t, c.Text(t, "message"), res.Status().Message)
			return
		}
		require.NoError(t, res.Err())
		assert.EqualValues(t, c.Value("code"), res.Code)
		assert.Equal(t, c.Value("managers"), managersOf(res.Object))
		if !c.Has("alone") {
			stored = res.Object
		}
	})
}

// managersOf returns the managed fields of obj by manager and operation.
func managersOf(obj map[string]any) any {
	out := map[string]any{}
	list, _ := obj["metadata"].(map[string]any)["managedFields"].([]any)
	for _, e := range list {
		entry := e.(map[string]any)
		name := entry["manager"].(string) + " " + entry["operation"].(string)
		if subresource, found := entry["subresource"].(string); found {
			name += " " + subresource
		}
		out[name] = entry["fieldsV1"]
	}
	return out
}

func TestAdmitCRDApplyWithoutFields(t *testing.T) {
	_, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: crdschema.Patch, Old: storedWidgets(t),
		Body: []byte("{}"), ContentType: "application/apply-patch+yaml"})
	assert.EqualError(t, err, "AdmitCRD applies a configuration with CRDRequest.Fields only")
}
