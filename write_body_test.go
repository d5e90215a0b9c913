package crdschema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
)

// Requests with the text of a crd. Objects are compared as texts, in which numbers are
// spelled as the server spells them.
func TestAdmitCRDBody(t *testing.T) {
	keys := []string{"body", "contentType", "fields", "code", "message", "errors", "warnings", "object"}
	modes := map[string]crdschema.FieldValidation{"": crdschema.Warn, "Strict": crdschema.Strict}
	cases.Run(t, "testdata/definition-bodies.yaml", keys, func(t *testing.T, c cases.Case) {
		res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{
			Body: []byte(c.Text(t, "body")), ContentType: c.Text(t, "contentType"), FieldValidation: modes[c.Text(t, "fields")],
		})
		require.NoError(t, err)
		if early(res.Status(), res.Errors) != nil {
			assert.EqualValues(t, c.Value("code"), res.Status().Code)
			assert.Equal(t, c.Text(t, "message"), res.Status().Message)
			assert.False(t, res.Accepted())
			return
		}
		assert.Nil(t, c.Value("code"))
		assert.Equal(t, c.Texts(t, "errors"), res.Errors.Texts())
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, res.Warnings...))
		assert.Equal(t, len(res.Errors) == 0, res.Accepted())
		if text := c.Text(t, "object"); text != "" {
			got, err := json.Marshal(res.Object)
			require.NoError(t, err)
			assert.Equal(t, text, string(got))
		}
	})
}

// A request has one body.
func TestAdmitCRDOneBody(t *testing.T) {
	for _, req := range []crdschema.CRDRequest{
		{Body: []byte("{}"), CRD: map[string]any{}},
		{Body: []byte("{}"), Duplicates: []string{`duplicate field "a"`}},
		{Body: []byte("{}"), Operation: crdschema.Update},
		{},
	} {
		_, err := crdschema.NewCompiler().AdmitCRD(t.Context(), req)
		assert.Error(t, err)
	}
}
