package validation_test

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// The fuzz targets take a schema and values as JSON. Text that is not JSON is
// replaced by something generated.

func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":"string","pattern":"^("}}}`), []byte(`{"a":"b"}`), false)
	f.Add([]byte(`{"anyOf":[{"enum":[1,"A"]},{"not":{"type":"integer"}}],"oneOf":[{},{"minimum":0.5}]}`), []byte(`65`), false)
	f.Add([]byte(`{"type":"integer","format":"int32","multipleOf":1e-3,"maximum":1e30}`), []byte(`1.0`), true)
	f.Add([]byte(`{"additionalProperties":{"type":"array","items":{"format":"date"},"uniqueItems":true}}`), []byte(`{"":[[],[]],"a.b":1}`), true)
	f.Add([]byte(`1`), []byte(``), false)
	f.Fuzz(func(t *testing.T, schema, value []byte, defaults bool) {
		g := generate.New(uint64(len(schema))<<32 | uint64(len(value)))
		s, m := fuzzedSchema(g, schema)
		var opts []validation.Option
		if defaults {
			opts = append(opts, validation.WithDefaultsMode())
		}
		obj := fuzzedValue(g, m, value)
		holdProperties(t, compile(s, opts...), obj, g.Mutate(obj, 1))
	})
}

func FuzzValidateUpdate(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"l":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["r"],"properties":{"k":{}}}}}}`),
		[]byte(`{"l":[{"k":1},{"k":2}]}`), []byte(`{"l":[{"k":2},{"k":1}]}`))
	f.Add([]byte(`{"properties":{"kind":{"maxLength":0},"a":{"additionalProperties":{"type":"null"}}}}`), []byte(`{"kind":"a","a":{"b":1}}`), []byte(`{"kind":"a","a":{"b":1}}`))
	f.Add([]byte(`{"items":{"anyOf":[{"maximum":0}]},"x-kubernetes-list-type":"map"}`), []byte(`[1,2]`), []byte(`[1,2]`))
	f.Add([]byte(`{"type":"string"}`), []byte(`null`), []byte(`null`))
	f.Fuzz(func(t *testing.T, schema, value, old []byte) {
		g := generate.New(uint64(len(schema))<<32 | uint64(len(value)+len(old)))
		s, m := fuzzedSchema(g, schema)
		holdProperties(t, compile(s), fuzzedValue(g, m, value), fuzzedValue(g, m, old))
	})
}

func fuzzedSchema(g *generate.Generator, text []byte) (*structural.Schema, map[string]any) {
	doc, err := decode.JSON(context.Background(), text)
	m, ok := doc.Value.(map[string]any)
	if err != nil || !ok {
		m = g.Schema(generate.Nearly)
	}
	s, _ := cases.FromMap(m)
	return s, m
}

func fuzzedValue(g *generate.Generator, schema map[string]any, text []byte) any {
	doc, err := decode.JSON(context.Background(), text)
	if err != nil {
		return g.Object(schema, generate.Nearly)
	}
	return doc.Value
}
