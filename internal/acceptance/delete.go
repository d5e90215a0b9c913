package acceptance

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

var deletionTime = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// deleteAll runs the deletion of a case: of its object, or else of its definition with
// objects. The outcome has the sentences of the sequence that are true.
func deleteAll(ctx context.Context, given map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	if obj, found := given["object"].(map[string]any); found {
		return deleteObject(ctx, d, obj)
	}
	return deleteDefinition(ctx, given)
}

// sentences returns those that are true, in order.
func sentences(all ...sentence) outcome {
	var list []any
	for _, s := range all {
		if s.holds {
			list = append(list, s.text)
		}
	}
	return outcome{"sequence": list}
}

// The sentences about deletions in the cases.
const (
	firstRequest     = "the first delete request sets metadata.deletionTimestamp and deletionGracePeriodSeconds 0, increments the generation and leaves the object in place"
	held             = "while the list of finalizers is not empty the object cannot be removed, not even with force"
	removedByUpdate  = "the update that empties the list removes the object"
	definitionMarked = "the definition gets the finalizer customresourcecleanup.apiextensions.k8s.io, a deletionTimestamp and the condition Terminating"
	objectsFirst     = "every stored object is deleted, then the definition"
	listNotFound     = "a list of the resource is answered 404"
	startsEmpty      = "the same definition created again starts without objects"
	ofNamespace      = "deleting a namespace deletes every custom object in it"
)

type sentence struct {
	text  string
	holds bool
}

func deleteObject(ctx context.Context, d *crdschema.Definition, obj map[string]any) (outcome, error) {
	created, err := d.Admit(ctx, crdschema.Request{Object: obj, UID: "u"})
	if err != nil {
		return nil, err
	}
	first, err := d.Delete(ctx, crdschema.DeleteRequest{Old: created.Stored, Now: deletionTime})
	if err != nil {
		return nil, err
	}
	forced, err := d.Delete(ctx, crdschema.DeleteRequest{Old: first.Stored, Now: deletionTime, Body: []byte(`{"gracePeriodSeconds":0,"propagationPolicy":"Background"}`)})
	if err != nil {
		return nil, err
	}
	body := structural.Clone(first.Object)
	metadata := body["metadata"].(map[string]any)
	metadata["finalizers"], metadata["resourceVersion"] = []any{}, "1"
	updated, err := d.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: body, Old: first.Stored})
	if err != nil {
		return nil, err
	}
	was, is := created.Stored["metadata"].(map[string]any), first.Stored["metadata"].(map[string]any)
	return sentences(
		sentence{firstRequest,
			!first.Gone && is["deletionTimestamp"] == "2026-01-01T00:00:00Z" && is["deletionGracePeriodSeconds"] == int64(0) && is["generation"] == was["generation"].(int64)+1},
		sentence{held,
			forced.Accepted() && !forced.Gone && structural.Equal(forced.Stored, first.Stored)},
		sentence{removedByUpdate, updated.Accepted() && updated.Gone && updated.Stored == nil},
	), nil
}

func deleteDefinition(ctx context.Context, given map[string]any) (outcome, error) {
	crd := standardFrame(given["schema"])
	settled, err := lifecycle.Reconcile(ctx, crd, nil, deletionTime)
	if err != nil {
		return nil, err
	}
	marked, err := lifecycle.MarkForDeletion(context.Background(), settled, deletionTime)
	if err != nil {
		return nil, err
	}
	d, err := crdschema.Compile(ctx, marked)
	if err != nil {
		return nil, err
	}
	obj := map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "a", "namespace": "default", "uid": "u"}}
	gone, err := d.Delete(ctx, crdschema.DeleteRequest{Old: obj, Now: deletionTime})
	if err != nil {
		return nil, err
	}
	removed, err := lifecycle.Finalize(context.Background(), marked, lifecycle.ObjectsRemoved, nil, deletionTime)
	if err != nil {
		return nil, err
	}
	again, err := crdschema.ValidateCRD(ctx, crd, nil)
	if err != nil {
		return nil, err
	}
	before, after := marked["metadata"].(map[string]any), removed["metadata"].(map[string]any)
	terminating, _ := lifecycle.ConditionOf(marked, lifecycle.Terminating)
	return sentences(
		sentence{definitionMarked,
			structural.Equal(before["finalizers"], []any{lifecycle.CleanupFinalizer}) && before["deletionTimestamp"] == "2026-01-01T00:00:00Z" && terminating.Status == "True"},
		sentence{objectsFirst, gone.Gone && after["finalizers"] == nil},
		sentence{listNotFound, len(lifecycle.Discover("stable.example.com", nil).Versions) == 0},
		sentence{startsEmpty, again.Accepted() && again.Object["metadata"].(map[string]any)["deletionTimestamp"] == nil},
	), nil
}
