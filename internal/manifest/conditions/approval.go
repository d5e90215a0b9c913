package conditions

import (
	"fmt"
	"net/url"
	"strings"
)

// Annotation is where a definition of a Kubernetes community group says who
// approved of it.
const Annotation = "api-approved.kubernetes.io"

const seePolicy = ", see https://github.com/kubernetes/enhancements/pull/1111"

// judgeApproval says whether a definition may use the group that it uses.
// Definitions of other groups keep what they have.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/apiapproval,
// KubernetesAPIApprovalPolicyConformantConditionController.
func (s *state) judgeApproval() {
	if !protected(groupOf(s.crd)) {
		return
	}
	annotations := object(object(s.crd, "metadata"), "annotations")
	if want := approval(text(annotations, Annotation)); !s.conditions.says(want) {
		s.conditions.set(want)
	}
}

// protected tells whether a group belongs to the Kubernetes community.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers,
// IsProtectedCommunityGroup.
func protected(group string) bool {
	for _, domain := range []string{"k8s.io", "kubernetes.io"} {
		if group == domain || strings.HasSuffix(group, "."+domain) {
			return true
		}
	}
	return false
}

// approval is the condition for a value of the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func approval(value string) Condition {
	const required = "protected groups must have approval annotation "
	switch {
	case value == "":
		return Condition{Conformant, False, "MissingAnnotation", fmt.Sprintf("%s%q%s", required, Annotation, seePolicy)}
	case strings.HasPrefix(value, "unapproved"):
		return Condition{Conformant, False, "UnapprovedAnnotation", fmt.Sprintf("not approved: %q", value)}
	case absolute(value):
		return Condition{Conformant, True, "ApprovedAnnotation", "approved in " + value}
	default:
		return Condition{Conformant, False, "InvalidAnnotation",
			fmt.Sprintf("%s%q with either a URL or a reason starting with \"unapproved\"%s", required, Annotation, seePolicy)}
	}
}

// absolute tells whether value is a URL with a scheme and a host.
func absolute(value string) bool {
	u, err := url.ParseRequestURI(value)
	return err == nil && u.Host != "" && u.Scheme != ""
}
