package oracle

import (
	"iter"
	"testing"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// subject is an object with a schema for it.
type subject struct {
	schema compiled
	object map[string]any
}

// MarshalJSON returns the object for reports.
func (s subject) MarshalJSON() ([]byte, error) { return upstream.Encode(s.object) }

// Smaller yields subjects with a part of the object removed.
func (s subject) Smaller() iter.Seq[subject] {
	return func(yield func(subject) bool) {
		for object := range parity.SmallerObjects(s.object) {
			if !yield(subject{schema: s.schema, object: object}) {
				return
			}
		}
	}
}

type subjects = parity.Cases[subject]

// objects returns the objects that the stages of a request are compared on: those
// of the corpus, unchanged and damaged, and generated ones.
func objects(t *testing.T) subjects {
	t.Helper()
	real := corpusObjects(t)
	return parity.Join(real, damagedObjects(real, parity.Full(10)), generatedObjects(parity.Full(30_000)))
}

// corpusObjects returns the objects of the corpus, each with the schema of its
// version, if the reference can decode it.
func corpusObjects(tb testing.TB) subjects {
	tb.Helper()
	var inputs []subject
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		byVersion := map[string]compiled{}
		for s := range crd.Schemas() {
			if both, ok := compile(s.Map); ok {
				byVersion[s.Version] = both
			}
		}
		for _, o := range crd.Objects {
			s, ok := byVersion[o.Version()]
			if !ok {
				s, ok = byVersion[""] // one for all versions
			}
			if ok {
				inputs = append(inputs, subject{schema: s, object: o.Value})
				labels = append(labels, o.File)
			}
		}
	}
	return subjects{N: len(inputs), At: func(i int) (string, subject) { return labels[i], inputs[i] }}
}

// damagedObjects returns n variants of each object with one to four mutations.
func damagedObjects(in subjects, n int) subjects {
	return parity.Times(in, n, func(seed uint64, s subject) subject {
		s.object = damage(seed, s.object)
		return s
	})
}

// generatedObjects returns objects of generated schemas, ten of each: valid
// except for defaults, nearly valid, damaged, or of another schema.
func generatedObjects(n int) subjects {
	type source struct {
		schema map[string]any
		both   compiled
	}
	sources := parity.Generated(max(1, n/10), func(seed uint64) source {
		schema := generate.New(seed, generate.WithUnprunedDefaults()).Schema(generate.Valid)
		both, ok := compile(schema)
		if !ok {
			panic("the generator made a schema that the reference cannot read")
		}
		return source{schema: schema, both: both}
	})
	return parity.Times(parity.Recent(sources), 10, func(seed uint64, s source) subject {
		return subject{schema: s.both, object: objectFor(s.schema, seed)}
	})
}

func objectFor(schema map[string]any, seed uint64) map[string]any {
	g := generate.New(seed)
	switch seed % 4 {
	case 0:
		return g.Undefault(g.Object(schema, generate.Valid), schema)
	case 1:
		return g.Object(schema, generate.Nearly)
	case 2:
		return damage(seed, g.Object(schema, generate.Valid))
	default:
		return g.Object(g.Schema(generate.Valid), generate.Valid)
	}
}
