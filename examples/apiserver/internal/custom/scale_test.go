package custom

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
)

// TestScaleValidated checks which old numbers a validation of Scales sees: those that are stored, and 0 without one.
func TestScaleValidated(t *testing.T) {
	d, err := crdschema.Compile(t.Context(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "lamps.example.com"},
		"spec": map[string]any{"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "lamps", "kind": "Lamp"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"subresources": map[string]any{"scale": map[string]any{"specReplicasPath": ".spec.bulbs", "statusReplicasPath": ".status.bulbs"}},
				"schema":       map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}},
	})
	require.NoError(t, err)
	lamp := func(spec map[string]any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "desk", "namespace": "default"}, "spec": spec,
		}}
	}
	validate := scaleREST{version: d.StorageVersion()}.validated(func(_ context.Context, obj, old runtime.Object) error {
		assert.EqualValues(t, 5, obj.(*autoscalingv1.Scale).Spec.Replicas)
		assert.Equal(t, "desk", old.(*autoscalingv1.Scale).Name)
		return replicas(old.(*autoscalingv1.Scale).Spec.Replicas)
	})
	for want, spec := range map[int32]map[string]any{0: {}, 3: {"bulbs": int64(3)}, -3: {"bulbs": int64(-3)}} {
		assert.Equal(t, replicas(want), validate(t.Context(), lamp(map[string]any{"bulbs": int64(5)}), lamp(spec)))
	}
}

// replicas is an error with the number that a validation has seen.
type replicas int32

func (replicas) Error() string { return "seen" }
