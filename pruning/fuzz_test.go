package pruning_test

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
)

func FuzzPrune(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":"object","additionalProperties":true}}}`), []byte(`{"a":{"b":{"c":1}},"d":[]}`))
	f.Add([]byte(`{"x-kubernetes-preserve-unknown-fields":true,"properties":{"a":{}}}`), []byte(`{"a":{"b":1}}`))
	f.Add([]byte(`{"items":{"x-kubernetes-embedded-resource":true}}`), []byte(`{"a":[[{"kind":1}]]}`))
	f.Add([]byte(`7`), []byte(`8`))
	f.Fuzz(func(t *testing.T, schema, object []byte) {
		g := generate.New(uint64(len(schema))<<32 | uint64(len(object)))
		shape, ok := cases.FromJSON(schema)
		if !ok {
			shape = g.Schema(generate.Nearly)
		}
		obj, ok := cases.FromJSON(object)
		if !ok {
			obj = g.Object(shape, generate.Hostile)
		}
		s, _ := cases.FromMap(shape)
		holdProperties(t, obj, s)
	})
}
