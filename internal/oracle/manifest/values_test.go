package manifest

import (
	"encoding/json"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestSchemaValues compares whole schemas as errors print them, and which of them
// a server considers equal.
func TestSchemaValues(t *testing.T) {
	schemas := corpus.Load(t).Schemas()
	real := parity.Map(parity.List(schemas, corpus.Schema.Label), func(s corpus.Schema) map[string]any { return s.Map })
	edited := parity.Times(real, max(1, parity.Full(10_000)/real.N), func(seed uint64, m map[string]any) pair {
		r := parity.Rand(seed)
		return pair{mutate.Schema(r, m, r.IntN(20)), mutate.Schema(r, m, r.IntN(2))}
	})
	parity.Run(t, "crd-schema-values", edited, func(c *parity.Check, p pair) {
		theirs, err := upstream.Schema(p.Manifest)
		others, bad := upstream.Schema(p.Old)
		if err != nil || bad != nil {
			c.Void()
			return
		}
		ours, _ := cases.FromMap(p.Manifest)
		other, _ := cases.FromMap(p.Old)
		c.Equal("printed", printed(structural.InternalValue(ours)), printed(theirs))
		c.Equal("same", structural.SemanticEqual(ours, other), semanticEqual(theirs, others))
		again, _ := cases.FromMap(upstream.Copy(p.Manifest))
		c.Equal("itself", structural.SemanticEqual(ours, again), true)
	})
}

func printed(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
