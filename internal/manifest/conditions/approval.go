package conditions

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/manifest"
)

const seePolicy = ", see https://github.com/kubernetes/enhancements/pull/1111"

// judgeApproval says whether a definition may use the group that it uses.
// Definitions of other groups keep what they have.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/apiapproval,
// KubernetesAPIApprovalPolicyConformantConditionController.
func (s *state) judgeApproval() {
	if !manifest.IsProtected(groupOf(s.crd)) {
		return
	}
	annotations := object(object(s.crd, "metadata"), "annotations")
	if want := approval(text(annotations, manifest.ApprovalAnnotation)); !s.conditions.says(want) {
		s.conditions.set(want)
	}
}

// approval is the condition for a value of the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func approval(value string) Condition {
	const required = "protected groups must have approval annotation "
	switch manifest.ApprovalOf(value) {
	case manifest.ApprovalMissing:
		return Condition{Conformant, False, "MissingAnnotation", fmt.Sprintf("%s%q%s", required, manifest.ApprovalAnnotation, seePolicy)}
	case manifest.ApprovalBypassed:
		return Condition{Conformant, False, "UnapprovedAnnotation", fmt.Sprintf("not approved: %q", value)}
	case manifest.Approved:
		return Condition{Conformant, True, "ApprovedAnnotation", "approved in " + value}
	default:
		return Condition{Conformant, False, "InvalidAnnotation",
			fmt.Sprintf("%s%q with either a URL or a reason starting with \"unapproved\"%s", required, manifest.ApprovalAnnotation, seePolicy)}
	}
}
