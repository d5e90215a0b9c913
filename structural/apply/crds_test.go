package apply_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/apply"
)

// A CRD has a status and no other subresource.
func TestCRDSubresources(t *testing.T) {
	fields := apply.NewCRDTracker()
	for subresource, want := range map[string]*status.Status{"": nil, "status": nil, "scale": status.NotServed(), "foo": status.NotServed()} {
		t.Run(subresource, func(t *testing.T) {
			obj := decode(t, "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: lamps.example.com}}")
			change := crdschema.FieldChange{Live: obj, Object: obj, Version: "v1", Subresource: subresource, Manager: "a"}
			_, err := fields.TrackFields(t.Context(), change)
			assert.Equal(t, want, crdschema.StatusOf(err))
			_, err = fields.ApplyFields(t.Context(), change)
			assert.Equal(t, want, crdschema.StatusOf(err))
		})
	}
}
