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

	u.SetAPIVersion("stable.example.com/v9")
	assert.ErrorContains(t, apimachinery.NewDefaulter[runtime.Object](definition(), "").Default(context.Background(), u), "is not a kind of")
	u.SetAPIVersion("a/b/c")
	assert.Error(t, apimachinery.NewDefaulter[runtime.Object](definition(), "").Default(context.Background(), u))
	assert.Error(t, apimachinery.NewDefaulter[*cronTab](definition(), "v1").Default(context.Background(), nil))
}
