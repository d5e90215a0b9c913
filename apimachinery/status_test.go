package apimachinery_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

func rejection(t *testing.T, r crdschema.Request) error {
	result, err := definition().Admit(context.Background(), r)
	require.NoError(t, err)
	return apimachinery.StatusError(result.Status())
}

func TestStatusError(t *testing.T) {
	invalid := rejection(t, crdschema.Request{Object: object(map[string]any{"replicas": int64(50)})})
	assert.True(t, apierrors.IsInvalid(invalid))
	want := apierrors.NewInvalid(schema.GroupKind{Group: "stable.example.com", Kind: "CronTab"}, "nightly", field.ErrorList{
		field.Invalid(field.NewPath("spec", "replicas"), int64(50), "spec.replicas in body should be less than or equal to 10"),
	})
	want.ErrStatus.Details.Causes[0].Field = "spec.replicas"
	var got *apierrors.StatusError
	require.ErrorAs(t, invalid, &got)
	want.ErrStatus.Details.Causes, got.ErrStatus.Details.Causes = nil, nil // printed by package validation in its own way
	want.ErrStatus.Message = got.ErrStatus.Message
	assert.Equal(t, want, got)

	old := object(nil)
	old["metadata"].(map[string]any)["resourceVersion"] = "7"
	changed := object(nil)
	changed["metadata"].(map[string]any)["resourceVersion"] = "6"
	assert.True(t, apierrors.IsConflict(rejection(t, crdschema.Request{Operation: crdschema.Update, Object: changed, Old: old})))
	assert.True(t, apierrors.IsNotFound(rejection(t, crdschema.Request{Object: object(nil), Version: "v9"})))
	require.ErrorAs(t, rejection(t, crdschema.Request{Object: object(nil), Version: "v9"}), &got)
	assert.Equal(t, int32(404), got.ErrStatus.Code)
	bad := rejection(t, crdschema.Request{Object: map[string]any{"kind": int64(5)}, Version: "v1"})
	assert.True(t, apierrors.IsBadRequest(bad), bad)

	accepted := rejection(t, crdschema.Request{Object: object(nil)})
	assert.True(t, accepted == nil, "an error that is nil")
}

func TestErrorOf(t *testing.T) {
	_, err := definition().Read(context.Background(), object(nil), "v9")
	require.Error(t, err)
	assert.True(t, apierrors.IsNotFound(apimachinery.ErrorOf(err)))

	stored := object(nil)
	stored["apiVersion"] = "stable.example.com/v0"
	_, err = definition().Read(context.Background(), stored, "v1")
	require.Error(t, err)
	assert.True(t, apierrors.IsInternalError(apimachinery.ErrorOf(err)))
	assert.Equal(t, metav1.StatusReasonInternalError, apierrors.ReasonForError(apimachinery.ErrorOf(err)))

	other := errors.New("other")
	assert.Equal(t, other, apimachinery.ErrorOf(other))
	assert.NoError(t, apimachinery.ErrorOf(nil))
}
