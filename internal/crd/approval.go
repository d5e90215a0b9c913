package crd

import (
	"net/url"
	"strings"
)

// ApprovalAnnotation says who agreed to an API of the Kubernetes project.
const ApprovalAnnotation = "api-approved.kubernetes.io"

// Approval is what the annotation says.
type Approval int

const (
	// ApprovalMissing: nothing.
	ApprovalMissing Approval = iota
	// ApprovalBypassed: that nobody was asked.
	ApprovalBypassed
	// Approved: where it was approved of.
	Approved
	// ApprovalInvalid: something else.
	ApprovalInvalid
)

// IsProtected tells whether a group belongs to the Kubernetes project.
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

// ApprovalOf reads the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func ApprovalOf(annotation string) Approval {
	switch {
	case annotation == "":
		return ApprovalMissing
	case strings.HasPrefix(annotation, "unapproved"):
		return ApprovalBypassed
	}
	if u, err := url.ParseRequestURI(annotation); err == nil && u.Host != "" && u.Scheme != "" {
		return Approved
	}
	return ApprovalInvalid
}
