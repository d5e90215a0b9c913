package lifecycle

import (
	"context"
	"slices"
	"time"

	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/valuetext"
)

// CleanupFinalizer keeps a deleted CRD in storage until its objects are deleted.
const CleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io"

var (
	deletionPending    = newCondition(Terminating, conditionTrue, "InstanceDeletionPending", "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon")
	deletionInProgress = newCondition(Terminating, conditionTrue, "InstanceDeletionInProgress", "CustomResource deletion is in progress")
	deletionCompleted  = newCondition(Terminating, conditionFalse, "InstanceDeletionCompleted", "removed all instances")
	neverEstablished   = newCondition(Terminating, conditionFalse, "NeverEstablished", "resource was never established")
	overlapsBuiltIn    = newCondition(Terminating, conditionFalse, "OverlappingBuiltInResource", "instances overlap with built-in resources in storage")
)

// builtIn maps groups to the built-in resource whose objects share a path in storage with the
// objects of a CRD of that name.
var builtIn = map[string]string{
	"apiregistration.k8s.io": "apiservices",
	"apiextensions.k8s.io":   "customresourcedefinitions",
}

// MarkForDeletion returns crd as the server stores it after a request to delete it: with now
// as deletionTimestamp, with [CleanupFinalizer], and with the condition [Terminating]. It
// returns a CRD that is already being deleted unchanged.
//
// If now is zero, deletionTimestamp is not set, and [Reconcile] and [Finalize] do not treat
// the CRD as deleted.
//
// From then on, until the CRD is removed from storage:
//
//   - Definition.Admit of a definition compiled from it rejects new objects. They
//     can still be read, updated and deleted (Definition.Delete).
//   - [Discover] lists its resource without the verbs create, update and patch.
//   - The CRD can be updated, but gets no new finalizers. Removing CleanupFinalizer
//     by hand leaves the objects behind in storage.
//   - [Reconcile] starts to delete its objects, each as by a request without options:
//     objects with finalizers stay until these are removed, and the CRD with them.
//     A CRD that was never established does not have objects: its finalizer is
//     removed at once.
//   - [Finalize] removes the finalizer after the objects are deleted. The server removes
//     a CRD without finalizers, and only then its names are free.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition, REST.Delete.
func MarkForDeletion(ctx context.Context, crd map[string]any, now time.Time) (map[string]any, error) {
	u, err := newUpdate(ctx, crd, now)
	if err != nil {
		return nil, err
	}
	if model.IsDeleted(u.crd) {
		return u.crd, nil
	}
	if u.now != "" {
		u.metadata.Set("deletionTimestamp", u.now)
	}
	if finalizers := u.finalizers(); !slices.Contains(finalizers, any(CleanupFinalizer)) {
		u.metadata.Set("finalizers", append(slices.Clip(finalizers), CleanupFinalizer))
	}
	u.conditions.set(deletionPending)
	return u.result()
}

// CleanupResult is how the deletion of a CRD's objects ended.
type CleanupResult uint8

const (
	// ObjectsRemoved: no object is left.
	ObjectsRemoved CleanupResult = iota
	// ObjectsNotListed: the objects could not be listed.
	ObjectsNotListed
	// ObjectsNotDeleted: some objects could not be deleted.
	ObjectsNotDeleted
	// ObjectsNotConfirmed: it is unknown whether any object is left.
	ObjectsNotConfirmed
)

var cleanupResults = valuetext.Enum[CleanupResult]{Name: "CleanupResult", Words: []string{ObjectsRemoved: "ObjectsRemoved",
	ObjectsNotListed: "ObjectsNotListed", ObjectsNotDeleted: "ObjectsNotDeleted", ObjectsNotConfirmed: "ObjectsNotConfirmed"}}

// String returns the name of the constant: "ObjectsRemoved".
func (r CleanupResult) String() string { return cleanupResults.Word(r) }

// MarshalText returns what [CleanupResult.String] returns.
func (r CleanupResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets r to the result with a name, or returns an error.
func (r *CleanupResult) UnmarshalText(text []byte) error { return cleanupResults.Read(text, r) }

// Finalize returns crd as the server stores it after it tried to delete the objects: without
// [CleanupFinalizer] if no object is left, else with cause ("<nil>" for nil) in the message of
// [Terminating]; the server then tries again. It returns a CRD that does not wait for the
// deletion of its objects unchanged.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/finalizer, CRDFinalizer.
func Finalize(ctx context.Context, crd map[string]any, result CleanupResult, cause error, now time.Time) (map[string]any, error) {
	u, err := newUpdate(ctx, crd, now)
	if err != nil {
		return nil, err
	}
	if !u.isFinalizing() {
		return u.crd, nil
	}
	if u.finalize(); !u.isFinalizing() { // there were no objects to delete
		return u.result()
	}
	u.conditions.set(result.condition(cause))
	if result == ObjectsRemoved {
		u.removeFinalizer()
	}
	return u.result()
}

func (r CleanupResult) condition(cause error) Condition {
	reason, message := "InstanceDeletionFailed", "could not issue all deletes: "
	switch r {
	case ObjectsRemoved:
		return deletionCompleted
	case ObjectsNotListed:
		message = "could not list instances: "
	case ObjectsNotConfirmed:
		reason, message = "InstanceDeletionCheck", "could not confirm zero CustomResources remaining: "
	}
	if cause == nil {
		return newCondition(Terminating, conditionTrue, reason, message+"<nil>")
	}
	return newCondition(Terminating, conditionTrue, reason, message+cause.Error())
}

// finalize starts the deletion of objects. Without objects, it removes the finalizer.
func (u *update) finalize() {
	if !u.isFinalizing() {
		return
	}
	plural := model.RequestedNames(u.crd).Plural
	u.conditions.set(deletionInProgress)
	switch {
	case plural != "" && builtIn[groupOf(u.crd)] == plural:
		u.conditions.set(overlapsBuiltIn)
		u.removeFinalizer()
	case !u.conditions.isTrue(Established):
		u.conditions.set(neverEstablished)
		u.removeFinalizer()
	}
}

func (u *update) isFinalizing() bool {
	return model.IsDeleted(u.crd) && slices.Contains(u.finalizers(), any(CleanupFinalizer))
}

func (u *update) finalizers() []any {
	metadata, _ := u.metadata.Result()
	return list(metadata, "finalizers")
}

func (u *update) removeFinalizer() {
	kept := slices.DeleteFunc(slices.Clone(u.finalizers()), func(f any) bool { return f == CleanupFinalizer })
	if len(kept) > 0 {
		u.metadata.Set("finalizers", kept)
	} else {
		u.metadata.Delete("finalizers")
	}
}
