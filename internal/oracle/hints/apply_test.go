package hints_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// Applying hints one after the other ends, and leaves no errors except those
// whose hints have no edits.
func TestApplyingAllHints(t *testing.T) {
	for seed := range uint64(parity.Full(10_000)) {
		schema := mutate.Schema(parity.Rand(seed), generate.New(seed).Schema(generate.Nearly), 6)
		crd := crdOf(schema)
		errs := ourSchemaErrors(crd)
		var applied []string
		for left := 5*len(errs) + 20; ; left-- {
			i := slices.IndexFunc(errs, func(e *structural.Error) bool {
				h, _ := cases.Must2(hints.For(t.Context(), crd, e))
				return h.Edits != nil
			})
			if i < 0 {
				break
			}
			h, _ := cases.Must2(hints.For(t.Context(), crd, errs[i]))
			applied = append(applied, fmt.Sprint(errs[i], ": ", h.Text))
			if left == 0 {
				t.Fatalf("seed %d: no end\n%q", seed, applied[len(applied)-6:])
			}
			crd = h.Apply(crd)
			errs = ourSchemaErrors(crd)
		}
	}
}

// ourSchemaErrors returns our errors about the only schema of a crd.
func ourSchemaErrors(crd map[string]any) structural.Errors {
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	schema := versions[0].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	s, _ := cases.FromMap(schema)
	return append(cases.Must(structural.Check(context.Background(), s, structural.Resource)), cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource))...).In(schemaPath...)
}
