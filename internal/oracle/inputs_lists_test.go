package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// listObjects returns objects full of sets and map lists whose elements often
// repeat: few different values, of all types, some of which only look different.
func listObjects(n int) subjects {
	return parity.Generated(n, func(seed uint64) subject {
		m := listGenerator{parity.Rand(seed)}
		schema := m.object(3)
		both, ok := compile(schema)
		if !ok {
			panic(fmt.Sprint("the reference cannot read ", schema))
		}
		return subject{schema: both, object: m.instance(schema).(map[string]any)}
	})
}

type listGenerator struct{ *rand.Rand }

func (m listGenerator) schema(depth int) map[string]any {
	if depth == 0 {
		return map[string]any{"x-kubernetes-preserve-unknown-fields": true}
	}
	if m.IntN(2) == 0 {
		return m.object(depth)
	}
	s := map[string]any{"type": "array", "items": m.schema(depth - 1)}
	switch m.IntN(4) {
	case 0:
		s["x-kubernetes-list-type"] = oneOf(m.Rand, "atomic", "other")
	case 1:
		s["x-kubernetes-list-type"] = "set"
	default:
		s["x-kubernetes-list-type"] = "map"
		keys := []any{}
		for range oneOf(m.Rand, 1, 1, 1, 2, 2, 3, 4, 0) {
			keys = append(keys, oneOf(m.Rand, "a", "b", "c", "d e", "é", ""))
		}
		s["x-kubernetes-list-map-keys"] = keys
	}
	return s
}

func (m listGenerator) object(depth int) map[string]any {
	props := map[string]any{}
	for range 1 + m.IntN(3) {
		props[oneOf(m.Rand, "a", "b", "c", "d e", "é")] = m.schema(depth - 1)
	}
	s := map[string]any{"type": "object", "properties": props}
	switch m.IntN(6) {
	case 0, 1:
		s["additionalProperties"] = m.schema(depth - 1)
	case 2:
		s["additionalProperties"] = m.IntN(2) == 0
	}
	return s
}

func (m listGenerator) instance(schema map[string]any) any {
	switch schema["type"] {
	case "array":
		return m.list(schema)
	case "object":
		out := map[string]any{}
		props := schema["properties"].(map[string]any)
		for _, k := range []string{"a", "b", "c", "d e", "é"} {
			if p, ok := props[k]; ok && m.IntN(5) > 0 {
				out[k] = m.instance(p.(map[string]any))
			}
		}
		if more, ok := schema["additionalProperties"].(map[string]any); ok {
			for range m.IntN(3) {
				out[oneOf(m.Rand, "a", "x", "", "x.y")] = m.instance(more)
			}
		}
		return out
	default:
		return m.value(2)
	}
}

func (m listGenerator) list(schema map[string]any) any {
	if m.IntN(30) == 0 {
		return m.value(1)
	}
	items := schema["items"].(map[string]any)
	out := make([]any, oneOf(m.Rand, 0, 1, 2, 3, 4, 5, 15, 16, 17, 40))
	keys, _ := schema["x-kubernetes-list-map-keys"].([]any)
	for i := range out {
		switch {
		case i > 0 && m.IntN(6) == 0:
			out[i] = out[m.IntN(i)]
		case keys != nil && m.IntN(3) > 0:
			out[i] = m.element(keys)
		default:
			out[i] = m.instance(items)
		}
	}
	return out
}

func (m listGenerator) element(keys []any) any {
	if m.IntN(15) == 0 {
		return nil
	}
	out := map[string]any{}
	for _, k := range keys {
		if m.IntN(6) > 0 {
			out[k.(string)] = m.value(1)
		}
	}
	if m.IntN(3) == 0 {
		out["other"] = m.value(1)
	}
	return out
}

var alikes = []any{
	nil, true, false, "", "a", "b", "1", "\xff", "\xfe", "\xff\xff", "\ufffd", "a\xe2\x82", "a\xe2\x28", "<", "\u2028", "é", "\x00",
	int64(0), int64(1), int64(-1), int64(1 << 53), int64(1<<53 + 1), int64(1 << 60), int64(1152921504606847000), int64(math.MaxInt64), int64(math.MinInt64), int64(9223372036854774784),
	0.0, math.Copysign(0, -1), 1.0, -1.0, 1.5, float64(1 << 53), float64(1 << 60), 9223372036854774784.0, float64(math.MaxInt64), -float64(1 << 63), 1e21, 1e-7, 0.1, float64(1<<53) + 2, math.MaxFloat64,
	map[string]any{}, []any{}, []any{nil},
}

func (m listGenerator) value(depth int) any {
	if depth == 0 || m.IntN(3) > 0 {
		if m.IntN(2) == 0 {
			return oneOf[any](m.Rand, "a", "b", int64(1), 1.0)
		}
		return oneOf(m.Rand, alikes...)
	}
	if m.IntN(3) == 0 {
		out := make([]any, m.IntN(3))
		for i := range out {
			out[i] = m.value(depth - 1)
		}
		return out
	}
	out := map[string]any{}
	for range m.IntN(4) {
		out[oneOf(m.Rand, "a", "b", "c", "\xff", "\xfe", "\xffa", "\xfeb", "\ufffd")] = m.value(depth - 1)
	}
	return out
}

// pair is an object with the object that it replaces.
type pair struct {
	subject
	old map[string]any
}

// pairs returns updates: each object with another one that it replaces.
func pairs(in subjects) parity.Cases[pair] {
	return parity.Times(in, 1, func(seed uint64, s subject) pair {
		old := s.object
		if seed%3 > 0 {
			old = damage(seed, s.object)
		}
		if seed%2 == 0 {
			s.object, old = old, s.object
		}
		return pair{s, old}
	})
}
