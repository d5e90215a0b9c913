package apimachinery_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/apimachinery"
)

func strategies(opts ...apimachinery.StrategyOption) (*apimachinery.Strategy, *apimachinery.StatusStrategy) {
	v, _ := definition().Version("v1")
	s := apimachinery.NewStrategy(v, opts...)
	return s, apimachinery.NewStatusStrategy(s)
}

// stored returns an object as it is in storage.
func stored(spec map[string]any) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: object(spec)}
	u.SetResourceVersion("7")
	u.SetGeneration(3)
	u.Object["status"] = map[string]any{"ready": int64(1)}
	return u
}

func TestStrategyCreates(t *testing.T) {
	ctx := context.Background()
	s, _ := strategies()
	u := stored(map[string]any{"image": "x"})
	s.PrepareForCreate(ctx, u)
	assert.Equal(t, int64(1), u.GetGeneration())
	assert.NotContains(t, u.Object, "status")
	assert.Empty(t, s.Validate(ctx, u))

	u.Object["spec"] = map[string]any{"image": "forbidden"}
	u.SetFinalizers([]string{"mine"})
	assert.Equal(t, "spec: Invalid value: this image is forbidden", s.Validate(ctx, u).ToAggregate().Error())
	assert.Len(t, s.WarningsOnCreate(ctx, u), 1)
}

func TestStrategyUpdates(t *testing.T) {
	ctx := context.Background()
	var warned []string
	s, _ := strategies(apimachinery.WithWarningRecorder(func(_ context.Context, text string) { warned = append(warned, text) }))
	old, u := stored(map[string]any{"image": "forbidden"}), stored(map[string]any{"image": "forbidden"})
	u.Object["status"] = map[string]any{"ready": int64(5)}
	u.Object["extra"] = "x"
	s.PrepareForUpdate(ctx, u, old)
	assert.Equal(t, int64(4), u.GetGeneration())
	assert.Equal(t, old.Object["status"], u.Object["status"])
	u.Object["status"].(map[string]any)["ready"] = int64(9)
	assert.Equal(t, map[string]any{"ready": int64(1)}, old.Object["status"], "the old object has a status of its own")

	assert.Empty(t, s.ValidateUpdate(ctx, u, old))
	assert.Equal(t, []string{"spec: Invalid value: this image is forbidden"}, warned)
	u.SetFinalizers([]string{"mine"})
	assert.Len(t, s.WarningsOnUpdate(ctx, u, old), 1)
	assert.Empty(t, s.WarningsOnUpdate(ctx, u, u))
}

func TestStrategyUpdatesStatus(t *testing.T) {
	ctx := context.Background()
	_, s := strategies()
	old, u := stored(map[string]any{"image": "x"}), stored(map[string]any{"image": "y"})
	u.Object["status"] = map[string]any{"ready": "many"}
	u.SetLabels(map[string]string{"a": "b"})
	s.PrepareForUpdate(ctx, u, old)
	assert.Equal(t, old.Object["spec"], u.Object["spec"])
	assert.Empty(t, u.GetLabels())
	u.Object["spec"].(map[string]any)["image"] = "z"
	assert.Equal(t, "x", old.Object["spec"].(map[string]any)["image"], "the old object has a spec of its own")
	errs := s.ValidateUpdate(ctx, u, old)
	require.NotEmpty(t, errs)
	assert.Equal(t, "status.ready", errs[0].Field)
	assert.Empty(t, s.WarningsOnUpdate(ctx, u, old))
}

func TestStrategyOfOtherObjects(t *testing.T) {
	ctx := context.Background()
	s, status := strategies()
	typed, u := newCronTab("a", cronTabSpec{}), stored(nil)
	cyclic := stored(nil)
	cyclic.Object["self"] = cyclic.Object
	for _, other := range []*unstructured.Unstructured{nil, cyclic} {
		assert.NotEmpty(t, s.Validate(ctx, other))
		assert.NotEmpty(t, s.ValidateUpdate(ctx, other, u))
		assert.NotEmpty(t, s.ValidateUpdate(ctx, u, other))
		s.PrepareForUpdate(ctx, u, other)
		status.PrepareForUpdate(ctx, u, other)
		assert.Empty(t, s.WarningsOnUpdate(ctx, u, other))
	}
	assert.Contains(t, s.Validate(ctx, typed).ToAggregate().Error(), "Must be a pointer to an Unstructured type")
	assert.NotEmpty(t, s.ValidateUpdate(ctx, typed, u))
	assert.NotEmpty(t, s.ValidateUpdate(ctx, u, typed))
	s.PrepareForCreate(ctx, typed)
	s.PrepareForUpdate(ctx, typed, u)
	s.PrepareForUpdate(ctx, u, typed)
	status.PrepareForUpdate(ctx, typed, u)
	status.PrepareForUpdate(ctx, u, typed)
	assert.Empty(t, s.WarningsOnCreate(ctx, typed))
	assert.Empty(t, s.WarningsOnUpdate(ctx, typed, u))
	_, _, err := s.GetAttrs(typed)
	assert.Error(t, err)
	_, _, err = s.ObjectKinds(typed)
	assert.Error(t, err)

	canceled, cancel := context.WithCancel(ctx)
	cancel()
	u.Object["spec"] = map[string]any{"image": "x"}
	assert.NotEmpty(t, s.Validate(canceled, u), "no verdict is no success")
	assert.NotEmpty(t, s.ValidateUpdate(canceled, u, stored(map[string]any{"image": "y"})))
}

func TestStrategyAttributes(t *testing.T) {
	s, _ := strategies()
	u := stored(map[string]any{"image": "x"})
	u.SetLabels(map[string]string{"a": "b"})
	l, f, err := s.GetAttrs(u)
	require.NoError(t, err)
	assert.Equal(t, labels.Set{"a": "b"}, l)
	assert.Equal(t, fields.Set{"metadata.name": "nightly", "metadata.namespace": "default", "spec.image": "x"}, f)
	u.Object["spec"] = "text"
	_, f, err = s.GetAttrs(u)
	require.NoError(t, err)
	assert.Equal(t, "", f["spec.image"])
}

func TestStrategyFacts(t *testing.T) {
	s, status := strategies()
	assert.True(t, s.NamespaceScoped())
	assert.False(t, s.AllowCreateOnUpdate(context.Background()))
	assert.False(t, s.AllowUnconditionalUpdate(context.Background()))
	assert.True(t, s.Recognizes(schema.GroupVersionKind{}))
	assert.Equal(t, ".status", s.GetResetFields()["stable.example.com/v1"].String())
	assert.True(t, status.GetResetFields()["stable.example.com/v1"].Size() == 2)
	name := s.GenerateName(strings.Repeat("a", 100))
	assert.Len(t, name, 63)
	assert.NotEqual(t, name, s.GenerateName(strings.Repeat("a", 100)))
	assert.True(t, strings.HasPrefix(s.GenerateName("b-"), "b-"))

	kinds, _, err := s.ObjectKinds(stored(nil))
	require.NoError(t, err)
	assert.Equal(t, []schema.GroupVersionKind{{Group: "stable.example.com", Version: "v1", Kind: "CronTab"}}, kinds)
	for _, missing := range []string{"kind", "apiVersion"} {
		u := stored(nil)
		delete(u.Object, missing)
		_, _, err := s.ObjectKinds(u)
		assert.Error(t, err)
	}
}
