package httpapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
)

// TestChecksAreThoseOfAdmit compares the checks of a handler with the checks of Admit.
func TestChecksAreThoseOfAdmit(t *testing.T) {
	old := map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "a"}}
	for _, operation := range []crdschema.Operation{crdschema.Create, crdschema.Update, crdschema.Patch} {
		for _, header := range []string{"", "application/json", "application/yaml; a=b", "text/plain", "application/json-patch+json", "application/merge-patch+json;"} {
			for _, size := range []int{2, httpapi.MaxBodyBytes, httpapi.MaxBodyBytes + 1} {
				body := make([]byte, size)
				want := httpapi.CheckContentType(operation, header)
				if tooLarge := httpapi.CheckSize(size); want == nil || tooLarge != nil && operation == crdschema.Update {
					want = tooLarge
				}
				result, err := definition.Admit(t.Context(), crdschema.Request{Operation: operation, Body: body, ContentType: header, Version: "v1", Old: old})
				assert.NoError(t, err)
				assert.NotNil(t, result.Status())
				if want != nil {
					assert.Equal(t, want, result.Status(), "%v %q %d", operation, header, size)
				} else {
					assert.NotContains(t, []int{413, 415}, result.Status().Code)
				}
			}
		}
	}
}
