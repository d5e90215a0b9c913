package manifest

import (
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// approvalAnnotation says who agreed to an API of the Kubernetes project.
const approvalAnnotation = "api-approved.kubernetes.io"

// approval is what the annotation says.
type approval int

const (
	approvalMissing approval = iota
	approvalBypassed
	approved
	approvalInvalid
)

// protected tells whether a group belongs to the Kubernetes project.
func protected(group string) bool {
	for _, owned := range []string{"k8s.io", "kubernetes.io"} {
		if group == owned || strings.HasSuffix(group, "."+owned) {
			return true
		}
	}
	return false
}

// approvalOf reads the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func approvalOf(annotation string) approval {
	switch {
	case annotation == "":
		return approvalMissing
	case strings.HasPrefix(annotation, "unapproved"):
		return approvalBypassed
	}
	if u, err := url.ParseRequestURI(annotation); err == nil && u.Host != "" && u.Scheme != "" {
		return approved
	}
	return approvalInvalid
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
	annotation := c.form.annotation(approvalAnnotation)
	state := approvalOf(annotation)
	if !protected(c.form.spec.group) || c.old != nil && approvalOf(c.old.annotation(approvalAnnotation)) == state {
		return
	}
	at := place{path: structural.Path{structural.Field("metadata"), structural.Field("annotations"), structural.Key(approvalAnnotation)}}
	at.printed = at.path.String()
	const must = `protected groups must have approval annotation "` + approvalAnnotation + `"`
	const see = `, see https://github.com/kubernetes/enhancements/pull/1111`
	switch state {
	case approvalMissing:
		c.required(at, must+see)
	case approvalInvalid:
		c.invalid(at, annotation, must+` with either a URL or a reason starting with "unapproved"`+see)
	}
}
