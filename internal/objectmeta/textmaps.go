package objectmeta

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// maxAnnotations is how long the keys and values of all annotations may be
// together, in bytes.
const maxAnnotations = 256 << 10

// labels checks keys and values, and reports both at the label.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateLabels.
func (c *checker) labels(v any) {
	for k, e := range c.object(v) {
		for _, wrong := range names.QualifiedName(k) {
			c.inside("labels", structural.Key(k), k, wrong)
		}
		value := c.element(e)
		for _, wrong := range names.LabelValue(value) {
			c.inside("labels", structural.Key(k), value, wrong)
		}
	}
}

// annotations have keys like labels, but for the case, and any values.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotations.
func (c *checker) annotations(v any) {
	size := 0
	for k, e := range c.object(v) {
		size += len(k) + len(c.element(e))
		if names.QualifiedName(k) == nil {
			continue // and so it is in lower case
		}
		for _, wrong := range names.QualifiedName(strings.ToLower(k)) {
			c.inside("annotations", structural.Key(k), k, wrong)
		}
	}
	if size > maxAnnotations {
		c.report(structural.TooLong, structural.Omitted, "may not be more than 262144 bytes", structural.Field("annotations"))
	}
}
