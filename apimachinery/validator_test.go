package apimachinery_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/apimachinery"
)

// warnings is a type as controller-runtime has one.
type warnings []string

func TestValidator(t *testing.T) {
	ctx := context.Background()
	v := apimachinery.NewValidator[*cronTab, warnings](definition(), "v1")
	many, few := int32(50), int32(5)

	_, err := v.ValidateCreate(ctx, newCronTab("a", cronTabSpec{Replicas: &few}))
	require.NoError(t, err)
	_, err = v.ValidateCreate(ctx, newCronTab("a", cronTabSpec{Replicas: &many}))
	assert.True(t, apierrors.IsInvalid(err), err)
	_, err = v.ValidateCreate(ctx, nil)
	assert.Error(t, err)

	old, changed := newCronTab("a", cronTabSpec{Replicas: &many}), newCronTab("a", cronTabSpec{Replicas: &many, Image: "x"})
	old.ResourceVersion, changed.ResourceVersion = "7", "7"
	_, err = v.ValidateUpdate(ctx, old, changed)
	assert.NoError(t, err, "the value did not change")
	few = 6
	old.Spec.Replicas = &few
	_, err = v.ValidateUpdate(ctx, old, changed)
	assert.True(t, apierrors.IsInvalid(err), err)
	_, err = v.ValidateDelete(ctx, old)
	assert.NoError(t, err)
}

func TestValidatorOfAnyObject(t *testing.T) {
	v := apimachinery.NewValidator[runtime.Object, warnings](definition(), "")
	warned, err := v.ValidateCreate(context.Background(), &unstructured.Unstructured{Object: object(map[string]any{"hue": "red"})})
	require.NoError(t, err)
	assert.Equal(t, warnings{`unknown field "spec.hue"`}, warned)
	_, err = v.ValidateCreate(context.Background(), newCronTab("a", cronTabSpec{}))
	assert.Error(t, err, "it has no version")
}

// A validator of a version does not write the kind into an object without one.
func TestValidatorKeepsTheKind(t *testing.T) {
	u := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": "a", "namespace": "default"}}}
	_, err := apimachinery.NewValidator[runtime.Object, warnings](definition(), "v1").ValidateCreate(context.Background(), u)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"metadata": map[string]any{"name": "a", "namespace": "default"}}, u.Object)
}

func TestValidatorOfSubresources(t *testing.T) {
	type key struct{}
	v := apimachinery.NewValidator[*cronTab, warnings](definition(), "v1", apimachinery.WithSubresource(func(ctx context.Context) string {
		s, _ := ctx.Value(key{}).(string)
		return s
	}))
	old := newCronTab("a", cronTabSpec{})
	old.ResourceVersion = "7"
	changed := old.DeepCopyObject().(*cronTab)
	changed.Spec.Image, changed.Status = "forbidden", &cronTabStatus{Ready: 1}
	for subresource, valid := range map[string]bool{"": false, "status": true, "scale": true} {
		_, err := v.ValidateUpdate(context.WithValue(context.Background(), key{}, subresource), old, changed)
		assert.Equal(t, valid, err == nil, subresource)
	}
}

func TestDefaulter(t *testing.T) {
	obj := newCronTab("a", cronTabSpec{Seed: beyondFloats})
	require.NoError(t, apimachinery.NewDefaulter[*cronTab](definition(), "v1").Default(context.Background(), obj))
	assert.Equal(t, int32(1), *obj.Spec.Replicas)
	assert.Equal(t, int64(beyondFloats), obj.Spec.Seed)

	u := &unstructured.Unstructured{Object: object(map[string]any{})}
	require.NoError(t, apimachinery.NewDefaulter[runtime.Object](definition(), "").Default(context.Background(), u))
	assert.Equal(t, map[string]any{"replicas": int64(1)}, u.Object["spec"])

	assert.Error(t, apimachinery.NewDefaulter[*cronTab](definition(), "v1").Default(context.Background(), nil))
}

// Objects of other kinds do not get defaults. A version completes objects without a kind only.
func TestDefaulterOfOtherKinds(t *testing.T) {
	for _, c := range []struct{ version, apiVersion, kind, want string }{
		{"", "stable.example.com/v9", "CronTab", "stable.example.com/v9, Kind=CronTab is not a kind of crontabs.stable.example.com"},
		{"", "other.example.com/v1", "CronTab", "other.example.com/v1, Kind=CronTab is not a kind of crontabs.stable.example.com"},
		{"", "stable.example.com/v1", "Other", "stable.example.com/v1, Kind=Other is not a kind of crontabs.stable.example.com"},
		{"", "", "", "/, Kind= is not a kind of crontabs.stable.example.com"},
		{"v1", "", "CronTab", "/, Kind=CronTab is not a kind of crontabs.stable.example.com"},
		{"v1", "stable.example.com/v1", "", "stable.example.com/v1, Kind= is not a kind of crontabs.stable.example.com"},
		{"v1", "", "", ""},
		{"", "a/b/c", "CronTab", "unexpected GroupVersion string: a/b/c"},
	} {
		obj := newCronTab("a", cronTabSpec{})
		obj.APIVersion, obj.Kind = c.apiVersion, c.kind
		err := apimachinery.NewDefaulter[*cronTab](definition(), c.version).Default(context.Background(), obj)
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, c.want)
	}
}
