package crdtest_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
)

func TestUpgrade(t *testing.T) {
	text, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	changed := strings.NewReplacer("maximum: 10, default: 1}", "maximum: 5, default: 1}\n              size: {type: string, default: s}",
		"policy: {type: string, enum: [Allow, Forbid]}", "mode: {type: string}", "!has(self.policy) || self.policy == 'Allow' || self.replicas > 0", "true",
		"!has(oldSelf.policy) || has(self.policy)", "self.replicas == oldSelf.replicas || true").Replace(string(text))
	ds, err := crdtest.Parse(t.Context(), "new.yaml", []byte(changed))
	require.NoError(t, err)
	f := newFake(t)
	changes := crdtest.Upgrade(f, crontabs(t), ds.All()[0], crdtest.YAML(cronTab("{replicas: 7, policy: Allow}")), crdtest.YAML(cronTab("{replicas: 2}")))
	require.Len(t, changes, 2)
	assert.False(t, changes[0].Harmless())
	assert.Equal(t, "text:1:1: object\n\tinvalid, tolerated while unchanged: spec.replicas: Invalid value: 7: spec.replicas in body should be less than or equal to 5\n\tpruned: spec.policy: was Allow, is absent\n\tdefaulted: spec.size: was absent, is s", changes[0].String())
	assert.True(t, changes[1].Harmless())
	assert.Equal(t, []string{changes[0].String()}, f.failures)
}

// upgraded returns the definition of widgets.yaml with replacements.
func upgraded(t *testing.T, replacements ...string) *crdtest.Definition {
	text := strings.NewReplacer(replacements...).Replace(string(read(t, "testdata/widgets.yaml")))
	ds, err := crdtest.Parse(t.Context(), "new.yaml", []byte(text))
	require.NoError(t, err)
	return ds.All()[0]
}

// v2Stored replaces the version by two: v2 is stored and has no zones.
var v2Stored = []string{"    storage: true\n", "    storage: false\n", "  versions:\n", `  versions:
  - name: v2
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}
`}

func TestUpgradeReports(t *testing.T) {
	old := named(t, "widgets.yaml")
	const widget = "apiVersion: stable.example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 2, zones: [a]}\n"
	for name, c := range map[string]struct {
		upgraded *crdtest.Definition
		want     string
	}{
		"same":            {old, "text:1:1: a"},
		"lost by a write": {upgraded(t, v2Stored...), "text:1:1: a\n\tlost by the next write: spec.zones: was - a, is absent"},
		"lost by a write at a new version": {upgraded(t, "  versions:\n", strings.Replace(v2Stored[3], "storage: true", "storage: false", 1)),
			"text:1:1: a\n\tlost by the next write at v2: spec.zones: was - a, is absent"},
		"not served": {upgraded(t, append(v2Stored, "served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type", "served: false\n    storage: false\n    schema:\n      openAPIV3Schema:\n        type")...),
			"text:1:1: a\n\tunreadable: v1 is not served by the new CRD"},
		"no version": {upgraded(t, "name: v1", "name: v3"), "text:1:1: a\n\tunreadable: the new CRD has no version v1"},
		"scope": {upgraded(t, "scope: Cluster", "scope: Namespaced"),
			"text:1:1: a\n\tunreadable: spec.scope was Cluster, is Namespaced: the keys of stored objects differ, and a server rejects this update of the CRD"},
		"refused": {upgraded(t, "spec:\n            {type: object", "spec:\n            {x-kubernetes-validations: [{rule: 'self.size > 2 && oldSelf.size > 0'}], type: object"),
			"text:1:1: a\n\trefused on its next write: text:4:1: spec: Invalid value: failed rule: self.size > 2 && oldSelf.size > 0 (code rule-failed)"},
	} {
		t.Run(name, func(t *testing.T) {
			changes, err := crdtest.CompareUpgrade(t.Context(), old, c.upgraded, crdtest.YAML(widget))
			require.NoError(t, err)
			require.Len(t, changes, 1)
			assert.Equal(t, c.want, changes[0].String())
			assert.Equal(t, name == "same", changes[0].Harmless())
		})
	}
	changes, err := crdtest.CompareUpgrade(t.Context(), old, upgraded(t, v2Stored...), crdtest.YAML(widget))
	require.NoError(t, err)
	text, err := json.Marshal(changes)
	require.NoError(t, err)
	assert.JSONEq(t, `[{"position": "text:1:1", "name": "a", "lost": [{"path": "spec.zones", "was": ["a"]}]}]`, string(text))
}

// A stored object of an answer has the defaults of the old CRD.
func TestUpgradeOfStored(t *testing.T) {
	old := crontabs(t)
	stored, err := crdtest.Accept(t, old, crdtest.YAML(cronTab("{}")))[0].Stored()
	require.NoError(t, err)
	text := strings.Replace(string(read(t, "testdata/crontabs.yaml")), "default: 1", "default: 2", 1)
	ds, err := crdtest.Parse(t.Context(), "new.yaml", []byte(text))
	require.NoError(t, err)
	crdtest.Upgrade(t, old, ds.All()[0], stored)
	f := newFake(t)
	crdtest.Upgrade(f, old, ds.All()[0], crdtest.YAML(cronTab("{}")))
	assert.Equal(t, []string{"text:1:1: object\n\tchanged: spec.replicas: was 1, is 2"}, f.failures)
}

func TestUpgradeWithoutVerdict(t *testing.T) {
	d := crontabs(t)
	f := newFake(t)
	assert.Empty(t, crdtest.Upgrade(f, d, d))
	assert.Equal(t, "no verdict: there is no stored object", f.fatal)
	crdtest.Upgrade(f, d, d, crdtest.File(os.DirFS("testdata"), "tables"))
	assert.Contains(t, f.fatal, `no verdict: tables/crontabs.yaml:1:1: the object with apiVersion "" and kind "" is not of the definition`)
	crdtest.Upgrade(f, d, nil, crdtest.YAML(cronTab("{}")))
	assert.Equal(t, "no verdict: the Definition is nil: Load, Parse and MustLoad make one", f.fatal)
}
