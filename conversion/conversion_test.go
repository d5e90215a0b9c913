package conversion_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

const older, newer = "example.com/v1beta1", "example.com/v1"

func thing(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"metadata": map[string]any{"name": "x"}}
	maps.Copy(obj, fields)
	obj["apiVersion"], obj["kind"] = apiVersion, "Thing"
	return obj
}

var kind = conversion.Kind{Group: "example.com", Versions: []string{"v1beta1", "v1"}}

func converting(c conversion.Converter) conversion.Kind {
	out := kind
	out.Converter = c
	return out
}

func TestNoneAllocatesNothing(t *testing.T) {
	ctx := context.Background()
	obj := thing(newer, map[string]any{"spec": map[string]any{"a": int64(1)}})
	objs := []map[string]any{obj, obj, obj}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = conversion.None{}.Convert(ctx, objs, newer) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = kind.Convert(ctx, obj, newer) }))
	list := map[string]any{"apiVersion": newer, "kind": "ThingList", "items": []any{obj, obj}}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = kind.ConvertList(ctx, list, newer) }))
	got, err := conversion.None{}.Convert(ctx, objs, newer)
	require.NoError(t, err)
	assert.Same(t, &objs[0], &got[0])
	one, err := kind.Convert(ctx, obj, newer)
	require.NoError(t, err)
	assert.True(t, cases.Same(obj, one))
}

func TestSharing(t *testing.T) {
	declared, err := declare.NewChain(context.Background(), declare.Declaration{From: older, To: newer,
		Rules: []declare.Rule{{Rename: &declare.Rename{Path: ".spec", To: "specification"}}}})
	require.NoError(t, err)
	for name, c := range map[string]conversion.Converter{"none": conversion.None{}, "declared": declared, "func": conversion.Func(unchanged)} {
		for seed := range uint64(200) {
			g := generate.New(seed)
			obj := thing(older, g.Object(g.Schema(generate.Valid), generate.Hostile))
			before := structural.Clone(obj)
			got, err := converting(c).Convert(context.Background(), obj, newer)
			require.Equal(t, before, obj, name)
			if err != nil {
				continue // the metadata is hostile
			}
			cases.RequireShared(t, got, obj)
			again, err := converting(c).Convert(context.Background(), got, newer)
			require.NoError(t, err)
			require.True(t, cases.Same(again, got), name)
		}
	}
}

func unchanged(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
	return obj, nil
}

// Values of any type in any field give an error or an object, and no panic.
func TestHostileShapes(t *testing.T) {
	ctx := context.Background()
	odd := []any{nil, true, "", "a/b/c", int64(1), 1.5, []any{}, map[string]any{}, deep(9_000)}
	for _, v := range odd {
		for _, field := range []string{"apiVersion", "kind", "metadata", "items"} {
			obj := thing(older, nil)
			obj[field] = v
			for _, c := range []conversion.Converter{nil, conversion.Func(unchanged), returning(v), returning(obj)} {
				_, _ = converting(c).Convert(ctx, obj, newer)
				_, _ = converting(c).ConvertList(ctx, obj, newer)
				_, _ = converting(c).ConvertList(ctx, map[string]any{"apiVersion": newer, "kind": "ThingList", "items": []any{obj, v}}, newer)
			}
			_, err := conversion.Accept(context.Background(), []map[string]any{thing(older, nil)}, []map[string]any{obj}, newer)
			assert.Error(t, err, "%s: %T", field, v)
			_, err = conversion.Respond(ctx, map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
				"request": map[string]any{"desiredAPIVersion": newer, "objects": []any{obj, v}}}, conversion.None{})
			assert.Error(t, err, "%T", v)
			_, err = conversion.Respond(ctx, v, conversion.None{})
			assert.Error(t, err)
		}
	}
}

func deep(n int) any {
	var v any
	for range n {
		v = map[string]any{"a": v}
	}
	return v
}

func returning(v any) conversion.Func {
	return func(context.Context, map[string]any, string) (map[string]any, error) {
		obj, _ := v.(map[string]any)
		return obj, nil
	}
}

func TestConverterReturnsNoJSON(t *testing.T) {
	cyclic := thing(newer, nil)
	cyclic["self"] = cyclic
	for _, bad := range []map[string]any{nil, cyclic, thing(newer, map[string]any{"f": func() {}}), thing(newer, map[string]any{"d": deep(11_000)})} {
		c := batch(func(_ []map[string]any) []map[string]any { return []map[string]any{bad} })
		_, err := converting(c).Convert(context.Background(), thing(older, nil), newer)
		assert.Error(t, err)
	}
	c := batch(func([]map[string]any) []map[string]any {
		return []map[string]any{thing(newer, map[string]any{"n": 7})}
	})
	got, err := converting(c).Convert(context.Background(), thing(older, nil), newer)
	require.NoError(t, err)
	assert.Equal(t, int64(7), got["n"], "other numbers of Go become those of JSON")
}

// TestRequestsThatAreNotSent checks requests that are answered without the converter.
func TestRequestsThatAreNotSent(t *testing.T) {
	failing := converting(conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		return nil, errors.New("called")
	}))
	empty := map[string]any{"apiVersion": older, "kind": "Thing"}
	got, err := failing.Convert(context.Background(), empty, newer)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"apiVersion": newer, "kind": "Thing"}, got)
	for _, c := range []struct{ from, to, want string }{
		{older, newer, "Thing x: called"},
		{older, "other.com/v7", `example.com/v1beta1, Kind=Thing is unstructured and is not suitable for converting to "other.com/v7"`},
		{older, "example.com/v7", "request to convert CR to an invalid group/version: example.com/v7"},
		{"example.com/v7", newer, "request to convert CR from an invalid group/version: example.com/v7"},
		{"example.com/v7", "example.com/v8", "request to convert CR to an invalid group/version: example.com/v8"},
	} {
		_, err := failing.Convert(context.Background(), thing(c.from, nil), c.to)
		assert.EqualError(t, err, c.want)
	}
}

// batch is a Converter without a context and without errors.
type batch func([]map[string]any) []map[string]any

func (b batch) Convert(_ context.Context, objs []map[string]any, _ string) ([]map[string]any, error) {
	return b(objs), nil
}

func TestErrorsAreData(t *testing.T) {
	ctx := context.Background()
	renamed := conversion.Func(func(_ context.Context, _ map[string]any, _ string) (map[string]any, error) {
		return thing(newer, map[string]any{"metadata": map[string]any{"name": "y"}}), nil
	})
	_, err := converting(renamed).Convert(ctx, thing(older, nil), newer)
	var e *conversion.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, conversion.Identity, e.Stage)
	assert.EqualError(t, err, "conversion webhook for example.com/v1beta1, Kind=Thing returned invalid object: must have the same name: x != y")
	assert.EqualError(t, errors.Unwrap(err), "must have the same name: x != y")

	list := map[string]any{"apiVersion": newer, "kind": "ThingList", "items": []any{thing(newer, nil), thing(older, nil)}}
	_, err = converting(renamed).ConvertList(ctx, list, newer)
	require.ErrorAs(t, err, &e)
	assert.Equal(t, conversion.Error{Of: "example.com/v1, Kind=ThingList", List: true, Stage: conversion.Identity, Err: e.Err}, *e)
	assert.EqualError(t, err, "conversion webhook for example.com/v1, Kind=ThingList returned invalid converted object at index 0: "+
		"must have the same name: x != y")
	for stage, name := range map[conversion.Stage]string{conversion.Exchange: "Exchange", conversion.Count: "Count",
		conversion.Decode: "Decode", conversion.Type: "Type", conversion.Metadata: "Metadata"} {
		assert.Equal(t, name, stage.String())
	}
}

func TestContextEndsConversions(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	c := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		calls++
		cancel()
		return obj, nil
	})
	got, err := c.Convert(ctx, []map[string]any{thing(older, nil), thing(older, nil)}, newer)
	require.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, got, "nothing half converted")
	assert.Equal(t, 1, calls)
	_, err = conversion.Respond(ctx, reviewMessage(thing(older, nil)), c)
	require.ErrorIs(t, err, context.Canceled)
}

func reviewMessage(objs ...any) map[string]any {
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
		"request": map[string]any{"uid": "u", "desiredAPIVersion": newer, "objects": objs}}
}

func TestRespondRepairs(t *testing.T) {
	original := thing(older, map[string]any{"metadata": map[string]any{
		"name": "x", "uid": "1", "finalizers": []any{"f"}, "labels": map[string]any{"a": "b"}}})
	for name, c := range map[string]struct {
		convert conversion.Func
		message string
		meta    map[string]any
	}{
		"metadata changed": {convert: func(_ context.Context, _ map[string]any, _ string) (map[string]any, error) {
			return map[string]any{"kind": "Other", "metadata": map[string]any{"name": "y", "labels": map[string]any{"c": "d"}}}, nil
		}, meta: map[string]any{"name": "x", "uid": "1", "finalizers": []any{"f"}, "labels": map[string]any{"c": "d"}}},
		"changed in place": {convert: func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
			meta := obj["metadata"].(map[string]any)
			meta["name"], obj["kind"] = "y", "Other"
			delete(meta, "finalizers")
			return obj, nil
		}, meta: original["metadata"].(map[string]any)},
		"metadata forgotten": {convert: func(context.Context, map[string]any, string) (map[string]any, error) {
			return map[string]any{}, nil
		}, meta: original["metadata"].(map[string]any)},
		"error": {convert: func(context.Context, map[string]any, string) (map[string]any, error) {
			return nil, errors.New("no such host")
		}, message: "Thing x: no such host"},
		"panic": {convert: func(context.Context, map[string]any, string) (map[string]any, error) {
			panic("oh")
		}, message: "Thing x: the conversion panicked: oh"},
		"nothing": {convert: returning(nil), message: "Thing x: was converted to nothing"},
		"labels": {convert: func(context.Context, map[string]any, string) (map[string]any, error) {
			return map[string]any{"metadata": map[string]any{"labels": "x"}}, nil
		}, message: "Thing x: invalid metadata.labels of type string in converted object"},
	} {
		before := structural.Clone(original)
		answer, err := conversion.Respond(context.Background(), reviewMessage(original), c.convert)
		require.NoError(t, err, name)
		require.Equal(t, before, original, "%s: the input was written to", name)
		response := answer["response"].(map[string]any)
		assert.Equal(t, "u", response["uid"])
		if c.message != "" {
			assert.Equal(t, map[string]any{"status": "Failed", "message": c.message}, response["result"], name)
			assert.NotContains(t, response, "convertedObjects")
			continue
		}
		review, err := conversion.NewReview(conversion.ReviewRequest{UID: "u", ToAPIVersion: newer,
			Objects: []map[string]any{original}, ReviewVersions: []string{"v1"}})
		require.NoError(t, err)
		got, err := review.Read(context.Background(), answer)
		require.NoError(t, err, name)
		assert.Equal(t, c.meta, got[0]["metadata"], name)
		assert.Equal(t, newer, got[0]["apiVersion"])
		assert.Equal(t, "Thing", got[0]["kind"])
	}
}

func TestRespondRejects(t *testing.T) {
	for name, change := range map[string]func(q, request map[string]any){
		"the version":        func(q, _ map[string]any) { q["apiVersion"] = "apiextensions.k8s.io/v2" },
		"the group":          func(q, _ map[string]any) { q["apiVersion"] = "v1" },
		"the kind":           func(q, _ map[string]any) { q["kind"] = "AdmissionReview" },
		"no request":         func(q, _ map[string]any) { delete(q, "request") },
		"request":            func(q, _ map[string]any) { q["request"] = "x" },
		"uid":                func(_, r map[string]any) { r["uid"] = int64(1) },
		"no version":         func(_, r map[string]any) { delete(r, "desiredAPIVersion") },
		"a version":          func(_, r map[string]any) { r["desiredAPIVersion"] = "a/b/c" },
		"objects":            func(_, r map[string]any) { r["objects"] = "x" },
		"an object":          func(_, r map[string]any) { r["objects"] = []any{"x"} },
		"an object's kind":   func(_, r map[string]any) { r["objects"] = []any{map[string]any{"apiVersion": older}} },
		"an object's nature": func(_, r map[string]any) { r["objects"] = []any{nil} },
	} {
		q := reviewMessage(thing(older, nil))
		change(q, q["request"].(map[string]any))
		_, err := conversion.Respond(context.Background(), q, conversion.None{})
		assert.Error(t, err, name)
	}
	answer, err := conversion.Respond(context.Background(), reviewMessage(), conversion.None{})
	require.NoError(t, err)
	assert.Equal(t, []any{}, answer["response"].(map[string]any)["convertedObjects"])
}

func TestNilConverters(t *testing.T) {
	ctx := context.Background()
	objs := []map[string]any{thing(older, nil)}
	var chain *conversion.Chain
	assert.Nil(t, chain.Path(older, newer))
	assert.Equal(t, []string{older}, chain.Path(older, older))
	for want, c := range map[string]conversion.Converter{
		"Thing x: there is no conversion from example.com/v1beta1 to example.com/v1": chain,
		"Thing x: there is no function to convert it":                                conversion.Func(nil),
	} {
		got, err := c.Convert(ctx, objs, newer)
		assert.EqualError(t, err, want)
		assert.Nil(t, got)
		got, err = c.Convert(ctx, objs, older)
		require.NoError(t, err)
		assert.Equal(t, objs, got)
	}
}

// No object is returned with an error, even if there was nothing to convert.
func TestNoObjectWithError(t *testing.T) {
	got, err := converting(failing{}).Convert(context.Background(), thing(newer, nil), newer)
	assert.EqualError(t, err, "unreachable")
	assert.Nil(t, got)
}

// failing fails even without objects to convert.
type failing struct{}

func (failing) Convert(context.Context, []map[string]any, string) ([]map[string]any, error) {
	return nil, errors.New("unreachable")
}
