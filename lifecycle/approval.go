package lifecycle

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/crd/validate"
)

const seePolicy = ", see https://github.com/kubernetes/enhancements/pull/1111"

// judgeApproval says whether a definition may use the group that it uses.
// Definitions of other groups keep what they have.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/apiapproval,
// KubernetesAPIApprovalPolicyConformantConditionController.
func (s *state) judgeApproval() {
	if !validate.IsProtected(groupOf(s.crd)) {
		return
	}
	annotations := object(object(s.crd, "metadata"), "annotations")
	if want := approval(text(annotations, validate.ApprovalAnnotation)); !s.conditions.says(want) {
		s.conditions.set(want)
	}
}

// approval is the condition for a value of the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func approval(value string) Condition {
	const required = "protected groups must have approval annotation "
	switch validate.ApprovalOf(value) {
	case validate.ApprovalMissing:
		return Condition{Conformant, False, "MissingAnnotation", fmt.Sprintf("%s%q%s", required, validate.ApprovalAnnotation, seePolicy)}
	case validate.ApprovalBypassed:
		return Condition{Conformant, False, "UnapprovedAnnotation", fmt.Sprintf("not approved: %q", value)}
	case validate.Approved:
		return Condition{Conformant, True, "ApprovedAnnotation", "approved in " + value}
	default:
		return Condition{Conformant, False, "InvalidAnnotation",
			fmt.Sprintf("%s%q with either a URL or a reason starting with \"unapproved\"%s", required, validate.ApprovalAnnotation, seePolicy)}
	}
}
