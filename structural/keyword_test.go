package structural_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/keyword"
)

// TestKeywords compares what FromMap reads with the list of keywords: it knows
// each of them, and names the Go type of the list for a value that does not fit.
func TestKeywords(t *testing.T) {
	for _, k := range keyword.OfSchema {
		_, problems := cases.FromMap(map[string]any{k.Name: nil})
		assert.Empty(t, problems.Texts(), k.Name)
		assertGoType(t, k, func(v any) map[string]any { return map[string]any{k.Name: v} })
	}
	for _, k := range keyword.OfRule {
		assertGoType(t, k, func(v any) map[string]any {
			return map[string]any{"x-kubernetes-validations": []any{map[string]any{k.Name: v}}}
		})
	}
	for _, k := range keyword.OfExternalDocs {
		assertGoType(t, k, func(v any) map[string]any {
			return map[string]any{"externalDocs": map[string]any{k.Name: v}}
		})
	}
}

func assertGoType(t *testing.T, k keyword.Keyword, schema func(v any) map[string]any) {
	t.Helper()
	goType := k.GoType("v1.")
	wrong := any("x")
	if k.Value == keyword.Text {
		wrong = int64(1)
	}
	_, problems := cases.FromMap(schema(wrong))
	switch {
	case goType != "":
		assert.Contains(t, problems.Err().Error(), "into Go value of type "+goType, k.Name)
	case k.Value == keyword.SchemaOrBool:
		assert.Contains(t, problems.Err().Error(), "boolean or JSON schema expected", k.Name)
	default:
		assert.Empty(t, problems.Texts(), k.Name)
	}
}
