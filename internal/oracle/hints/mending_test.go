package hints_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// Hints carried out one after the other come to an end, where no error is left
// but those whose hints are no edits.
func TestMending(t *testing.T) {
	for seed := range uint64(parity.Full(10_000)) {
		schema := mutate.Schema(parity.Rand(seed), generate.New(seed).Schema(generate.Nearly), 6)
		manifest := manifestOf(schema)
		errs := schemaProblems(manifest)
		var told []string
		for left := 5*len(errs) + 20; ; left-- {
			i := slices.IndexFunc(errs, func(e *structural.Error) bool {
				h, _ := hints.For(manifest, e)
				return h.Edits != nil
			})
			if i < 0 {
				break
			}
			h, _ := hints.For(manifest, errs[i])
			told = append(told, fmt.Sprint(errs[i], ": ", h.Text))
			if left == 0 {
				t.Fatalf("seed %d: no end\n%q", seed, told[len(told)-6:])
			}
			manifest = hints.Apply(manifest, h.Edits)
			errs = schemaProblems(manifest)
		}
	}
}

// schemaProblems are our errors about the one schema of a manifest.
func schemaProblems(manifest map[string]any) structural.Errors {
	versions := manifest["spec"].(map[string]any)["versions"].([]any)
	schema := versions[0].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	s, _ := structural.FromMap(schema)
	return append(structural.Check(s), structural.CheckKeywords(s)...).In(schemaAt...)
}
