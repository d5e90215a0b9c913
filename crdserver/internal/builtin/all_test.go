package builtin

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// TestAllKinds compiles all kinds that are stored, at all versions.
func TestAllKinds(t *testing.T) {
	k := New(Config{Store: store.New(10), Compiler: crdschema.NewCompiler()})
	opened := 0
	for _, g := range published.Groups() {
		for _, v := range g.Versions {
			for _, entry := range g.Resources[v] {
				name := entry["name"].(string)
				if strings.Contains(name, "/") || !Stored(entry) {
					continue
				}
				r, err := k.Open(t.Context(), g.Group, name)
				require.NoError(t, err, name)
				version, found := r.Definition.Definition.Version(v)
				require.True(t, found && version.Served(), "%s %s", name, v)
				opened++
			}
		}
	}
	assert.Equal(t, 92, opened)
}

// TestBehavior checks that the names in behavior.yaml exist.
func TestBehavior(t *testing.T) {
	resources := map[string]bool{}
	for _, g := range published.Groups() {
		for _, v := range g.Versions {
			for _, entry := range g.Resources[v] {
				resources[entry["name"].(string)+"."+g.Group] = true
			}
		}
	}
	for _, list := range []string{"generation", "conditional", "created"} {
		for _, name := range behaviors()[list].([]any) {
			assert.True(t, resources[name.(string)], name)
		}
	}
	for _, table := range []string{"selectable", "status"} {
		for name := range untyped.Object(behaviors(), table) {
			assert.True(t, resources[name], name)
		}
	}
	for name, fields := range untyped.Object(behaviors(), "defaults") {
		for field := range fields.(map[string]any) {
			assert.NotNil(t, untyped.Object(published.Component(name), "properties")[field], "%s %s", name, field)
		}
	}
}
