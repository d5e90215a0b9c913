package generate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// version compiles a definition whose spec has the given fields.
func version(t testing.TB, properties map[string]any) *crdschema.Version {
	return compile(t, properties, nil)
}

// scalable compiles a definition with a scale subresource whose replicas have a minimum.
func scalable(t testing.TB, minimum int64, exclusive bool) *crdschema.Version {
	return compile(t, map[string]any{"replicas": map[string]any{"type": "integer", "minimum": minimum, "exclusiveMinimum": exclusive}}, map[string]any{
		"scale": map[string]any{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
	})
}

func compile(t testing.TB, properties, subresources map[string]any) *crdschema.Version {
	schema := map[string]any{"type": "object", "properties": map[string]any{
		"spec": map[string]any{"type": "object", "properties": properties},
	}}
	version := map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}
	if subresources != nil {
		version["subresources"] = subresources
	}
	definition, err := crdschema.Compile(t.Context(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Cluster",
			"names":    map[string]any{"kind": "Thing", "plural": "things"},
			"versions": []any{version},
		},
	})
	require.NoError(t, err)
	v, _ := definition.Version("v1")
	return v
}

func admit(t testing.TB, v *crdschema.Version, c generate.Case) crdschema.Result {
	res, err := v.Definition().Admit(t.Context(), crdschema.Request{
		Object: c.Object, Old: c.Old, Operation: c.Operation, Version: v.Name(),
	})
	require.NoError(t, err)
	return res
}

// TestDefinitions checks that all targets of small definitions have an object on both sides,
// and that the definition answers as the case says.
func TestDefinitions(t *testing.T) {
	cases.Run(t, "testdata/definitions.yaml", []string{"properties", "impossible"}, func(t *testing.T, c cases.Case) {
		v := version(t, c.Object(t, "properties"))
		g := generate.New(v)
		for obj, err := range g.Objects(t.Context(), 20) {
			require.NoError(t, err)
			require.True(t, admit(t, v, generate.Case{Object: obj}).Accepted(), "%v", obj)
		}
		require.NotEmpty(t, g.Targets())
		left := []string{}
		for made, err := range g.Cases(t.Context()) {
			if err != nil {
				left = append(left, unsatisfied(t, made.Target, err))
				continue
			}
			requireAnswer(t, v, made)
		}
		require.Equal(t, c.Texts(t, "impossible"), left)
	})
}

func unsatisfied(t *testing.T, target generate.Target, err error) string {
	var u *generate.UnsatisfiedError
	require.ErrorAs(t, err, &u)
	require.Positive(t, u.Attempts)
	require.Contains(t, err.Error(), target.String())
	return target.String()
}

// requireAnswer sends a request to the definition, which must answer as the case says.
func requireAnswer(t *testing.T, v *crdschema.Version, c generate.Case) {
	t.Helper()
	res := admit(t, v, c)
	require.Empty(t, res.Dropped)
	require.Equal(t, c.Accepted(), res.Accepted(), "%s: %v", c.Target, res.Errors.Texts())
	errs := slices.DeleteFunc(slices.Clone(res.Errors), func(e *structural.Error) bool { return e.Code == "rules-not-checked" })
	if c.Accepted() {
		require.Empty(t, errs)
		return
	}
	require.Len(t, errs, 1, "%s: %v", c.Target, res.Errors.Texts())
	require.Equal(t, c.Error, errs[0])
	if c.Target.IsRule() {
		require.Equal(t, field.Code("rule-failed"), errs[0].Code)
		require.Equal(t, c.Target.Path.String(), errs[0].RulePath.String())
	}
}

var mixed = map[string]any{
	"a": map[string]any{"type": "object", "required": []any{"x", "y"}, "properties": map[string]any{
		"x": map[string]any{"type": "string", "maxLength": int64(9)}, "y": map[string]any{"type": "integer"},
		"z": map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "boolean"}},
	}, "anyOf": []any{
		map[string]any{"properties": map[string]any{"x": map[string]any{"enum": []any{"a"}}, "y": map[string]any{"minimum": int64(3)}}},
		map[string]any{"required": []any{"z"}},
	}},
	"b": map[string]any{"type": "integer", "maximum": int64(7), "x-kubernetes-validations": []any{map[string]any{"rule": "self != 3"}}},
}

// TestResultsAreDeterministic checks that a result does not depend on the calls before.
func TestResultsAreDeterministic(t *testing.T) {
	v := version(t, mixed)
	answers := func(g *generate.Generator, order []int) map[string]string {
		out := map[string]string{}
		for _, i := range order {
			target := g.Targets()[i]
			miss, problem := g.NearMiss(t.Context(), target)
			obj, err := g.Valid(t.Context(), i)
			require.NoError(t, err)
			text, err := json.Marshal([]any{miss.Object, problem, obj})
			require.NoError(t, err)
			out[target.String()] = string(text)
		}
		return out
	}
	order := []int{}
	for i := range generate.New(v).Targets() {
		order = append(order, i)
	}
	first := answers(generate.New(v), order)
	for range 5 {
		slices.Reverse(order)
		require.Equal(t, first, answers(generate.New(v), order))
	}
	require.NotEqual(t, first, answers(generate.New(v, generate.WithSeed(1)), order))
}

// TestUnsatisfiable checks that schemas without an object end with an error that says why.
func TestUnsatisfiable(t *testing.T) {
	for name, property := range map[string]map[string]any{
		"two enums":   {"type": "string", "enum": []any{"a"}, "allOf": []any{map[string]any{"enum": []any{"b"}}}},
		"long string": {"type": "string", "minLength": int64(1 << 40)},
		"long list":   {"type": "array", "minItems": int64(1 << 40), "items": map[string]any{"type": "string"}},
		"many fields": {"type": "object", "minProperties": int64(1 << 40), "additionalProperties": map[string]any{"type": "string"}},
		"bounds":      {"type": "integer", "minimum": int64(3), "maximum": int64(2)},
		"pattern":     {"type": "string", "pattern": "a^"},
		"rule":        {"type": "string", "maxLength": int64(5), "x-kubernetes-validations": []any{map[string]any{"rule": "size(self) > 5"}}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			schema := map[string]any{"type": "object", "required": []any{"b"}, "properties": map[string]any{"b": property}}
			g := generate.New(version(t, map[string]any{"a": schema}), generate.WithAttempts(50))
			require.NotEmpty(t, g.Targets())
			for _, target := range g.Targets() {
				_, err := g.Touching(ctx, target)
				var u *generate.UnsatisfiedError
				if err == nil && target.String() == "properties[spec].type" || err == nil && target.String() == "properties[spec].properties[a].type" {
					continue
				}
				require.ErrorAs(t, err, &u, target.String())
				if u.Reason != "" {
					require.Contains(t, u.Reason, "1099511627776")
					continue
				}
				require.NotEmpty(t, u.Errors, target.String())
				require.Contains(t, err.Error(), "spec.a.b")
			}
		})
	}
}

// TestNegativeReplicas checks that no object is searched that breaks only the minimum of the replicas of
// a scale subresource if the value would be negative.
func TestNegativeReplicas(t *testing.T) {
	for _, c := range []struct {
		minimum          int64
		exclusive, found bool
	}{{-1, false, false}, {-1, true, false}, {0, false, false}, {0, true, true}, {1, false, true}} {
		g := generate.New(scalable(t, c.minimum, c.exclusive))
		targets := g.Targets()
		at := slices.IndexFunc(targets, func(target generate.Target) bool { return target.Keyword == "minimum" })
		require.GreaterOrEqual(t, at, 0)
		_, err := g.NearMiss(t.Context(), targets[at])
		if c.found {
			require.NoError(t, err)
			continue
		}
		var u *generate.UnsatisfiedError
		require.ErrorAs(t, err, &u)
		require.Equal(t, "the scale subresource refuses a negative number at .spec.replicas, too", u.Reason)
	}
}

// TestLargeBounds checks that large bounds have both sides, or a reason.
func TestLargeBounds(t *testing.T) {
	g := generate.New(version(t, map[string]any{
		"text":    map[string]any{"type": "string", "maxLength": int64(1 << 20)},
		"letters": map[string]any{"type": "string", "pattern": "^[a-z]+$", "maxLength": int64(100_000)},
		"list":    map[string]any{"type": "array", "maxItems": int64(5000), "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string", "maxLength": int64(20)}},
		"map":     map[string]any{"type": "object", "maxProperties": int64(3000), "additionalProperties": map[string]any{"type": "integer"}},
		"huge":    map[string]any{"type": "string", "maxLength": int64(4 << 20)},
		"long":    map[string]any{"type": "array", "maxItems": int64(65536), "items": map[string]any{"type": "integer"}},
		"wide":    map[string]any{"type": "array", "maxItems": int64(8000), "items": map[string]any{"type": "string", "minLength": int64(1000)}},
	}))
	reasons := []string{}
	for _, target := range g.Targets() {
		if !strings.HasPrefix(target.Keyword, "max") || strings.Contains(target.String(), "items") {
			continue
		}
		for _, search := range []func(context.Context, generate.Target) (generate.Case, error){g.Touching, g.NearMiss} {
			c, err := search(t.Context(), target)
			var u *generate.UnsatisfiedError
			if errors.As(err, &u) {
				require.NotEmpty(t, u.Reason, "%s: %v", target, err)
				reasons = append(reasons, target.String())
				continue
			}
			require.NoError(t, err)
			text, err := json.Marshal(c.Object)
			require.NoError(t, err)
			require.Greater(t, len(text), 3000)
			require.Less(t, len(text), 3<<20)
		}
	}
	require.Equal(t, []string{
		"properties[spec].properties[huge].maxLength", "properties[spec].properties[huge].maxLength",
		"properties[spec].properties[long].maxItems", "properties[spec].properties[long].maxItems",
		"properties[spec].properties[wide].maxItems", "properties[spec].properties[wide].maxItems",
	}, reasons)
}

// TestLargeObjects searches for lists that are too long, and always break a rule, too: fewer of
// the large ones are tried.
func TestLargeObjects(t *testing.T) {
	for _, c := range []struct{ maxItems, attempts int }{{10, 50}, {1000, 12}} {
		g := generate.New(version(t, map[string]any{"a": map[string]any{
			"type": "array", "maxItems": int64(c.maxItems), "items": map[string]any{"type": "object", "required": []any{"b"},
				"properties": map[string]any{"b": map[string]any{"type": "string"}}},
			"x-kubernetes-validations": []any{map[string]any{"rule": fmt.Sprintf("size(self) <= %d", c.maxItems)}},
		}}), generate.WithAttempts(50))
		i := slices.IndexFunc(g.Targets(), func(t generate.Target) bool { return t.Keyword == "maxItems" })
		_, err := g.NearMiss(t.Context(), g.Targets()[i])
		var failed *generate.UnsatisfiedError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, c.attempts, failed.Attempts, "%d elements", c.maxItems)
	}
}

// TestContext checks that a call ends with its context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	g := generate.New(version(t, mixed))
	_, err := g.Valid(ctx, 0)
	require.ErrorIs(t, err, cause)
	_, err = g.NearMiss(ctx, g.Targets()[0])
	require.ErrorIs(t, err, cause)
	_, err = g.Report(ctx)
	require.ErrorIs(t, err, cause)
}

// TestValidUpdate checks updates of an object without a resourceVersion.
func TestValidUpdate(t *testing.T) {
	v := version(t, map[string]any{
		"frozen": map[string]any{"type": "string", "maxLength": int64(5), "x-kubernetes-validations": []any{map[string]any{"rule": "self == oldSelf"}}},
		"free":   map[string]any{"type": "integer"},
	})
	g := generate.New(v)
	old := map[string]any{
		"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "a"},
		"spec": map[string]any{"frozen": "abc", "free": int64(1)},
	}
	before, changed := structural.Clone(old), 0
	for i := range 10 {
		obj, err := g.ValidUpdate(t.Context(), old, i)
		require.NoError(t, err)
		require.Equal(t, before, old)
		meta, _ := obj["metadata"].(map[string]any)
		require.Equal(t, "1", meta["resourceVersion"])
		stored := structural.Clone(old)
		stored["metadata"] = meta
		require.True(t, admit(t, v, generate.Case{Operation: crdschema.Update, Old: stored, Object: obj}).Accepted())
		if !structural.Equal(obj["spec"], old["spec"]) {
			changed++
		}
	}
	require.Positive(t, changed)
	_, err := g.ValidUpdate(t.Context(), map[string]any{"spec": "x"}, 0)
	require.Error(t, err)
}

// TestShrink checks that what is left is small and keeps the property.
func TestShrink(t *testing.T) {
	obj := map[string]any{"a": []any{int64(1), map[string]any{"b": "xxxxyyyy", "c": true}, "z"}, "d": map[string]any{"e": nil}}
	before := structural.Clone(obj)
	small, err := generate.Shrink(t.Context(), obj, func(m map[string]any) bool {
		list, _ := m["a"].([]any)
		return slices.ContainsFunc(list, func(e any) bool {
			at, _ := e.(map[string]any)
			text, _ := at["b"].(string)
			return len(text) >= 2
		})
	})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"a": []any{map[string]any{"b": "xx"}}}, small)
	require.Equal(t, before, obj)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = generate.Shrink(ctx, obj, func(map[string]any) bool { return true })
	require.ErrorIs(t, err, context.Canceled)
}

// TestCorpus checks that seeds of fuzz targets are objects that a server accepts.
func TestCorpus(t *testing.T) {
	v, n := version(t, mixed), 0
	for text := range generate.New(v).Corpus(t.Context(), 5) {
		obj, ok := cases.FromJSON(text)
		require.True(t, ok)
		require.True(t, admit(t, v, generate.Case{Object: obj}).Accepted())
		n++
	}
	require.Equal(t, 5, n)
}

// FuzzGenerator generates objects of any definition. A result is what it claims to be, or an
// error.
func FuzzGenerator(f *testing.F) {
	for _, schema := range []string{
		`{"a":{"type":"string","pattern":"^a+$","minLength":3}}`, `{"a":{"type":"integer","enum":[1,2],"default":1}}`,
		`{"a":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"},"minItems":2}}`,
		`{"a":{"type":"string","maxLength":9,"x-kubernetes-validations":[{"rule":"self.startsWith('x')"}]}}`,
		`{"a":{"x-kubernetes-int-or-string":true,"not":{"enum":["x"]}}}`,
	} {
		f.Add([]byte(schema), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		properties, ok := cases.FromJSON(text)
		if !ok {
			return
		}
		definition, err := crdschema.Compile(t.Context(), map[string]any{
			"kind": "CustomResourceDefinition", "apiVersion": "apiextensions.k8s.io/v1", "metadata": map[string]any{"name": "things.example.com"},
			"spec": map[string]any{"group": "example.com", "scope": "Cluster", "names": map[string]any{"kind": "Thing", "plural": "things"},
				"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
					"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": properties}}}}},
		})
		if err != nil {
			return
		}
		v, _ := definition.Version("v1")
		g := generate.New(v, generate.WithSeed(seed), generate.WithAttempts(20))
		for _, target := range g.Targets()[:min(3, len(g.Targets()))] {
			if c, err := g.NearMiss(t.Context(), target); err == nil {
				requireAnswer(t, v, c)
			}
		}
	})
}
