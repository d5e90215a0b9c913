package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
)

// TestPruneDefaults compares the defaults that a schema is served with.
func TestPruneDefaults(t *testing.T) {
	real := corpusSchemas(t)
	cases := parity.Join(real, editedSchemas(real, parity.Full(10)), generatedSchemas(parity.Full(30_000)))
	parity.Run(t, "prune-defaults", cases, func(c *parity.Check, schema map[string]any) {
		both, ok := compile(schema)
		if !ok {
			c.Void()
			return
		}
		theirs, err := both.theirs.PruneDefaults()
		ours, ourErr := schemacheck.PruneDefaults(t.Context(), both.ours, structural.Resource)
		c.Equal("error", errorText(ourErr), errorText(err))
		if err == nil {
			c.Equal("defaults", defaultsOf(ours), theirs.Defaults())
		}
	})
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// defaultsOf returns the defaults of all nodes by path; see
// upstream.Structural.Defaults.
func defaultsOf(s *structural.Schema) map[string]any {
	out := map[string]any{}
	collectDefaults(out, nil, s)
	return out
}

func collectDefaults(out map[string]any, at structural.Path, s *structural.Schema) {
	if s == nil {
		return
	}
	if s.HasDefault() {
		out[at.Append(structural.Field("default")).String()] = s.Default()
	}
	collectDefaults(out, at.Append(structural.Field("items")), s.Items())
	collectDefaults(out, at.Append(structural.Field("additionalProperties")), s.AdditionalProperties())
	for name, p := range s.Properties() {
		collectDefaults(out, at.Append(structural.Field("properties"), structural.Key(name)), p)
	}
}
