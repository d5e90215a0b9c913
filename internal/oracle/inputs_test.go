package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// corpusSchemas are all schemas of the corpus.
func corpusSchemas(t *testing.T) parity.Cases[map[string]any] {
	t.Helper()
	list := parity.List(corpus.Load(t).Schemas(), corpus.Schema.Label)
	return parity.Map(list, func(s corpus.Schema) map[string]any { return s.Map })
}

// damaged makes n variants of each input with one to four mutations.
func damaged(cases parity.Cases[map[string]any], n int) parity.Cases[map[string]any] {
	return parity.Times(cases, n, func(seed uint64, in map[string]any) map[string]any {
		return mutate.Object(parity.Rand(seed), in, 1+int(seed%4))
	})
}

// edited makes n variants of each schema with one to six keywords changed.
func edited(schemas parity.Cases[map[string]any], n int) parity.Cases[map[string]any] {
	return parity.Times(schemas, n, func(seed uint64, in map[string]any) map[string]any {
		return mutate.Schema(parity.Rand(seed), in, 1+int(seed%6))
	})
}

// compiled is a schema as both implementations hold it. Defaults are not
// pruned.
type compiled struct {
	ours   *structural.Schema
	theirs upstream.Structural
}

// compile reads a schema on both sides, false if the reference cannot.
func compile(schema map[string]any) (compiled, bool) {
	theirs, err := upstream.NewStructural(schema)
	ours, _ := structural.FromMap(schema)
	return compiled{ours: ours, theirs: theirs}, err == nil
}

// subject is an object together with a schema for it.
type subject struct {
	schema compiled
	object map[string]any
}

// MarshalJSON shows the object in reports.
func (s subject) MarshalJSON() ([]byte, error) { return upstream.Encode(s.object) }

// corpusObjects are the objects of the corpus, each with the schema of its
// version, as far as there is one that the reference can read.
func corpusObjects(t *testing.T) parity.Cases[subject] {
	t.Helper()
	var subjects []subject
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		schemas := map[string]compiled{}
		for s := range crd.Schemas() {
			if both, ok := compile(s.Map); ok {
				schemas[s.Version] = both
			}
		}
		for _, o := range crd.Objects {
			s, ok := schemas[o.Version()]
			if !ok {
				s, ok = schemas[""] // one for all versions
			}
			if ok {
				subjects = append(subjects, subject{schema: s, object: o.Value})
				labels = append(labels, o.File)
			}
		}
	}
	return parity.Cases[subject]{N: len(subjects), At: func(i int) (string, subject) { return labels[i], subjects[i] }}
}

// damagedObjects makes n variants of each object with one to four mutations.
func damagedObjects(cases parity.Cases[subject], n int) parity.Cases[subject] {
	return parity.Times(cases, n, func(seed uint64, in subject) subject {
		in.object = mutate.Object(parity.Rand(seed), in.object, 1+int(seed%4))
		return in
	})
}

// objects are the objects of the corpus, as they are and damaged.
func objects(t *testing.T) parity.Cases[subject] {
	t.Helper()
	return parity.Join(corpusObjects(t), damagedObjects(corpusObjects(t), parity.Full(20)))
}
