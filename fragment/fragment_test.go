package fragment_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

func value(t testing.TB, text string) any {
	doc, err := decode.JSON(context.Background(), []byte(text))
	require.NoError(t, err)
	return doc.Value
}

func compile(t testing.TB, schema string) *fragment.Fragment {
	f, err := fragment.Compile(t.Context(), fromYAML(schema))
	require.NoError(t, err)
	return f
}

func TestRoots(t *testing.T) {
	for _, c := range []struct{ schema, value, decoded, errors string }{
		{`{}`, `{"a":1,"kind":"x"}`, `{}`, ``},
		{`{}`, `[[{"a":1}]]`, `[[{}]]`, ``},
		{`{x-kubernetes-preserve-unknown-fields: true}`, `{"a":{"b":null}}`, `{"a":{"b":null}}`, ``},
		{`{x-kubernetes-int-or-string: true}`, `"1"`, `"1"`, ``},
		{`{x-kubernetes-int-or-string: true}`, `1.5`, `1.5`, `type`},
		{`{type: string}`, `null`, `null`, `type`},
		{`{type: string, nullable: true}`, `null`, `null`, ``},
		{`{type: string, default: a}`, `null`, `null`, `type`},
		{`{type: string, nullable: true, x-kubernetes-validations: [{rule: "false"}]}`, `null`, `null`, ``},
		{`{type: string, x-kubernetes-validations: [{rule: "false"}]}`, `"a"`, `"a"`, `rule-failed`},
		{`{type: array, items: {type: integer}, x-kubernetes-list-type: set}`, `[1,2,1]`, `[1,2,1]`, `set-duplicate`},
		{`{type: array, items: {type: object, properties: {a: {type: integer, default: 1}}}}`, `[{"b":1},{"a":null}]`, `[{"a":1},{"a":1}]`, ``},
		{`{type: object, additionalProperties: {type: object, properties: {a: {type: integer}}}}`, `{"kind":{"a":null,"b":1}}`, `{"kind":{}}`, ``},
		{`{type: object, additionalProperties: {type: integer}, maxProperties: 1}`, `{"a":1,"b":2}`, `{"a":1,"b":2}`, `max-properties`},
		{`{type: object, properties: {metadata: {type: string}}}`, `{"metadata":"x","kind":"y"}`, `{"metadata":"x"}`, ``},
		{`{type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}`,
			`{"metadata":{"x":1,"name":"a/b"},"kind":"Pod","spec":{"x":1}}`, `{"kind":"Pod","metadata":{"name":"a/b"},"spec":{}}`, `embedded-type-meta-required metadata-name`},
		{`{type: array, items: {type: object, x-kubernetes-embedded-resource: true}}`,
			`[{"apiVersion":"v1","metadata":{"x":1,"name":"a"},"kind":"Pod","x":1}]`, `[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}]`, ``},
	} {
		f := compile(t, c.schema)
		decoded, err := f.Decode(t.Context(), value(t, c.value))
		require.NoError(t, err, c)
		assert.Equal(t, value(t, c.decoded), decoded.Value, c)
		verdict, err := f.Validate(t.Context(), decoded.Value)
		require.NoError(t, err, c)
		assert.Equal(t, c.errors, words(verdict.Errors), c)
		verdict, err = f.ValidateUpdate(t.Context(), decoded.Value, decoded.Value)
		require.NoError(t, err, c)
		assert.Empty(t, withoutMetadata(verdict.Errors), c)
	}
}

func words(errs structural.Errors) string {
	var out []string
	for _, e := range errs {
		out = append(out, string(e.Code))
	}
	return strings.Join(out, " ")
}

// withoutMetadata drops errors of embedded metadata: an update does not tolerate them.
func withoutMetadata(errs structural.Errors) (out structural.Errors) {
	for _, e := range errs {
		if len(e.Path) == 0 || e.Path[0] != structural.Field("metadata") && e.Path[0] != structural.Field("apiVersion") {
			out = append(out, e)
		}
	}
	return out
}

func TestNothingSpecified(t *testing.T) {
	for _, schema := range []map[string]any{nil, {}} {
		f, err := fragment.Compile(t.Context(), schema)
		require.NoError(t, err)
		decoded, err := f.Decode(t.Context(), map[string]any{"a": int64(1)})
		require.NoError(t, err)
		assert.Equal(t, fragment.Decoded{Value: map[string]any{}, Unknown: decoded.Unknown}, decoded)
		assert.Equal(t, []string{`unknown field "a"`}, decoded.Unknown.Texts())
		for _, v := range []any{nil, "a", int64(1), []any{}} {
			verdict, err := f.ValidateUpdate(t.Context(), v, nil)
			require.NoError(t, err)
			assert.Equal(t, fragment.Validation{}, verdict)
		}
		_, ok, err := f.Absent(t.Context())
		require.NoError(t, err)
		assert.False(t, ok)
		require.NoError(t, f.Precompile(t.Context()))
		costs, err := f.Cost(t.Context())
		require.NoError(t, err)
		assert.Zero(t, costs.Total)
	}
	checked, err := fragment.Check(t.Context(), nil)
	require.NoError(t, err)
	assert.Equal(t, fragment.Checked{}, checked)
	checked, err = fragment.Check(t.Context(), map[string]any{})
	require.NoError(t, err)
	assert.Equal(t, []string{"type: Required value: must not be empty for specified object fields"}, checked.Errors.Texts())
}

// Defaults, including the root's, are pruned as in a property.
func TestDefaultsArePruned(t *testing.T) {
	f := compile(t, `
type: object
default: {a: 1, e: {kind: Pod, metadata: {x: 1}}, metadata: {}}
properties:
  a: {type: integer}
  e: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, default: {metadata: {y: 1}, z: 1}}`)
	absent, ok, err := f.Absent(t.Context())
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Equal(t, value(t, `{"a":1,"e":{"kind":"Pod","metadata":{}}}`), absent)
	full, _, err := f.Default(t.Context(), map[string]any{})
	require.NoError(t, err)
	assert.Equal(t, value(t, `{"e":{"metadata":{},"z":1}}`), full)
}

// Every error begins with the path of the caller's.
func TestWithPath(t *testing.T) {
	at := structural.Path{structural.Field("spec"), structural.Key("a.b"), structural.Index(3)}
	f := compile(t, `
type: object
properties:
  a: {type: string, maxLength: 1}
  b: {anyOf: [{minLength: 3}], type: string}
  e: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
  s: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  m: {type: object, additionalProperties: {type: integer}}
  o: {type: object}
x-kubernetes-validations:
- {rule: "false", fieldPath: ".m['x']"}
- {rule: "false"}`)
	v := value(t, `{"b":"b","e":{"apiVersion":"v1","kind":"a","metadata":{"labels":{"a/b/c":"x"}}},"s":["a","a"],"m":{"x":1}}`)
	verdict, err := f.Validate(t.Context(), v, fragment.WithPath(at))
	require.NoError(t, err)
	require.Len(t, verdict.Errors, 6, verdict.Errors.Texts())
	valid, err := f.Validate(t.Context(), value(t, `{"m":{"x":1}}`), fragment.WithPath(at))
	require.NoError(t, err)
	require.Len(t, valid.Errors, 2, valid.Errors.Texts())
	for _, e := range append(verdict.Errors, valid.Errors...) {
		assert.Equal(t, at, e.Path[:len(at)], e)
		assert.True(t, strings.HasPrefix(e.Error(), "spec[a.b][3]"), e)
	}
	decoded, err := f.Decode(t.Context(), value(t, `{"x":1,"e":{"metadata":{"y":1}}}`), fragment.WithPath(at))
	require.NoError(t, err)
	assert.Equal(t, []string{`unknown field "spec.a.b[3].x"`, `unknown field "spec[a.b][3].e.metadata.y"`}, decoded.Unknown.Texts())
	_, err = f.Decode(t.Context(), value(t, `{"e":{"kind":1}}`), fragment.WithPath(at))
	assert.EqualError(t, err, "spec[a.b][3].e.kind: Invalid value: 1: must be a string")
	require.Len(t, structural.ErrorsOf(err), 1)
	assert.Equal(t, at, structural.ErrorsOf(err)[0].Path[:3])
}

// TestRulesOfTheRoot checks that the rules of the root see its metadata only in an embedded
// resource.
func TestRulesOfTheRoot(t *testing.T) {
	const rule = `{type: object, default: {kind: Pod, apiVersion: v1}, properties: {spec: {type: object}}, x-kubernetes-validations: [{rule: "self.kind == 'Pod'"}]`
	plain, embedded := fromYAML(rule+"}"), fromYAML(rule+", x-kubernetes-embedded-resource: true}")
	checked, err := fragment.Check(t.Context(), plain)
	require.NoError(t, err)
	assert.Equal(t, "default-unknown-fields rule-undefined-field", words(checked.Errors), checked.Errors.Texts())
	plain["default"] = map[string]any{}
	checked, err = fragment.Check(t.Context(), plain)
	require.NoError(t, err)
	require.Len(t, checked.Errors, 1)
	assert.Equal(t, "default", checked.Errors[0].Path.String())
	assert.Contains(t, checked.Errors[0].Detail, "undefined field 'kind'")

	checked, err = fragment.Check(t.Context(), embedded)
	require.NoError(t, err)
	assert.Empty(t, checked.Errors)
	f, err := fragment.Compile(t.Context(), embedded)
	require.NoError(t, err)
	for kind, want := range map[string]string{"Pod": "", "Node": "rule-failed"} {
		verdict, err := f.Validate(t.Context(), map[string]any{"apiVersion": "v1", "kind": kind})
		require.NoError(t, err)
		assert.Equal(t, want, words(verdict.Errors))
	}
}

// The error of a schema with a float64 where an int64 must be says what to do about it.
func TestRemark(t *testing.T) {
	_, err := fragment.Compile(t.Context(), map[string]any{"maxLength": 1.0})
	require.ErrorContains(t, err, "structural.IntegersFromFloats")
	require.NotEmpty(t, structural.ErrorsOf(err)[0].Remark)
}

func TestFailures(t *testing.T) {
	wrong := fragment.NewCompiler(fragment.WithKubernetesVersion("1.1"))
	_, err := wrong.Compile(t.Context(), nil)
	require.Error(t, err)
	_, err = wrong.CompileSchema(t.Context(), nil)
	require.Error(t, err)
	_, err = wrong.Check(t.Context(), nil)
	require.Error(t, err)

	done, cancel := context.WithCancel(t.Context())
	cancel()
	schema := fromYAML(`{type: string, default: a, x-kubernetes-validations: [{rule: "true"}]}`)
	_, err = fragment.Compile(done, schema)
	require.ErrorIs(t, err, context.Canceled)
	_, err = fragment.Check(done, schema)
	require.ErrorIs(t, err, context.Canceled)
	f, err := fragment.Compile(t.Context(), schema)
	require.NoError(t, err)
	for _, v := range []any{"a", int64(1)} {
		_, err = f.Validate(done, v)
		require.ErrorIs(t, err, context.Canceled)
	}

	cyclic := map[string]any{}
	cyclic["properties"] = map[string]any{"a": cyclic}
	_, err = fragment.Compile(t.Context(), cyclic)
	require.Error(t, err)
	_, err = fragment.Check(t.Context(), cyclic)
	require.Error(t, err)
	_, err = fragment.Check(t.Context(), nil, fragment.WithOldSchema(cyclic))
	require.Error(t, err)
}

// A valid value allocates nothing, apart from the count of the work.
func TestAllocations(t *testing.T) {
	f := compile(t, machine)
	noRules := fromYAML(machine)
	delete(noRules, "x-kubernetes-validations")
	plain, err := fragment.Compile(t.Context(), noRules)
	require.NoError(t, err)
	v := any(fromYAML(`{image: ubuntu, disks: [a, b], size: small}`))
	at := fragment.WithPath(structural.Path{structural.Field("a")})
	ctx, _ := work.Share(context.Background())
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = plain.Validate(ctx, v) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = plain.Validate(ctx, v, at) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = plain.ValidateUpdate(ctx, v, v, at) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = f.Decode(ctx, v, at) }))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = f.Validate(ctx, v) }), 3.0)
}

func TestConcurrency(t *testing.T) {
	c := fragment.NewCompiler()
	f, err := c.Compile(t.Context(), fromYAML(machine))
	require.NoError(t, err)
	var all sync.WaitGroup
	for i := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			verdict, err := f.Validate(t.Context(), fromYAML(fmt.Sprintf(`{image: a%d, size: large, disks: []}`, i)))
			assert.NoError(t, err)
			assert.Len(t, verdict.Errors, 1)
			checked, err := c.Check(t.Context(), fromYAML(machine))
			assert.NoError(t, err)
			assert.Empty(t, checked.Errors)
		}()
	}
	all.Wait()
}

func TestHostile(t *testing.T) {
	var schema, v any = map[string]any{"type": "string"}, int64(1)
	for range 3_000 {
		schema = map[string]any{"type": "array", "items": schema}
		v = []any{v}
	}
	checked, err := fragment.Check(t.Context(), schema.(map[string]any))
	require.NoError(t, err)
	assert.Empty(t, checked.Errors)
	f, err := fragment.Compile(t.Context(), schema.(map[string]any))
	require.NoError(t, err)
	decoded, err := f.Decode(t.Context(), v)
	require.NoError(t, err)
	verdict, err := f.Validate(t.Context(), decoded.Value, fragment.WithPath(structural.Path{structural.Field("\xff")}))
	require.NoError(t, err)
	assert.Len(t, verdict.Errors, 1)
}

func TestCostsBelowEmbeddedLists(t *testing.T) {
	f, err := fragment.Compile(t.Context(), map[string]any{
		"type": "array", "x-kubernetes-embedded-resource": true, "maxItems": int64(2),
		"items": map[string]any{"type": "string", "x-kubernetes-validations": []any{map[string]any{"rule": "1 < 2"}}},
	})
	require.NoError(t, err)
	report, err := f.Cost(t.Context())
	require.NoError(t, err)
	costs := report.Expressions
	require.Len(t, costs, 1)
	assert.Equal(t, "items.x-kubernetes-validations[0].rule", costs[0].Path.String())
	assert.Equal(t, uint64(2), costs[0].Times)
}
