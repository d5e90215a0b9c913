package older

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// minorOf returns the version of the reference in four of five cases.
func minorOf(seed uint64) uint {
	if seed%5 > 0 {
		return newest
	}
	return oldest + uint(seed/5)%(newest-oldest)
}

// generated returns objects of plausible schemas.
func generated(n int) parity.Cases[input] {
	return parity.Generated(n, func(seed uint64) input {
		g := generate.New(seed)
		for {
			schema := g.Schema([]generate.Flavor{generate.Valid, generate.Nearly}[seed%2])
			_, problems, err := structural.FromMap(context.Background(), schema)
			if err != nil {
				panic(err)
			}
			if slices.ContainsFunc(problems, func(p *structural.Error) bool { return p.Kind != field.UnknownField }) {
				continue // a server does not serve it
			}
			old := g.Object(schema, generate.Nearly)
			return input{schema: schema, value: g.Mutate(old, int(seed%4)), old: old, minor: minorOf(seed)}
		}
	})
}

// contradicting returns objects and other values of schemas that contradict
// themselves.
func contradicting(n int) parity.Cases[input] {
	return parity.Generated(n, func(seed uint64) input {
		r := parity.Rand(seed)
		schema := contrary.Schema(r, 1+r.IntN(4))
		if seed%2 == 0 {
			old := contrary.Object(r, schema)
			return input{schema: schema, value: contrary.Change(r, old, r.IntN(4)), old: old, minor: minorOf(seed)}
		}
		return input{schema: schema, value: contrary.Value(r, schema), old: contrary.Value(r, schema), minor: minorOf(seed)}
	})
}

// numeric returns numbers, and few other values, at the limits of types, formats and
// bounds.
func numeric(n int) parity.Cases[input] {
	return parity.Generated(n, func(seed uint64) input {
		r := parity.Rand(seed)
		schema, value, old := numberSchema(r), one(r, edges...), one(r, edges...)
		if r.IntN(3) == 0 {
			old = value
		}
		switch r.IntN(4) {
		case 0:
			schema = map[string]any{"type": "object", "properties": map[string]any{"a": schema}}
			value, old = map[string]any{"a": value}, map[string]any{"a": old}
		case 1:
			schema = map[string]any{"type": "array", "items": schema}
			value, old = []any{value, one(r, edges...)}, []any{old}
		case 2:
			schema = map[string]any{"type": schema["type"], one(r, "anyOf", "oneOf", "allOf"): []any{schema, numberSchema(r)}}
			if schema["type"] == nil {
				delete(schema, "type")
			}
		}
		return input{schema: schema, value: value, old: old, minor: minorOf(seed)}
	})
}

func numberSchema(r *rand.Rand) map[string]any {
	out := map[string]any{}
	if r.IntN(8) > 0 {
		out["type"] = one[any](r, "integer", "integer", "integer", "number", "number", "string", "boolean", "array", "object")
	}
	if r.IntN(10) == 0 {
		out["x-kubernetes-int-or-string"] = true
	}
	if r.IntN(4) > 0 {
		out["format"] = one[any](r, "int32", "int32", "int64", "float", "double", "float64", "uuid", "date", "password", "k8s-short-name", "unknown")
	}
	for _, name := range []string{"maximum", "minimum", "multipleOf"} {
		if r.IntN(4) == 0 {
			out[name] = one[any](r, int64(0), int64(1), int64(3), 0.5, 1e-3, -3e9, 3e9, 0x1p31, 1e19, -1e19, 3.5e38, 1e300)
		}
	}
	for _, name := range []string{"exclusiveMaximum", "exclusiveMinimum", "nullable"} {
		if r.IntN(4) == 0 {
			out[name] = true
		}
	}
	return out
}

var edges = []any{
	int64(0), int64(1), int64(-1), int64(3), int64(math.MaxInt32), int64(math.MaxInt32 + 1), int64(math.MinInt32 - 1), int64(1 << 53),
	int64(math.MaxInt64), int64(math.MinInt64),
	0.0, 1.0, -1.0, 0.5, 1.5, 0x1p31, 0x1p31 - 0.5, 0x1p53, 0x1p63, -0x1p63, 1e19, 1e30, 3.4e38, 3.5e38, -3.5e38, 1e300,
	1.0000000001, 1.0000000015, 1.000000003, 0.9999999999, 2.9999999999, -1.0000000001, -2.9999999999, 1e-300, 1e12 + 0.3, 1e12 + 0.7, 9e15 + 0.5,
	nil, true, "", "a", "A-b", "2020-01-01", "550e8400-e29b-41d4-a716-446655440000", []any{}, []any{int64(1)}, map[string]any{},
}
