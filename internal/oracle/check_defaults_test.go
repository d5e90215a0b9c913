package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/structural/validation"
)

// TestCheckDefaults compares the errors of defaults when a definition is written:
// values and metadata, but not validation rules.
func TestCheckDefaults(t *testing.T) {
	real := corpusSchemas(t)
	cases := parity.Join(real, editedSchemas(real, parity.Full(10)), generatedSchemas(parity.Full(30_000)))
	parity.Run(t, "check-defaults", cases, func(c *parity.Check, schema map[string]any) {
		both, ok := compile(schema)
		if !ok {
			c.Void()
			return
		}
		for unpruned, tolerance := range map[upstream.Unpruned]schemacheck.Tolerance{
			upstream.Refuse:   schemacheck.Refused,
			upstream.Tolerate: schemacheck.Tolerated,
		} {
			if _, err := both.theirs.CheckDefaults(unpruned); err != nil { // a failure, not a verdict
				c.Void()
				return
			}
			ours, err := schemacheck.CheckDefaults(t.Context(), both.ours, nil, defaultChecks(tolerance))
			if err != nil {
				c.Fail("errors", nil, nil, "%v", err)
				return
			}
			textsOneOf(c, "errors", c.OurTexts(ours), func() []string {
				theirs, _ := both.theirs.CheckDefaults(unpruned)
				return theirs
			})
		}
	})
}

// defaultChecks returns the checks of the project's packages.
func defaultChecks(unpruned schemacheck.Tolerance) schemacheck.DefaultChecks {
	compiler := validation.NewCompiler(validation.WithDefaultsMode())
	return schemacheck.DefaultChecks{
		Metadata: objectmeta.ValidateEmbedded,
		Value: func(v any, s *structural.Schema, at structural.Path) structural.Errors {
			return verdictOf(compiler.Compile(s).At(at).Validate(context.Background(), v))
		},
		Unpruned: unpruned,
	}
}
