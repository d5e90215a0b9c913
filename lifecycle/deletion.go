package lifecycle

import "slices"

// Finalizer keeps a definition until its objects are gone.
const Finalizer = "customresourcecleanup.apiextensions.k8s.io"

var (
	pending    = Condition{Terminating, True, "InstanceDeletionPending", "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"}
	inProgress = Condition{Terminating, True, "InstanceDeletionInProgress", "CustomResource deletion is in progress"}
	completed  = Condition{Terminating, False, "InstanceDeletionCompleted", "removed all instances"}
	never      = Condition{Terminating, False, "NeverEstablished", "resource was never established"}
	builtIn    = Condition{Terminating, False, "OverlappingBuiltInResource", "instances overlap with built-in resources in storage"}
)

// overlapping are the resources, by their group, that a server stores itself
// under the name that a definition's objects would have.
var overlapping = map[string]string{
	"apiregistration.k8s.io": "apiservices",
	"apiextensions.k8s.io":   "customresourcedefinitions",
}

// Delete is what a request to delete a definition makes of it. One that is being
// deleted already stays as it is.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,
// REST.Delete.
func Delete(crd map[string]any, now string) map[string]any {
	if deleting(crd) {
		return crd
	}
	s := stateOf(crd, now)
	if now != "" {
		s.metadata.Set("deletionTimestamp", now)
	}
	if finalizers := s.finalizers(); !slices.Contains(finalizers, any(Finalizer)) {
		s.metadata.Set("finalizers", append(slices.Clip(finalizers), Finalizer))
	}
	s.conditions.set(pending)
	return s.result()
}

// Outcome is how the deletion of a definition's objects ended.
type Outcome uint8

const (
	// Removed: there are none any more.
	Removed Outcome = iota
	// NotListed: they could not be listed.
	NotListed
	// NotDeleted: some deletions were refused.
	NotDeleted
	// NotConfirmed: it is not known whether all are gone.
	NotConfirmed
)

// Cleaned is what becomes of a definition that is being deleted after its
// objects have been: without the finalizer, if they are gone; else cause says why
// they are not.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/finalizer, CRDFinalizer.
func Cleaned(crd map[string]any, outcome Outcome, cause error, now string) map[string]any {
	s := stateOf(crd, now)
	if !s.finalizing() {
		return crd
	}
	if s.finalize(); !s.finalizing() { // there was nothing to delete
		return s.result()
	}
	s.conditions.set(ending(outcome, cause))
	if outcome == Removed {
		s.release()
	}
	return s.result()
}

func ending(outcome Outcome, cause error) Condition {
	reason, problem := "InstanceDeletionFailed", "could not issue all deletes: "
	switch outcome {
	case Removed:
		return completed
	case NotListed:
		problem = "could not list instances: "
	case NotConfirmed:
		reason, problem = "InstanceDeletionCheck", "could not confirm zero CustomResources remaining: "
	}
	if cause == nil {
		return Condition{Terminating, True, reason, problem + "<nil>"}
	}
	return Condition{Terminating, True, reason, problem + cause.Error()}
}

// finalize begins the deletion of objects, and ends it where there is nothing to
// delete.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/finalizer, CRDFinalizer.
func (s *state) finalize() {
	if !s.finalizing() {
		return
	}
	plural := requested(s.crd).plural
	switch {
	case plural != "" && overlapping[groupOf(s.crd)] == plural:
		s.conditions.set(inProgress)
		s.conditions.set(builtIn)
		s.release()
	case s.conditions.isTrue(Established):
		s.conditions.set(inProgress)
	default:
		s.conditions.set(inProgress)
		s.conditions.set(never)
		s.release()
	}
}

// finalizing tells whether the definition waits for the end of its objects.
func (s *state) finalizing() bool {
	return deleting(s.crd) && slices.Contains(s.finalizers(), any(Finalizer))
}

func (s *state) finalizers() []any {
	meta, _ := s.metadata.Result()
	return list(meta, "finalizers")
}

// release takes the finalizer off.
func (s *state) release() {
	kept := slices.DeleteFunc(slices.Clone(s.finalizers()), func(f any) bool { return f == Finalizer })
	if len(kept) > 0 {
		s.metadata.Set("finalizers", kept)
	} else {
		s.metadata.Delete("finalizers")
	}
}

func deleting(crd map[string]any) bool {
	return text(object(crd, "metadata"), "deletionTimestamp") != ""
}

// Ending tells whether a server lets no object of the definition be created any
// more.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func Ending(crd map[string]any) bool {
	r := recordOf(crd, "")
	return deleting(crd) || r.isTrue(Terminating)
}
