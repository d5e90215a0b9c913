package structural_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
)

// legacy has the keywords that Kubernetes decodes and refuses, and one that it
// does not know.
const legacy = `
id: i
$schema: s
$ref: r
patternProperties: {p: {type: string}}
dependencies: {d: {type: string}, e: [a]}
additionalItems: {type: string}
definitions: {f: {type: string}}
unknown: {a: [b]}
`

// strange are Go values that Normalize converts or refuses, and containers of
// them.
func strange() []any {
	cycle := map[string]any{}
	cycle["a"] = cycle
	loop := []any{nil}
	loop[0] = loop
	var out []any
	for _, v := range []any{
		1, float32(0.5), json.Number("3"), json.Number("1e999"), math.NaN(), func() {}, []string{"a"},
		map[string]any(nil), []any(nil), cycle, loop,
	} {
		out = append(out, v, []any{v}, map[string]any{"type": v})
	}
	return out
}

// eachPlace calls f with copies of v in which another value stands, once for
// every place in v and every value.
func eachPlace(v any, values []any, f func(changed any)) {
	for _, other := range values {
		f(other)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			eachPlace(v[name], values, func(changed any) {
				out := maps.Clone(v)
				out[name] = changed
				f(out)
			})
		}
	case []any:
		for i := range v {
			eachPlace(v[i], values, func(changed any) {
				out := slices.Clone(v)
				out[i] = changed
				f(out)
			})
		}
	}
}

// FromMap looks for values that are not normalised while it reads: what it makes
// of a schema is what it makes of the normalised one, wherever such a value
// stands, and what cannot be normalised is said as Normalize says it.
func TestReadingNormalises(t *testing.T) {
	all := object(t, every)
	maps.Copy(all, object(t, legacy))
	cases := 0
	eachPlace(all, strange(), func(changed any) {
		m, ok := changed.(map[string]any)
		if !ok || m == nil {
			return
		}
		cases++
		requireReadAsNormalised(t, m)
	})
	assert.Greater(t, cases, 2000)
	requireReadAsNormalised(t, map[string]any{"example": []any{1}}, structural.WithoutDocumentation())
	requireReadAsNormalised(t, map[string]any{"example": []any{func() {}}}, structural.WithoutDocumentation())
}

func requireReadAsNormalised(t *testing.T, m map[string]any, opts ...structural.Option) {
	t.Helper()
	s, problems := structural.FromMap(m, opts...)
	normal, err := structural.Normalize(m)
	if err != nil {
		var not *structural.NotJSONError
		require.ErrorAs(t, err, &not)
		require.Nil(t, s)
		require.Len(t, problems, 1)
		require.Equal(t, structural.Undecodable, problems[0].Kind)
		require.Equal(t, not.Path.String(), problems[0].Path.String())
		require.Equal(t, "not a JSON value: "+not.Reason, problems[0].Detail)
		return
	}
	want, same := structural.FromMap(normal.(map[string]any), append(opts, structural.WithNormalizedInput())...)
	require.Equal(t, same.Texts(), problems.Texts())
	require.Equal(t, printed(t, want), printed(t, s), fmt.Sprint(m))
}

// A map that many places refer to is read as long as Normalize would take it.
func TestReadingBoundsRepetition(t *testing.T) {
	node := map[string]any{"required": slices.Repeat([]any{"a"}, 1<<12)}
	m := map[string]any{"allOf": slices.Repeat([]any{node}, 1<<12)}
	s, problems := structural.FromMap(m)
	assert.Nil(t, s)
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Detail, fmt.Sprintf("more than %d values", structural.MaxNodes))
}
