package structural_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/structural"
)

// The error says which pattern is too much work.
func TestCheckSaysWhichPatternIsTooMuchWork(t *testing.T) {
	for _, pattern := range []string{strings.Repeat("a", 200_000), strings.Repeat("a{1000}", 300), `[` + strings.Repeat(`\pL`, 40_000) + `]`} {
		field := map[string]any{"type": "string", "pattern": pattern}
		for path, schema := range map[string]map[string]any{
			"properties[a].items.pattern": {"type": "object", "properties": map[string]any{"a": map[string]any{"type": "array", "items": field}}},
			"allOf[1].anyOf[0].pattern": {"type": "object", "allOf": []any{map[string]any{}, map[string]any{"anyOf": []any{
				map[string]any{"pattern": pattern}}}}},
		} {
			s, _, err := structural.FromMap(t.Context(), schema)
			assert.NoError(t, err)
			_, err = structural.Check(t.Context(), s, structural.Resource)
			assert.EqualError(t, err, "too much work: a regular expression: more than 134217728 steps checking the structure of a schema at "+path)
		}
	}
}
