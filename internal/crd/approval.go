package crd

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/weburl"
)

// ApprovalAnnotation says who approved an API of the Kubernetes project.
const ApprovalAnnotation = "api-approved.kubernetes.io"

// Approval is the state that the annotation gives.
type Approval int

const (
	// ApprovalMissing is the state without an annotation.
	ApprovalMissing Approval = iota
	// ApprovalBypassed is the state of an API that was not reviewed.
	ApprovalBypassed
	// Approved is the state of an annotation with the URL of the approval.
	Approved
	// ApprovalInvalid is the state of any other annotation.
	ApprovalInvalid
)

// IsProtected reports whether a group belongs to the Kubernetes project.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers,
// IsProtectedCommunityGroup.
func IsProtected(group string) bool {
	for _, owned := range []string{"k8s.io", "kubernetes.io"} {
		if group == owned || strings.HasSuffix(group, "."+owned) {
			return true
		}
	}
	return false
}

// ApprovalOf returns the state of a value of the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func ApprovalOf(annotation string) Approval {
	switch {
	case annotation == "":
		return ApprovalMissing
	case strings.HasPrefix(annotation, "unapproved"):
		return ApprovalBypassed
	}
	if u, err := weburl.ParseRequestURI(annotation); err == nil && u.Host != "" && u.Scheme != "" {
		return Approved
	}
	return ApprovalInvalid
}
