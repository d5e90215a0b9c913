package objectmeta

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// maxAnnotations is the limit on the keys and values of all annotations together,
// in bytes.
const maxAnnotations = 256 << 10

func (c *metadataChecker) labels(v any) {
	valid := true
	labels := c.object(v)
	for k, e := range labels {
		value := c.element(e)
		valid = valid && names.QualifiedName(k) == nil && names.LabelValue(value) == nil
	}
	if !valid {
		c.labelErrors(labels)
	}
}

func (c *metadataChecker) annotations(v any) {
	valid, size := true, 0
	annotations := c.object(v)
	for k, e := range annotations {
		size += len(k) + len(c.element(e))
		// A qualified name stays one in lower case.
		valid = valid && (names.QualifiedName(k) == nil || names.QualifiedName(strings.ToLower(k)) == nil)
	}
	if !valid || size > maxAnnotations {
		c.annotationErrors(annotations)
	}
}

// ValidateLabels checks labels, the value of metadata.labels: keys must be qualified
// names; values are at most 63 letters, digits, '-', '_' and '.', and begin and end with a
// letter or digit. A value that is not a string counts as empty.
//
// The errors come in the order of the keys. They are located from the root of the object
// whose labels these are, at the label; like the server's, they print metadata.labels.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateLabels.
func ValidateLabels(labels map[string]any) structural.Errors {
	var c metadataChecker
	c.labelErrors(labels)
	return c.noted(c.errs.In(structural.Field("metadata")))
}

// ValidateAnnotations checks annotations, the value of metadata.annotations: keys in
// lower case must be qualified names, and all keys and values together have at most
// 256 KiB. A value that is not a string counts as empty.
//
// The errors come in the order of the keys. They are located from the root of the object
// whose annotations these are, at the annotation, that of the size at the end and at
// metadata.annotations; like the server's, they print metadata.annotations.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotations.
func ValidateAnnotations(annotations map[string]any) structural.Errors {
	var c metadataChecker
	c.annotationErrors(annotations)
	return c.noted(c.errs.In(structural.Field("metadata")))
}

// labelErrors adds the errors of [ValidateLabels].
func (c *metadataChecker) labelErrors(labels map[string]any) {
	for _, k := range slices.Sorted(maps.Keys(labels)) {
		for _, wrong := range names.QualifiedName(k) {
			c.invalidPart(codes.LabelKey, "labels", structural.Key(k), k, wrong)
		}
		value, _ := labels[k].(string)
		for _, wrong := range names.LabelValue(value) {
			c.invalidPart(codes.LabelValue, "labels", structural.Key(k), value, wrong)
		}
	}
}

// annotationErrors adds the errors of [ValidateAnnotations].
func (c *metadataChecker) annotationErrors(annotations map[string]any) {
	size := 0
	for _, k := range slices.Sorted(maps.Keys(annotations)) {
		value, _ := annotations[k].(string)
		size += len(k) + len(value)
		for _, wrong := range names.QualifiedName(strings.ToLower(k)) {
			c.invalidPart(codes.AnnotationKey, "annotations", structural.Key(k), k, wrong)
		}
	}
	if size > maxAnnotations {
		c.report(structural.TooLong, codes.AnnotationsSize, structural.Omitted, codes.AnnotationsSizeDetail(maxAnnotations), structural.Field("annotations"))
	}
}
