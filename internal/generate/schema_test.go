package generate

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

// TestFeatures checks the distribution: every feature is frequent enough to occur
// in a comparison of a thousand schemas.
func TestFeatures(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(1000) {
		for feature := range features(New(seed).Schema(Valid)) {
			counts[feature]++
		}
	}
	for _, feature := range keys(anyMap(expected)) {
		assert.GreaterOrEqual(t, counts[feature], expected[feature], feature)
	}
}

func anyMap(m map[string]int) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

func TestFlaws(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(3000) {
		g := New(seed)
		schema := g.root()
		before := cloneMap(schema)
		names := g.addFlaws(schema, 1)
		if !reflect.DeepEqual(before, schema) {
			counts[names[0]]++
		}
	}
	for _, f := range flaws {
		assert.Greater(t, counts[f.name], 5, f.name)
	}
}

// TestValidSchemasAreStructural checks valid schemas with package structural. The
// differential tests check that a server agrees.
func TestValidSchemasAreStructural(t *testing.T) {
	for seed := range uint64(2000) {
		schema := New(seed, []Option{WithRules(), WithDemandingRules()}[seed%2]).Schema(Valid)
		s, errs := cases.FromMap(schema)
		require.Empty(t, errs.Texts(), "seed %d", seed)
		require.True(t, survivesJSON(schema), "seed %d", seed)
		require.Empty(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), "seed %d", seed)
		require.Empty(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts(), "seed %d", seed)
	}
}

func TestNearlyValidSchemas(t *testing.T) {
	refused := 0
	const tried = 500
	for seed := range uint64(tried) {
		s, errs := cases.FromMap(New(seed).Schema(Nearly))
		errs = append(errs, cases.Must(structural.Check(t.Context(), s, structural.Resource))...)
		if errs = append(errs, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))...); len(errs) > 0 {
			refused++
		}
	}
	assert.Greater(t, refused, tried/2)
	assert.Less(t, refused, tried*95/100)
}

func TestStatusCompatible(t *testing.T) {
	for seed := range uint64(300) {
		s, _ := cases.FromMap(New(seed, WithStatusCompatible(), WithRules()).Schema(Valid))
		require.Empty(t, structural.CheckStatusRoot(s).Texts(), "seed %d", seed)
	}
}

func TestSize(t *testing.T) {
	total, most := 0, 0
	for seed := range uint64(500) {
		n := 0
		for _, p := range nodesOf(New(seed, WithNodes(80)).Schema(Valid)) {
			if !p.nested {
				n++
			}
		}
		total, most = total+n, max(most, n)
	}
	assert.Greater(t, total/500, 15)
	assert.LessOrEqual(t, most, 80+40, "type meta and keys come on top")
}
