package oracle

import (
	"iter"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// judges are what both implementations make of a schema to check values. Not
// every schema is structural.
type judges struct {
	schema map[string]any
	parsed *structural.Schema
	ours   *validation.Validator
	theirs upstream.Validator
}

// judged compiles a schema on both sides, false if one of them cannot read all
// of it: then nobody serves it.
func judged(schema map[string]any) (judges, bool) {
	parsed, problems := structural.FromMap(schema)
	theirs, err := upstream.NewValidator(schema)
	unread := slices.ContainsFunc(problems, func(p *structural.Error) bool { return p.Kind != structural.UnknownField })
	return judges{schema: schema, parsed: parsed, ours: validation.Compile(parsed), theirs: theirs}, err == nil && !unread
}

// valued is an object with the judges of its schema.
type valued struct {
	judges
	object map[string]any
}

// MarshalJSON shows object and schema in reports.
func (v valued) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": v.object, "schema": v.schema})
}

// Smaller are inputs with something missing in object or schema.
func (v valued) Smaller() iter.Seq[valued] {
	return func(yield func(valued) bool) {
		for object := range parity.SmallerObjects(v.object) {
			if !yield(valued{v.judges, object}) {
				return
			}
		}
		for schema := range parity.SmallerObjects(v.schema) {
			if j, ok := judged(schema); ok && !yield(valued{j, v.object}) {
				return
			}
		}
	}
}

type valueds = parity.Cases[valued]

// corpusValues are the objects of the corpus.
func corpusValues(tb testing.TB) valueds {
	tb.Helper()
	var inputs []valued
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		byVersion := map[string]judges{}
		for s := range crd.Schemas() {
			if j, ok := judged(s.Map); ok {
				byVersion[s.Version] = j
			}
		}
		for _, o := range crd.Objects {
			j, ok := byVersion[o.Version()]
			if !ok {
				j, ok = byVersion[""] // one for all versions
			}
			if ok {
				inputs = append(inputs, valued{j, o.Value})
				labels = append(labels, o.File)
			}
		}
	}
	return valueds{N: len(inputs), At: func(i int) (string, valued) { return labels[i], inputs[i] }}
}

// damagedValues makes n variants of each object: every other one with one to
// four blind mutations, the rest with one to six values on the edge of
// something.
func damagedValues(in valueds, n int) valueds {
	return parity.Times(in, n, func(seed uint64, v valued) valued {
		v.object = changed(seed, v.object, 1)
		return v
	})
}

// changed is a copy of an object with at least the given number of changes.
func changed(seed uint64, obj map[string]any, least int) map[string]any {
	if seed%2 == 0 && least > 0 {
		return damage(seed, obj)
	}
	r := parity.Rand(seed)
	return contrary.Change(r, obj, least+r.IntN(6))
}

// contraryValues are objects for schemas that contradict themselves, four for
// each.
func contraryValues(n int) valueds {
	schemas := parity.Generated(max(1, n/4), func(seed uint64) judges {
		r := parity.Rand(seed)
		j, ok := judged(contrary.Schema(r, 1+r.IntN(4)))
		if !ok {
			panic("there is a schema that cannot be read")
		}
		return j
	})
	return parity.Times(parity.Recent(schemas), 4, func(seed uint64, j judges) valued {
		return valued{j, contrary.Object(parity.Rand(seed), j.schema)}
	})
}

// generatedValues are objects for generated schemas, valid and nearly valid
// ones, ten for each.
func generatedValues(n int) valueds {
	flavours := []generate.Flavor{generate.Valid, generate.Nearly}
	schemas := parity.Generated(max(1, n/10), func(seed uint64) judges {
		g := generate.New(seed)
		for {
			if j, ok := judged(g.Schema(flavours[seed%2])); ok {
				return j
			}
		}
	})
	return parity.Times(parity.Recent(schemas), 10, func(seed uint64, j judges) valued {
		return valued{j, objectFor(j.schema, seed)}
	})
}

// undefaulted is a copy of an object from which defaults are missing.
func undefaulted(seed uint64, obj, schema map[string]any) map[string]any {
	return generate.New(seed).Undefault(obj, schema)
}
