package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

type schemas = parity.Cases[map[string]any]

// corpusSchemas returns all schemas of the corpus.
func corpusSchemas(t *testing.T) schemas {
	t.Helper()
	list := parity.List(corpus.Load(t).Schemas(), corpus.Schema.Label)
	return parity.Map(list, func(s corpus.Schema) map[string]any { return s.Map })
}

// generatedSchemas returns valid, nearly valid and hostile schemas, most of them
// nearly valid, with rules and with defaults that have unknown fields.
func generatedSchemas(n int) schemas {
	flavours := []generate.Flavor{generate.Nearly, generate.Nearly, generate.Nearly, generate.Valid, generate.Hostile}
	return parity.Generated(n, func(seed uint64) map[string]any {
		g := generate.New(seed, generate.WithRules(), generate.WithUnprunedDefaults())
		return g.Schema(flavours[seed%uint64(len(flavours))])
	})
}

// editedSchemas returns n variants of each schema with one to six keywords
// changed. Most can be decoded.
func editedSchemas(in schemas, n int) schemas {
	return parity.Times(in, n, func(seed uint64, schema map[string]any) map[string]any {
		return mutate.Schema(parity.Rand(seed), schema, 1+int(seed%6))
	})
}

// damagedSchemas returns n variants of each schema with one to four values
// changed, keyword or not. Half of them cannot be decoded.
func damagedSchemas(in schemas, n int) schemas {
	return parity.Times(in, n, damage)
}

// damage returns a copy of an object with one to four mutations.
func damage(seed uint64, in map[string]any) map[string]any {
	return generate.New(seed).Mutate(in, 1+int(seed%4)).(map[string]any)
}

// compiled is a schema as both implementations hold it. Defaults are not pruned.
type compiled struct {
	ours   *structural.Schema
	theirs upstream.Structural
}

// compile decodes a schema on both sides and reports whether the reference can.
func compile(schema map[string]any) (compiled, bool) {
	theirs, err := upstream.NewStructural(schema)
	ours, _ := cases.FromMap(schema)
	return compiled{ours: ours, theirs: theirs}, err == nil
}
