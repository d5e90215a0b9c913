package celrules_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func explained(t *testing.T, s *structural.Schema) celrules.CostExplanation {
	t.Helper()
	x, err := celrules.Compile(s, structural.Resource).ExplainCost(t.Context())
	require.NoError(t, err)
	return x
}

// The text of an explanation, whose numbers are the ones of the report.
func TestExplainCost(t *testing.T) {
	cases.Run(t, "testdata/explain.yaml", []string{"schema", "text"}, func(t *testing.T, c cases.Case) {
		s, problems := cases.FromMap(c.Object(t, "schema"))
		require.Empty(t, problems)
		got := explained(t, s)
		assert.Equal(t, c.Text(t, "text"), got.String())
		report := costs(celrules.Compile(s, structural.Resource))
		assert.Equal(t, report.Total, got.Total)
		assert.InDelta(t, report.Share(), got.Share(), 0)
		var summary []celrules.ExpressionCost
		for _, e := range got.Expressions {
			summary = append(summary, e.ExpressionCost)
			assert.Equal(t, e.Cost, e.Part.Share)
			assertSums(t, e.Part)
		}
		assert.Equal(t, report.Expressions, summary)
	})
}

func assertSums(t *testing.T, p celrules.CostPart) {
	t.Helper()
	sum := p.Own
	for _, inside := range p.Parts {
		assertSums(t, inside)
		if sum += inside.Share; sum < inside.Share {
			sum = math.MaxUint64
		}
	}
	assert.Equal(t, p.Share, sum, p.Text)
}

func TestExplanationAsJSON(t *testing.T) {
	s := schema(`{type: object, properties: {s: {type: string}}, x-kubernetes-validations: [{rule: "self.s == 'a'"}]}`)
	text, err := json.Marshal(explained(t, s))
	require.NoError(t, err)
	assert.JSONEq(t, `{"total": 3, "expressions": [{"path": "x-kubernetes-validations[0].rule", "source": "self.s == 'a'", "cost": 3, "times": 1, "total": 3,
		"part": {"text": "self.s == \"a\"", "line": 1, "column": 8, "cost": 3, "times": 1, "share": 3, "own": 1, "parts": [
			{"text": "self.s", "line": 1, "column": 5, "cost": 2, "times": 1, "share": 2, "own": 2}]},
		"sizes": [{"path": "properties[s]", "keyword": "maxLength", "size": 3145726}]}]}`, string(text))
}

// The list of explanations ends when their texts are too long. The total has all costs.
func TestLongExplanations(t *testing.T) {
	text := "self"
	for range 200 { // each level is a part with its text
		text = "(" + text + " + 1)"
	}
	rules := slices.Repeat([]any{map[string]any{"rule": text + " > 0"}}, 60)
	s, _ := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{
		"a": map[string]any{"type": "integer", "x-kubernetes-validations": rules}}})
	got := explained(t, s)
	assert.Positive(t, got.Omitted)
	assert.Equal(t, 60, len(got.Expressions)+got.Omitted)
	assert.Equal(t, costs(celrules.Compile(s, structural.Resource)).Total, got.Total)
	assert.Contains(t, got.String(), "more expressions\n")
}
