package crdschema

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// The conditions of definitions that a server writes.
const (
	// NamesAccepted: no other definition of the group has one of the names.
	NamesAccepted = lifecycle.NamesAccepted
	// Established: objects are served. It stays true once it is.
	Established = lifecycle.Established
	// NonStructuralSchema: something is wrong with a schema. It is there only
	// then.
	NonStructuralSchema = lifecycle.NonStructuralSchema
	// KubernetesAPIApprovalPolicyConformant: a definition of a group of the
	// Kubernetes community has been approved of.
	KubernetesAPIApprovalPolicyConformant = lifecycle.Conformant
	// Terminating: the objects are being deleted, and the definition after them.
	Terminating = lifecycle.Terminating
)

// CleanupFinalizer keeps a definition that is being deleted until its objects are
// gone.
const CleanupFinalizer = lifecycle.Finalizer

// Condition is one condition in the status of a definition.
type Condition struct {
	// Type is what the condition is about, [Established] for instance.
	Type string
	// Status is "True", "False" or "Unknown".
	Status string
	// Reason is one word for programs.
	Reason string
	// Message is a sentence for people.
	Message string
	// LastTransitionTime is when Status changed last, RFC 3339, empty if the
	// manifest does not say so.
	LastTransitionTime string
}

// Conditions are those in the status of a manifest, in their order; [Settle]
// writes them. A condition without a type is left out.
func Conditions(crd map[string]any) []Condition {
	status, _ := crd["status"].(map[string]any)
	list, _ := status["conditions"].([]any)
	var out []Condition
	for _, e := range list {
		fields, _ := e.(map[string]any)
		text := func(field string) string {
			s, _ := fields[field].(string)
			return s
		}
		if text("type") != "" {
			out = append(out, Condition{text("type"), text("status"), text("reason"), text("message"), text("lastTransitionTime")})
		}
	}
	return out
}

// ConditionOf is the condition of a type; found is false if the manifest has
// none, which for most types means the same as the status "False".
func ConditionOf(crd map[string]any, conditionType string) (c Condition, found bool) {
	for _, c := range Conditions(crd) {
		if c.Type == conditionType {
			return c, true
		}
	}
	return Condition{}, false
}

// Settle is the definition as a server has it some moments after it was written:
// with the status that its controllers give it once they have come to rest. A
// manifest without a status is one that has just been created.
//
// Names are given to whoever comes first, so it matters which other definitions
// have which names in status.acceptedNames. others are the definitions of the
// cluster, settled themselves; those of other groups do not matter, nor does one
// of the same name as crd, and of the rest nothing but their names is looked at.
// To find out what becomes of several definitions,
// settle one after the other, each among those before it. A definition that
// gives up a name sets others free: settle those again.
//
// What it does, in this order:
//
//   - accepts names: status.acceptedNames, [NamesAccepted];
//   - establishes a definition whose names have been accepted: [Established];
//   - checks the schemas: [NonStructuralSchema];
//   - for groups of the Kubernetes community, looks for the annotation
//     api-approved.kubernetes.io: [KubernetesAPIApprovalPolicyConformant];
//   - for a definition that is being deleted, starts to delete its objects:
//     [Terminating]; see [StartDeletion].
//
// now is the time (RFC 3339) that is written as lastTransitionTime of conditions
// whose status changes; without it they get none.
//
// The result shares what did not change with crd, and is crd itself if nothing
// did. An error says that crd is no CustomResourceDefinition of
// apiextensions.k8s.io/v1 or v1beta1. Nothing else is checked: a definition that
// a server would not have taken gets some answer.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval, finalizer.
func Settle(crd map[string]any, others []map[string]any, now string) (map[string]any, error) {
	normal, err := normalDefinition(crd)
	if err != nil {
		return nil, err
	}
	return lifecycle.Settle(normal, others, now), nil
}

// StartDeletion is the definition after a request to delete it: marked with the
// time now (RFC 3339), held by [CleanupFinalizer], and [Terminating]. A
// definition that is being deleted already stays as it is. Without now the mark
// is missing, which [Settle] and [FinishDeletion] go by.
//
// From then on, until it is gone:
//
//   - [Definition.Admit] of a definition compiled from it refuses to create
//     objects. They can still be read, updated and deleted.
//   - [Discover] lists its resource without the verbs create, update and patch.
//   - The definition itself can be updated, but gets no new finalizers; whoever
//     takes CleanupFinalizer off by hand leaves the objects behind in storage.
//   - [Settle] says that its objects are being deleted. Where there is nothing to
//     delete, because it was never established, it takes the finalizer off.
//   - [FinishDeletion] does so after the objects have been deleted.
//
// A server removes the definition as soon as it has no finalizers left. Its names
// are free again from then on, not before.
//
// The error is that of Settle.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,
// REST.Delete.
func StartDeletion(crd map[string]any, now string) (map[string]any, error) {
	normal, err := normalDefinition(crd)
	if err != nil {
		return nil, err
	}
	return lifecycle.Delete(normal, now), nil
}

// Cleanup is how the deletion of a definition's objects went.
type Cleanup uint8

const (
	// ObjectsRemoved: no object is left.
	ObjectsRemoved Cleanup = iota
	// ObjectsNotListed: the objects could not be listed.
	ObjectsNotListed
	// ObjectsNotDeleted: some could not be deleted.
	ObjectsNotDeleted
	// ObjectsNotConfirmed: it is not known whether all are gone.
	ObjectsNotConfirmed
)

// FinishDeletion is the definition after its objects have been deleted: without
// [CleanupFinalizer] if they are gone, else with the cause in the message of
// [Terminating], and a server tries again. A definition that does not wait for
// its objects stays as it is.
//
// The error is that of [Settle].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/finalizer, CRDFinalizer.
func FinishDeletion(crd map[string]any, cleanup Cleanup, cause error, now string) (map[string]any, error) {
	normal, err := normalDefinition(crd)
	if err != nil {
		return nil, err
	}
	return lifecycle.Cleaned(normal, lifecycle.Outcome(cleanup), cause, now), nil
}

var errNoDefinition = errors.New("must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1")

// normalDefinition is a manifest as the stages take it.
func normalDefinition(crd map[string]any) (map[string]any, error) {
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, fmt.Errorf("the definition: %w", err)
	}
	fields, _ := normal.(map[string]any)
	v := fields["apiVersion"]
	if fields["kind"] != "CustomResourceDefinition" || v != "apiextensions.k8s.io/v1" && v != "apiextensions.k8s.io/v1beta1" {
		return nil, errNoDefinition
	}
	return fields, nil
}

// terminated refuses new objects of a definition that is being deleted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, forbidCreateAdmission.
func (a *admission) terminated() *Status {
	if a.req.Operation != Create || !a.definition.terminating {
		return nil
	}
	what := a.definition.plural + "." + a.definition.group
	meta := objectmeta.Edit(a.res.Decoded)
	if name := meta.Text("name"); name != "" {
		what += fmt.Sprintf(" %q", name)
	}
	return &Status{Code: 403, Reason: "Forbidden",
		Message: what + " is forbidden: create not allowed while custom resource definition is terminating"}
}
