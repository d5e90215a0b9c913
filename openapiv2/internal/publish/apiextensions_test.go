package publish

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
)

// Every type has a description, and descriptions are about types and fields that
// exist.
func TestDescriptionsOfTypes(t *testing.T) {
	models := apiExtensionsModels()[V3]
	for name, fields := range embedded(typesYAML) {
		model, found := models[apiExtensionsPrefix+name]
		assert.True(t, found, name)
		assert.NotEmpty(t, model.Description, name)
		for field := range fields.(map[string]any) {
			if field != "" {
				assert.Contains(t, model.Properties, field, name)
			}
		}
	}
	for name, model := range models {
		assert.NotEmpty(t, model.Description, name)
	}
}

// The order of required fields names every field that is always stored, except those
// that the server fills in.
func TestRequiredFieldsOfTypes(t *testing.T) {
	filled := map[string]bool{"conditions": true, "acceptedNames": true, "storedVersions": true, "lastTransitionTime": true, "port": true}
	seen := map[*gotype.Type]bool{}
	var walk func(*gotype.Type)
	walk = func(s *gotype.Type) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			assert.Equal(t, f.Presence == keyword.Always && !filled[f.Name], contains(required(s), f.Name), s.Struct+"."+f.Name)
			if f.Name != "metadata" {
				walk(f.Type)
			}
		}
		walk(s.Elem)
	}
	walk(gotype.CRDv1)
	assert.Greater(t, len(seen), 20)
}

func contains(list []string, name string) bool {
	for _, e := range list {
		if e == name {
			return true
		}
	}
	return false
}
