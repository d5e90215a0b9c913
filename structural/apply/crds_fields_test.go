package apply_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural/apply"
)

// The types of the fields of CRDs decide which configurations are errors, and who owns what. The
// oracle's TestDefinitionApply compares other ones with the running server.
func TestCRDFields(t *testing.T) {
	keys := []string{"live", "object", "version", "subresource", "error", "fields"}
	cases.Run(t, "testdata/crd-fields.yaml", keys, func(t *testing.T, c cases.Case) {
		live, obj := c.Object(t, "live"), c.Object(t, "object")
		for _, crd := range []map[string]any{live, obj} {
			if crd != nil && crd["kind"] == nil {
				crd["apiVersion"], crd["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
			}
		}
		change := crdschema.FieldChange{Live: live, Object: obj, Version: "v1", Subresource: c.Text(t, "subresource"), Manager: "a",
			Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		if c.Has("version") {
			change.Version = c.Text(t, "version")
		}
		out, err := apply.NewCRDTracker().ApplyFields(t.Context(), change)
		if c.Has("error") {
			assert.EqualError(t, err, c.Text(t, "error"))
			return
		}
		assert.NoError(t, err)
		list, _ := out["metadata"].(map[string]any)["managedFields"].([]any)
		if assert.Len(t, list, 1) {
			assert.Equal(t, c.Value("fields"), list[0].(map[string]any)["fieldsV1"])
		}
	})
}
