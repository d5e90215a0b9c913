package operator_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const finalizer = "operator.example.com/dig"

// gardener is a reconciler: it has a finalizer, applies children, removes those that are too many,
// sets conditions, and asks for another run until all children have grown.
type gardener struct{ client.Client }

// Reconcile implements reconcile.Reconciler.
func (r gardener) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var garden Garden
	if err := r.Get(ctx, req.NamespacedName, &garden); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !garden.DeletionTimestamp.IsZero() {
		return reconcile.Result{}, r.dig(ctx, &garden)
	}
	if controllerutil.AddFinalizer(&garden, finalizer) {
		if err := r.Update(ctx, &garden); err != nil {
			return reconcile.Result{}, err
		}
	}
	for i := range *garden.Spec.Plants {
		if err := r.sow(ctx, &garden, i); err != nil {
			return reconcile.Result{}, err
		}
	}
	ready, err := r.weed(ctx, &garden)
	if err != nil {
		return reconcile.Result{}, err
	}
	return r.report(ctx, &garden, ready)
}

// sow applies a child.
func (r gardener) sow(ctx context.Context, garden *Garden, i int64) error {
	child := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": group.String(), "kind": "Flower",
		"metadata": map[string]any{
			"namespace": garden.Namespace, "name": fmt.Sprintf("%s-%d", garden.Name, i), "labels": map[string]any{"garden": garden.Name},
			"ownerReferences": []any{map[string]any{
				"apiVersion": group.String(), "kind": "Garden", "name": garden.Name, "uid": string(garden.UID), "controller": true, "blockOwnerDeletion": true,
			}},
		},
		"spec": map[string]any{"kind": garden.Spec.Kind, "tags": []any{"garden", garden.Spec.Kind}},
	}}
	return r.Apply(ctx, client.ApplyConfigurationFromUnstructured(child), client.FieldOwner("gardener"))
}

// weed deletes children that are too many, and counts those that have grown.
func (r gardener) weed(ctx context.Context, garden *Garden) (int64, error) {
	var plants FlowerList
	if err := r.List(ctx, &plants, client.InNamespace(garden.Namespace), client.MatchingLabels{"garden": garden.Name}); err != nil {
		return 0, err
	}
	ready := int64(0)
	for _, plant := range plants.Items {
		var number int64
		if _, err := fmt.Sscanf(plant.Name, garden.Name+"-%d", &number); err == nil && number < *garden.Spec.Plants {
			if plant.Status.Grown {
				ready++
			}
			continue
		}
		if err := r.Delete(ctx, &plant, client.Preconditions{UID: &plant.UID}); err != nil && !apierrors.IsNotFound(err) {
			return 0, err
		}
	}
	return ready, nil
}

// report patches the status.
func (r gardener) report(ctx context.Context, garden *Garden, ready int64) (reconcile.Result, error) {
	before := garden.DeepCopyObject().(*Garden)
	condition := Condition{Type: "Ready", Status: "False", Reason: "Growing", ObservedGeneration: garden.Generation}
	if ready == *garden.Spec.Plants {
		condition.Status, condition.Reason = "True", "Grown"
	}
	at := slices.IndexFunc(garden.Status.Conditions, func(c Condition) bool { return c.Type == "Ready" })
	if at < 0 {
		garden.Status.Conditions = append(garden.Status.Conditions, condition)
	} else {
		garden.Status.Conditions[at] = condition
	}
	garden.Status.Ready = ready
	if err := r.Status().Patch(ctx, garden, client.MergeFrom(before)); err != nil {
		return reconcile.Result{}, err
	}
	if condition.Status == "False" {
		return reconcile.Result{RequeueAfter: time.Minute}, nil
	}
	return reconcile.Result{}, nil
}

// dig deletes all children and removes the finalizer.
func (r gardener) dig(ctx context.Context, garden *Garden) error {
	err := r.DeleteAllOf(ctx, &Flower{}, client.InNamespace(garden.Namespace), client.MatchingLabels{"garden": garden.Name})
	if err != nil {
		return err
	}
	if controllerutil.RemoveFinalizer(garden, finalizer) {
		return r.Update(ctx, garden)
	}
	return nil
}
