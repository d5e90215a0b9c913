package oracle

import (
	"iter"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/validation"
)

// validators are the validators of a schema of both implementations. Not every
// schema is structural.
type validators struct {
	schema map[string]any
	parsed *structural.Schema
	ours   *validation.Validator
	theirs upstream.Validator
}

// validatorsOf compiles a schema on both sides and reports whether both can
// decode all of it: a server does not serve others.
func validatorsOf(schema map[string]any) (validators, bool) {
	parsed, problems := cases.FromMap(schema)
	theirs, err := upstream.NewValidator(schema)
	unread := slices.ContainsFunc(problems, func(p *structural.Error) bool { return p.Kind != field.UnknownField })
	return validators{schema: schema, parsed: parsed, ours: validation.Compile(parsed), theirs: theirs}, err == nil && !unread
}

// valued is an object with the validators of its schema.
type valued struct {
	validators
	object map[string]any
}

// MarshalJSON returns the object and the schema for reports.
func (v valued) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": v.object, "schema": v.schema})
}

// Smaller yields inputs with a part of the object or the schema removed.
func (v valued) Smaller() iter.Seq[valued] {
	return func(yield func(valued) bool) {
		for object := range parity.SmallerObjects(v.object) {
			if !yield(valued{v.validators, object}) {
				return
			}
		}
		for schema := range parity.SmallerObjects(v.schema) {
			if j, ok := validatorsOf(schema); ok && !yield(valued{j, v.object}) {
				return
			}
		}
	}
}

type valueds = parity.Cases[valued]

// corpusValues returns the objects of the corpus.
func corpusValues(tb testing.TB) valueds {
	tb.Helper()
	var inputs []valued
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		byVersion := map[string]validators{}
		for s := range crd.Schemas() {
			if j, ok := validatorsOf(s.Map); ok {
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

// damagedValues returns n variants of each object: one half with one to four
// random mutations, the other with one to six values at some limit.
func damagedValues(in valueds, n int) valueds {
	return parity.Times(in, n, func(seed uint64, v valued) valued {
		v.object = changed(seed, v.object, 1)
		return v
	})
}

// changed returns a copy of an object with at least the given number of changes.
func changed(seed uint64, obj map[string]any, least int) map[string]any {
	if seed%2 == 0 && least > 0 {
		return damage(seed, obj)
	}
	r := parity.Rand(seed)
	return contrary.Change(r, obj, least+r.IntN(6))
}

// contraryValues returns objects of schemas that contradict themselves, four for
// each.
func contraryValues(n int) valueds {
	schemas := parity.Generated(max(1, n/4), func(seed uint64) validators {
		r := parity.Rand(seed)
		j, ok := validatorsOf(contrary.Schema(r, 1+r.IntN(4)))
		if !ok {
			panic("there is a schema that cannot be read")
		}
		return j
	})
	return parity.Times(parity.Recent(schemas), 4, func(seed uint64, j validators) valued {
		return valued{j, contrary.Object(parity.Rand(seed), j.schema)}
	})
}

// generatedValues returns objects of generated schemas, valid and nearly valid
// ones, ten for each.
func generatedValues(n int) valueds {
	flavours := []generate.Flavor{generate.Valid, generate.Nearly}
	schemas := parity.Generated(max(1, n/10), func(seed uint64) validators {
		g := generate.New(seed)
		for {
			if j, ok := validatorsOf(g.Schema(flavours[seed%2])); ok {
				return j
			}
		}
	})
	return parity.Times(parity.Recent(schemas), 10, func(seed uint64, j validators) valued {
		return valued{j, objectFor(j.schema, seed)}
	})
}

// undefaulted returns a copy of an object from which defaults are missing.
func undefaulted(seed uint64, obj, schema map[string]any) map[string]any {
	return generate.New(seed).Undefault(obj, schema)
}

// verdictOf returns a verdict. It panics if there is none.
func verdictOf[T any](verdict T, err error) T {
	if err != nil {
		panic(err)
	}
	return verdict
}

// both returns a verdict on an update. It panics if there is none.
func both[T any](errs, ratcheted T, err error) (T, T) {
	return verdictOf(errs, err), ratcheted
}
