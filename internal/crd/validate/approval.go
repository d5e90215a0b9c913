package validate

import (
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema/structural"
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

func (f *form) annotation(name string) string {
	annotations, _ := f.meta["annotations"].(map[string]any)
	text, _ := annotations[name].(string)
	return text
}

// approval checks the annotation of definitions in groups of the Kubernetes
// project. What it was before is tolerated.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateAPIApproval.
func (c *checker) approval() {
	annotation := c.form.annotation(ApprovalAnnotation)
	state := ApprovalOf(annotation)
	if !IsProtected(c.form.spec.group) || c.old != nil && ApprovalOf(c.old.annotation(ApprovalAnnotation)) == state {
		return
	}
	at := place{path: structural.Path{structural.Field("metadata"), structural.Field("annotations"), structural.Key(ApprovalAnnotation)}}
	at.printed = at.path.String()
	const must = `protected groups must have approval annotation "` + ApprovalAnnotation + `"`
	const see = `, see https://github.com/kubernetes/enhancements/pull/1111`
	switch state {
	case ApprovalMissing:
		c.required(at, must+see)
	case ApprovalInvalid:
		c.invalid(at, annotation, must+` with either a URL or a reason starting with "unapproved"`+see)
	}
}
