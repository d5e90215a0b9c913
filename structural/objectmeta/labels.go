package objectmeta

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// maxAnnotations is the limit on the keys and values of all annotations together,
// in bytes.
const maxAnnotations = 256 << 10

func (c *metadataChecker) labels(v any) {
	valid := true
	labels := c.object(v)
	for k, e := range labels {
		value := c.element(e)
		if !c.w.Step(stepsOf(k) + stepsOf(value)) {
			return
		}
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
		if !c.w.Step(stepsOf(k)) {
			return
		}
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
// The errors come in the order of the keys. They are located at the label, from the root
// of its object; like the server's, they print metadata.labels.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateLabels.
func ValidateLabels(ctx context.Context, labels map[string]any) (structural.Errors, error) {
	c := newChecker(ctx)
	c.labelErrors(labels)
	return c.ofField("labels")
}

// ofField returns the errors of one field of metadata, or the error that ended the call.
func (c *metadataChecker) ofField(name string) (structural.Errors, error) {
	c.w.In(structural.Field(name))
	c.w.In(structural.Field("metadata"))
	if err := c.w.Err(); err != nil {
		return nil, err
	}
	return c.noted(c.errs.In(structural.Field("metadata"))), nil
}

// ValidateAnnotations checks annotations, the value of metadata.annotations: keys in lower
// case must be qualified names, and all keys and values together have at most 256 KiB. A
// value that is not a string counts as empty.
//
// The errors are as for [ValidateLabels]; the error about the size comes last, at
// metadata.annotations.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotations.
func ValidateAnnotations(ctx context.Context, annotations map[string]any) (structural.Errors, error) {
	c := newChecker(ctx)
	c.annotationErrors(annotations)
	return c.ofField("annotations")
}

func (c *metadataChecker) labelErrors(labels map[string]any) {
	for _, k := range sortedKeys(c.w, labels) {
		value, _ := labels[k].(string)
		if !c.w.Step(stepsOf(k) + stepsOf(value)) {
			return
		}
		for _, wrong := range names.QualifiedName(k) {
			c.invalidPart(codes.LabelKey, "labels", structural.Key(k), k, wrong)
		}
		for _, wrong := range names.LabelValue(value) {
			c.invalidPart(codes.LabelValue, "labels", structural.Key(k), value, wrong)
		}
	}
}

func (c *metadataChecker) annotationErrors(annotations map[string]any) {
	size := 0
	for _, k := range sortedKeys(c.w, annotations) {
		if !c.w.Step(stepsOf(k)) {
			return
		}
		value, _ := annotations[k].(string)
		size += len(k) + len(value)
		for _, wrong := range names.QualifiedName(strings.ToLower(k)) {
			c.invalidPart(codes.AnnotationKey, "annotations", structural.Key(k), k, wrong)
		}
	}
	if size > maxAnnotations {
		c.report(field.TooLong, codes.AnnotationsSize, field.Omitted, codes.AnnotationsSizeDetail(maxAnnotations), structural.Field("annotations"))
	}
}
