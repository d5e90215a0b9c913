package apimachinery_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema/apimachinery"
)

const beyondFloats = 1<<53 + 1 // the first integer that a float64 cannot hold

func TestToMapKeepsIntegers(t *testing.T) {
	typed, err := apimachinery.ToMap(context.Background(), newCronTab("a", cronTabSpec{Seed: beyondFloats}))
	require.NoError(t, err)
	assert.Equal(t, int64(beyondFloats), typed["spec"].(map[string]any)["seed"])

	other, err := apimachinery.ToMap(context.Background(), map[string]any{"a": int32(5), "b": uint8(6), "c": []int{7}})
	require.Error(t, err, "a []int is no JSON value")
	assert.Nil(t, other)
	other, err = apimachinery.ToMap(context.Background(), map[string]any{"a": int32(5), "b": uint8(6)})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": int64(5), "b": int64(6)}, other)
}

func TestToMapSharesContent(t *testing.T) {
	u := &unstructured.Unstructured{Object: object(map[string]any{})}
	m, err := apimachinery.ToMap(context.Background(), u)
	require.NoError(t, err)
	m["kind"] = "Shared"
	assert.Equal(t, "Shared", u.GetKind())
}

func TestToMapRejects(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["self"] = cyclic
	for name, obj := range map[string]any{
		"nil":              nil,
		"nil pointer":      (*cronTab)(nil),
		"nil map":          map[string]any(nil),
		"nil unstructured": (*unstructured.Unstructured)(nil),
		"cyclic":           cyclic,
		"list":             []string{"a"},
		"string":           "a",
		"infinite":         struct{ F float64 }{math.Inf(1)},
		"function":         struct{ F func() }{},
	} {
		m, err := apimachinery.ToMap(context.Background(), obj)
		assert.Error(t, err, name)
		assert.Nil(t, m, name)
	}
}

func TestFromMap(t *testing.T) {
	in := newCronTab("a", cronTabSpec{Seed: beyondFloats, Image: "x"})
	m, err := apimachinery.ToMap(context.Background(), in)
	require.NoError(t, err)
	out := cronTab{Status: &cronTabStatus{Ready: 1}}
	require.NoError(t, apimachinery.FromMap(context.Background(), m, &out))
	assert.Equal(t, *in, out)
}

func TestFromMapIsExact(t *testing.T) {
	out := cronTab{TypeMeta: metav1.TypeMeta{Kind: "Before"}}
	assert.Error(t, apimachinery.FromMap(context.Background(), map[string]any{"kind": "Other", "spec": "text"}, &out))
	assert.Equal(t, "Before", out.Kind, "an error leaves the object alone")

	require.NoError(t, apimachinery.FromMap(context.Background(), map[string]any{"KIND": "X", "spec": map[string]any{"Image": "x"}}, &out))
	assert.Equal(t, cronTab{}, out, "names are exact")

	var free struct{ V any }
	require.NoError(t, apimachinery.FromMap(context.Background(), map[string]any{"V": map[string]any{"n": int64(beyondFloats), "f": 1.5}}, &free))
	assert.Equal(t, map[string]any{"n": int64(beyondFloats), "f": 1.5}, free.V)

	assert.Error(t, apimachinery.FromMap[cronTab](context.Background(), nil, &out))
	assert.Error(t, apimachinery.FromMap(context.Background(), map[string]any{}, (*cronTab)(nil)))
}

func TestFromMapCopies(t *testing.T) {
	m := object(map[string]any{"image": "x"})
	var u unstructured.Unstructured
	require.NoError(t, apimachinery.FromMap(context.Background(), m, &u))
	copied := apimachinery.ToUnstructured(m)
	assert.Equal(t, m, u.Object)
	assert.Equal(t, m, copied.Object)
	u.Object["spec"].(map[string]any)["image"] = "y"
	copied.Object["spec"].(map[string]any)["image"] = "z"
	assert.Equal(t, "x", m["spec"].(map[string]any)["image"])
	assert.Nil(t, apimachinery.ToUnstructured(nil))
}

// Generic code holds objects in interfaces. Door 7.
func TestFromMapIntoInterface(t *testing.T) {
	m := map[string]any{"kind": "CronTab", "metadata": map[string]any{"name": "a"}}
	typed := &cronTab{}
	for name, obj := range map[string]metav1.Object{"typed": typed, "unstructured": &unstructured.Unstructured{}} {
		held := obj
		require.NoError(t, apimachinery.FromMap(t.Context(), m, &obj), name)
		assert.Equal(t, "a", obj.GetName(), name)
		assert.Same(t, held, obj, name)
	}
	assert.Equal(t, "a", typed.Name)
	var value any = cronTab{}
	assert.ErrorContains(t, apimachinery.FromMap(t.Context(), m, &value), "not a pointer")
	var cyclic any
	cyclic = &cyclic
	assert.ErrorContains(t, apimachinery.FromMap(t.Context(), m, &cyclic), "and so on")
	var none any
	require.NoError(t, apimachinery.FromMap(t.Context(), m, &none))
	assert.Equal(t, m, none)
}
