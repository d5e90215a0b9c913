package lifecycle_test

import (
	"strings"
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

// The server lists the resources of a version in any order; here they are in the order of
// the names, whatever the order of the CRDs.
func TestDiscoverOrdersResources(t *testing.T) {
	var crds []map[string]any
	for _, plural := range []string{"cs", "as", "bs"} {
		crds = append(crds, reconcile(t, map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": plural + ".a.b"},
			"spec": map[string]any{
				"group": "a.b", "scope": "Namespaced",
				"names":    map[string]any{"plural": plural, "singular": plural[:1], "kind": strings.ToUpper(plural[:1]), "listKind": plural[:1] + "List"},
				"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true}},
			},
		}, nil, time.Time{}))
	}
	for range crds {
		crds = append(crds[1:], crds[0])
		var names []string
		for _, resource := range lifecycle.Discover("a.b", crds).Resources["v1"] {
			names = append(names, resource["name"].(string))
		}
		assert.Equal(t, []string{"as", "bs", "cs"}, names)
	}
}
