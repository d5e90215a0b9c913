package lifecycle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
)

func TestDiscover(t *testing.T) {
	cases.Run(t, "testdata/discovery.yaml", []string{"definitions", "versions", "resources"}, func(t *testing.T, c cases.Case) {
		var definitions []map[string]any
		for _, d := range listOf(c.Value("definitions")) {
			definitions = append(definitions, reconcile(t, completed(d.(map[string]any)), nil, time.Time{}))
		}
		got := lifecycle.Discover("a.b", definitions)
		assert.Equal(t, c.Texts(t, "versions"), append([]string{}, got.Versions...))
		assert.Len(t, got.Resources, len(got.Versions))
		for version, want := range c.Object(t, "resources") {
			var resources []any
			for _, r := range got.Resources[version] {
				resources = append(resources, r)
			}
			assert.Equal(t, want, any(resources), version)
		}
	})
}
