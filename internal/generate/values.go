package generate

import (
	"github.com/seed95800270/crdschema/internal/jsontext"
	"maps"
	"math"
	"slices"
	"strconv"
)

// The following functions read keywords of schemas that may be any JSON: a keyword of
// the wrong type counts as missing.

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func object(s map[string]any, keyword string) map[string]any {
	m, _ := s[keyword].(map[string]any)
	return m
}

func list(s map[string]any, keyword string) []any {
	l, _ := s[keyword].([]any)
	return l
}

func text(s map[string]any, keyword string) string {
	t, _ := s[keyword].(string)
	return t
}

func isTrue(s map[string]any, keyword string) bool {
	b, _ := s[keyword].(bool)
	return b
}

func has(s map[string]any, keyword string) bool {
	_, ok := s[keyword]
	return ok
}

func number(s map[string]any, keyword string) (float64, bool) { return jsontext.Float(s[keyword]) }

func count(s map[string]any, keyword string, absent int) int {
	n, ok := number(s, keyword)
	if !ok {
		return absent
	}
	return int(min(max(n, 0), 1<<20))
}

func words(s map[string]any, keyword string) []string {
	var out []string
	for _, e := range list(s, keyword) {
		if w, ok := e.(string); ok {
			out = append(out, w)
		}
	}
	return out
}

func schemas(s map[string]any, keyword string) []map[string]any {
	var out []map[string]any
	for _, e := range list(s, keyword) {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = e
	}
	return out
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return cloneMap(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	default:
		return v
	}
}

func cloneMap(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, e := range m {
		out[k] = clone(e)
	}
	return out
}

var extremes = []any{
	int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), int64(math.MaxInt32) + 1, int64(1<<53 + 1),
	0.0, math.Copysign(0, -1), 1.0, 0.1, -0.5, 1e30, -1e30, math.MaxFloat64, math.SmallestNonzeroFloat64, 9.3e18, 1e21,
}

// JSON generates any JSON value: most are small, some deep, wide or long.
func (g *Generator) JSON() any {
	switch g.weighted(90, 6, 2, 2) {
	case 0:
		return g.json(3)
	case 1:
		return g.json(6)
	case 2:
		return g.chain(g.between(20, 200))
	default:
		return g.huge()
	}
}

func (g *Generator) json(levels int) any {
	if levels <= 0 {
		return g.jsonScalar()
	}
	switch g.weighted(50, 25, 25) {
	case 0:
		return g.jsonScalar()
	case 1:
		out := []any{}
		for range g.below(4) {
			out = append(out, g.json(levels-1))
		}
		return out
	default:
		out := map[string]any{}
		for range g.below(4) {
			out[g.name()] = g.json(levels - 1)
		}
		return out
	}
}

func (g *Generator) jsonScalar() any {
	switch g.weighted(15, 15, 35, 20, 15) {
	case 0:
		return nil
	case 1:
		return g.percent(50)
	case 2:
		return g.text()
	case 3:
		return int64(g.between(-3, 100))
	default:
		return pick(g.random, extremes)
	}
}

func (g *Generator) chain(n int) any {
	v := g.jsonScalar()
	for range n {
		if g.percent(50) {
			v = []any{v}
		} else {
			v = map[string]any{strconv.Itoa(g.below(3)): v}
		}
	}
	return v
}

type valueRef struct {
	holder any // map[string]any or []any
	key    string
	index  int
}

func (s valueRef) get() any {
	if m, ok := s.holder.(map[string]any); ok {
		return m[s.key]
	}
	return s.holder.([]any)[s.index]
}

func (s valueRef) set(v any) {
	if m, ok := s.holder.(map[string]any); ok {
		m[s.key] = v
		return
	}
	s.holder.([]any)[s.index] = v
}

// refs returns s and the references to all values below it, in byte order of the
// keys.
func (s valueRef) refs() []valueRef {
	out := []valueRef{s}
	for i := 0; i < len(out); i++ {
		switch v := out[i].get().(type) {
		case map[string]any:
			for _, key := range keys(v) {
				out = append(out, valueRef{holder: v, key: key})
			}
		case []any:
			for j := range v {
				out = append(out, valueRef{holder: v, index: j})
			}
		}
	}
	return out
}
