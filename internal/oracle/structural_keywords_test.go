package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestStructuralKeywords compares the rules about keywords for every schema that
// the reference can decode, structural or not.
func TestStructuralKeywords(t *testing.T) {
	real := corpusSchemas(t)
	cases := parity.Join(real, editedSchemas(real, parity.Full(20)), generatedSchemas(parity.Full(20_000)))
	parity.Run(t, "structural-keywords", cases, func(c *parity.Check, schema map[string]any) {
		if !compareKeywords(c, schema) {
			// The reference panics on some fieldPaths of validation rules. The
			// keywords are compared without rules then.
			if !compareKeywords(c, withoutKey(schema, "x-kubernetes-validations").(map[string]any)) {
				c.Fail("keywords", nil, nil, "the reference panics without rules as well")
			}
		}
	})
}

// compareKeywords compares the errors and reports whether the reference did not
// panic.
func compareKeywords(c *parity.Check, schema map[string]any) bool {
	props, err := upstream.Schema(schema)
	if err != nil {
		c.Void()
		return true
	}
	theirs, panicked := upstream.Call(func() upstream.SchemaErrors { return upstream.CheckSchema(props) })
	if panicked != nil {
		return false
	}
	s, _ := cases.FromMap(schema)
	c.Texts("errors", c.OurTexts(cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource))), theirs.Keywords)
	return true
}

// withoutKey returns v without any field of the given name at any depth.
func withoutKey(v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if k != key {
				out[k] = withoutKey(e, key)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutKey(e, key)
		}
		return out
	}
	return v
}
