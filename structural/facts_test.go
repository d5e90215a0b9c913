package structural_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural/facts"
)

// TestHolds checks which facts a schema has because of one node in it. Most facts
// do not include the branches of junctors.
func TestHolds(t *testing.T) {
	names := map[facts.Facts]string{
		facts.Defaults: "defaults", facts.Rules: "rules", facts.ListTypes: "list types",
		facts.EmbeddedResources: "embedded resources", facts.Fields: "fields", facts.Unsupported: "unsupported",
		facts.BranchRules: "branch rules", facts.OtherTypes: "other types",
	}
	for _, tt := range []struct {
		schema string
		want   []string
	}{
		{`{type: object}`, nil},
		{`{properties: {a: {properties: {b: {default: 1}}}}}`, []string{"defaults", "fields"}},
		{`{items: {x-kubernetes-validations: [{rule: "true"}]}}`, []string{"rules", "fields"}},
		{`{items: {type: array, x-kubernetes-list-type: set, items: {}}}`, []string{"list types", "fields"}},
		{`{properties: {a: {x-kubernetes-embedded-resource: true}}}`, []string{"embedded resources", "fields"}},
		{`{items: {allOf: [{x-kubernetes-validations: [{rule: "true"}]}]}}`, []string{"branch rules", "fields"}},
		{`{items: {type: text}}`, []string{"other types", "fields"}},
	} {
		s := schema(t, tt.schema)
		var got []string
		for fact, name := range names {
			if s.Holds(fact) {
				got = append(got, name)
			}
		}
		assert.ElementsMatch(t, tt.want, got, tt.schema)
	}
	unsupported, problems := cases.FromMap(map[string]any{"anyOf": []any{map[string]any{"id": "x"}}})
	assert.Len(t, problems, 1)
	assert.True(t, unsupported.Holds(facts.Unsupported))
}

// TestEqualNodesAreRepeated checks that equal nodes are one node, and that it is marked.
func TestEqualNodesAreRepeated(t *testing.T) {
	s := schema(t, `{type: object, properties: {from: {type: string}, to: {type: string}, when: {type: string, format: date}}}`)
	assert.Same(t, s.Property("from"), s.Property("to"))
	assert.True(t, s.Property("from").Holds(facts.Repeated))
	assert.False(t, s.Property("when").Holds(facts.Repeated))
}
