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

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// legacy is a schema with the keywords that Kubernetes decodes and refuses, and an
// unknown one.
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

// strange returns Go values that Normalize converts or refuses, and maps and lists
// of them.
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

// eachPath calls f with copies of v in which one value is replaced, for every path
// in v and every replacement.
func eachPath(v any, values []any, f func(changed any)) {
	for _, other := range values {
		f(other)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			eachPath(v[name], values, func(changed any) {
				out := maps.Clone(v)
				out[name] = changed
				f(out)
			})
		}
	case []any:
		for i := range v {
			eachPath(v[i], values, func(changed any) {
				out := slices.Clone(v)
				out[i] = changed
				f(out)
			})
		}
	}
}

// FromMap detects values that are not normalized while it reads. It returns the
// same for a schema as for the normalized one, at whatever path such a value is,
// and reports what Normalize reports.
func TestReadingNormalises(t *testing.T) {
	all := object(t, every)
	maps.Copy(all, object(t, legacy))
	cases := 0
	eachPath(all, strange(), func(changed any) {
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
	s, problems := cases.FromMap(m, opts...)
	normal, err := structural.Normalize(m)
	if err != nil {
		var not *structural.NotJSONError
		require.ErrorAs(t, err, &not)
		require.Nil(t, s)
		require.Len(t, problems, 1)
		require.Equal(t, field.Undecodable, problems[0].Kind)
		require.Equal(t, not.Path.String(), problems[0].Path.String())
		require.Equal(t, "not a JSON value: "+not.Reason, problems[0].Detail)
		return
	}
	want, same := cases.FromMap(normal.(map[string]any), append(opts, structural.WithNormalizedInput())...)
	require.Equal(t, same.Texts(), problems.Texts())
	require.Equal(t, printed(t, want), printed(t, s), fmt.Sprint(m))
}

// A map that occurs at many paths is read if Normalize accepts it.
func TestReadingBoundsRepetition(t *testing.T) {
	node := map[string]any{"required": slices.Repeat([]any{"a"}, 1<<12)}
	m := map[string]any{"allOf": slices.Repeat([]any{node}, 1<<12)}
	s, problems := cases.FromMap(m)
	assert.Nil(t, s)
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Detail, fmt.Sprintf("more than %d values", structural.MaxRepeated))
}
