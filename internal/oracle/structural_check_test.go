package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestStructuralCheck compares the structural rules for every schema that the
// reference can decode; structural-parse compares the others. Both lists are
// sorted, by different keys.
func TestStructuralCheck(t *testing.T) {
	real := corpusSchemas(t)
	inputs := parity.Join(real, editedSchemas(real, parity.Full(20)), generatedSchemas(parity.Full(20_000)))
	parity.Run(t, "structural-check", inputs, func(c *parity.Check, schema map[string]any) {
		theirs, err := upstream.NewStructural(schema)
		if err != nil {
			c.Void()
			return
		}
		s, _ := cases.FromMap(schema)
		c.Texts("errors", c.OurTexts(cases.Must(structural.Check(t.Context(), s, structural.Resource))), theirs.Errors(nil))
		s, _ = cases.FromMap(schema, structural.WithoutDocumentation())
		c.Texts("errors without documentation", c.OurTexts(cases.Must(structural.Check(t.Context(), s, structural.Resource))), theirs.Errors(nil))
	})
}
