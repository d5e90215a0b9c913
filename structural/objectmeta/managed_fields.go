package objectmeta

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

const maxSubresource = 256 // bytes

// managedFields checks each entry.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateManagedFields.
func (c *metadataChecker) managedFields(v any) {
	if c.skipManagedFields {
		return
	}
	for i, e := range c.list(v) {
		if !c.w.Step(4) {
			return
		}
		c.managedFieldsEntry(c.object(e), i)
	}
}

func (c *metadataChecker) managedFieldsEntry(m map[string]any, i int) {
	c.text(m["apiVersion"])
	c.operation(c.text(m["operation"]), i)
	if fieldsType := c.text(m["fieldsType"]); fieldsType != "" && fieldsType != "FieldsV1" {
		c.invalid(codes.ManagedFieldsType, fieldsType, codes.ManagedFieldsTypeDetail, entryPath(i, "fieldsType")...)
	}
	if errs := managedfields.ValidateName(codes.ManagedFieldsManager, c.text(m["manager"])); len(errs) > 0 {
		for _, e := range errs.In(entryPath(i, "manager")...) {
			if c.fits(e.Value, e.Detail) {
				c.errs = append(c.errs, e)
			}
		}
	}
	if len(c.text(m["subresource"])) > maxSubresource {
		c.report(field.TooLong, codes.ManagedFieldsSubresource, field.Omitted, codes.ManagedFieldsSubresourceDetail(maxSubresource), entryPath(i, "subresource")...)
	}
}

// entryPath returns the path of a field of entry i.
func entryPath(i int, name string) structural.Path {
	return structural.Path{structural.Field("managedFields"), structural.Index(i), structural.Field(name)}
}

func (c *metadataChecker) operation(s string, i int) {
	switch {
	case s == "Apply" || s == "Update" || c.omits():
	case s == "":
		c.report(field.Required, codes.ManagedFieldsOperation, field.Omitted, codes.ManagedFieldsOperationRequiredDetail, entryPath(i, "operation")...)
	default:
		c.report(field.NotSupported, codes.ManagedFieldsOperation, namedString(s), codes.ManagedFieldsOperationDetail, entryPath(i, "operation")...)
	}
}
