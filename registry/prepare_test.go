package registry_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/registry"
)

// An update of the status has the resourceVersion of the old object, or else its own.
func TestPrepareStatusResourceVersion(t *testing.T) {
	object := func(resourceVersion string) map[string]any {
		meta := map[string]any{"name": "nightly"}
		if resourceVersion != "" {
			meta["resourceVersion"] = resourceVersion
		}
		return map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": meta}
	}
	assert.Equal(t, object("7"), registry.PrepareStatus(object(""), object("7")))
	assert.Equal(t, object("7"), registry.PrepareStatus(object("7"), object("")))
	assert.Equal(t, object("7"), registry.PrepareStatus(object("7"), object("7")))
}
