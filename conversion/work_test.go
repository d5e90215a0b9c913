package conversion_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

// calls returns calls that take a context, on n objects, or on objects with n parts.
func calls(t *testing.T, n int) map[string]func(context.Context) (any, error) {
	in, out, items, answers, list := make([]map[string]any, n), make([]map[string]any, n), make([]any, n), make([]any, n), make([]any, n)
	for i := range n {
		in[i], out[i] = thing(older, nil), thing(newer, nil)
		items[i], answers[i], list[i] = in[i], out[i], map[string]any{"a": int64(1)}
	}
	review, err := conversion.NewReview(conversion.ReviewRequest{UID: "u", ToAPIVersion: newer, ReviewVersions: []string{"v1"}, Objects: in})
	require.NoError(t, err)
	answer := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
		"response": map[string]any{"uid": "u", "result": map[string]any{"status": "Success"}, "convertedObjects": answers}}
	declared, err := declare.NewChain(context.Background(), declare.Declaration{From: older, To: newer, Rules: []declare.Rule{
		{Rename: &declare.Rename{Path: ".list[*].a", To: "b"}}}})
	require.NoError(t, err)
	long := thing(older, map[string]any{"list": list})
	return map[string]func(context.Context) (any, error){
		"Accept": func(ctx context.Context) (any, error) { return conversion.Accept(ctx, in, out, newer) },
		"Read":   func(ctx context.Context) (any, error) { return review.Read(ctx, answer) },
		"Respond": func(ctx context.Context) (any, error) {
			return conversion.Respond(ctx, review.Message(), conversion.None{})
		},
		"None":     func(ctx context.Context) (any, error) { return conversion.None{}.Convert(ctx, in, newer) },
		"Declared": func(ctx context.Context) (any, error) { return declared.Convert(ctx, []map[string]any{long}, newer) },
		"ConvertList": func(ctx context.Context) (any, error) {
			return converting(conversion.None{}).ConvertList(ctx, map[string]any{"apiVersion": older, "kind": "ThingList", "items": items}, newer)
		},
		"Accept an object": func(ctx context.Context) (any, error) {
			return conversion.Accept(ctx, []map[string]any{wide(older, n)}, []map[string]any{wide(newer, n)}, newer)
		},
	}
}

func wide(apiVersion string, n int) map[string]any {
	labels := map[string]any{}
	for i := range n {
		labels[fmt.Sprint("label-", i)] = ""
	}
	return thing(apiVersion, map[string]any{"metadata": map[string]any{"name": "a", "labels": labels}})
}

func TestContextEndsCalls(t *testing.T) {
	for name, call := range calls(t, 20_000) {
		_, err := call(context.Background())
		require.NoError(t, err, name)
		looks := worktest.EndAfter(1 << 30)
		_, err = call(looks)
		require.NoError(t, err, name)
		made := looks.Looks()
		assert.Greater(t, made, 3, name)
		for _, left := range []int{0, 1, made / 2, made - 1} {
			got, err := call(worktest.EndAfter(left))
			assert.ErrorIs(t, err, context.Canceled, "%s after %d of %d looks", name, left, made)
			assert.Empty(t, got, name)
		}
	}
}

func TestBudget(t *testing.T) {
	for name, call := range calls(t, 20_000) {
		if name == "None" || name == "ConvertList" {
			continue // they do only linear work
		}
		got, err := call(structural.WithBudget(context.Background(), structural.Budget{Steps: 5_000}))
		assert.ErrorIs(t, err, structural.ErrTooMuchWork, name)
		assert.Empty(t, got, name)
	}
}

// Respond and Read end for values that are not JSON, in objects with and without a kind:
// cyclic values, values that contain the same map very many times, and the value of a
// converter's panic.
func TestCyclicValues(t *testing.T) {
	cyclic := map[string]any{"apiVersion": older, "kind": int64(1)}
	cyclic["self"] = cyclic
	shared := map[string]any{}
	for range 100 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	review, err := conversion.NewReview(conversion.ReviewRequest{UID: "u", ToAPIVersion: newer, ReviewVersions: []string{"v1"}, Objects: []map[string]any{thing(older, nil)}})
	require.NoError(t, err)
	for _, obj := range []map[string]any{cyclic, shared, {"apiVersion": older, "kind": "Thing", "self": cyclic}, {"kind": cyclic}} {
		message := review.Message()
		message["request"].(map[string]any)["objects"] = []any{obj}
		answer, err := conversion.Respond(context.Background(), message, conversion.None{})
		if err == nil {
			assert.Equal(t, "Failed", answer["response"].(map[string]any)["result"].(map[string]any)["status"])
		}
		_, err = review.Read(context.Background(), map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
			"response": map[string]any{"uid": "u", "result": map[string]any{"status": "Success"}, "convertedObjects": []any{obj}}})
		assert.Error(t, err)
		_, err = review.Read(context.Background(), obj)
		assert.Error(t, err)
		panics := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) { panic(obj) })
		answer, err = conversion.Respond(context.Background(), review.Message(), panics)
		require.NoError(t, err)
		assert.Contains(t, answer["response"].(map[string]any)["result"].(map[string]any)["message"], "the conversion panicked: {")
	}
}

// Many versions are looked up in a map, with the same answers.
func TestConvertListWithManyVersions(t *testing.T) {
	kind := conversion.Kind{Group: "example.com"}
	for i := range 50_000 {
		kind.Versions = append(kind.Versions, "v"+strconv.Itoa(i+1))
	}
	item := func(version string) map[string]any {
		return map[string]any{"apiVersion": "example.com/" + version, "kind": "A"}
	}
	last := kind.Versions[len(kind.Versions)-1]
	items := make([]any, 10_000)
	for i := range items {
		items[i] = item(last)
	}
	list := map[string]any{"apiVersion": "example.com/v1", "kind": "AList", "items": items}
	out, err := kind.ConvertList(t.Context(), list, "example.com/v1")
	require.NoError(t, err)
	assert.Equal(t, item("v1"), out["items"].([]any)[9_999])

	items[7] = item("v0")
	_, err = kind.ConvertList(t.Context(), list, "example.com/v1")
	assert.EqualError(t, err, "request to convert CR list failed, list index 7 has invalid group/version: example.com/v0")
}
