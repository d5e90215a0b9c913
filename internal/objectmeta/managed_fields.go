package objectmeta

import (
	"fmt"
	"unicode"

	"github.com/seed95800270/crdschema/structural"
)

const (
	maxManager     = 128 // bytes
	maxSubresource = 256 // bytes
)

// managedFields checks each entry.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateManagedFields.
func (c *checker) managedFields(v any) {
	if c.unmanaged {
		return
	}
	for i, e := range c.list(v) {
		c.managedFieldsEntry(c.object(e), i)
	}
}

// managedFieldsReadable reports whether a server can use a list of managed
// fields; if not, it goes on as if there were none. The list is expected to be as
// [CoerceRoot] leaves it.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ValidateManagedFields.
func managedFieldsReadable(v any) bool {
	entries, _ := v.([]any)
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		operation, version := textOf(entry, "operation"), textOf(entry, "apiVersion")
		if operation != "Apply" && operation != "Update" || version == "" || textOf(entry, "fieldsType") != "FieldsV1" {
			return false
		}
	}
	return true
}

func (c *checker) managedFieldsEntry(m map[string]any, i int) {
	c.text(m["apiVersion"])
	c.operation(c.text(m["operation"]), i)
	if fieldsType := c.text(m["fieldsType"]); fieldsType != "" && fieldsType != "FieldsV1" {
		c.report(structural.Invalid, fieldsType, "must be `FieldsV1`", entryPath(i, "fieldsType")...)
	}
	c.manager(c.text(m["manager"]), i)
	if len(c.text(m["subresource"])) > maxSubresource {
		c.report(structural.TooLong, structural.Omitted, "may not be more than 256 bytes", entryPath(i, "subresource")...)
	}
}

func entryPath(i int, field string) structural.Path {
	return structural.Path{structural.Field("managedFields"), structural.Index(i), structural.Field(field)}
}

func (c *checker) operation(s string, i int) {
	switch s {
	case "Apply", "Update":
	case "":
		c.report(structural.Required, structural.Omitted, "must not be empty", entryPath(i, "operation")...)
	default:
		c.report(structural.NotSupported, typedText(s), `supported values: "Apply", "Update"`, entryPath(i, "operation")...)
	}
}

// manager reports every character that cannot be printed. Each error shows the
// whole name.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager.
func (c *checker) manager(s string, i int) {
	if len(s) > maxManager {
		c.report(structural.TooLong, structural.Omitted, "may not be more than 128 bytes", entryPath(i, "manager")...)
	}
	count := 0
	for at, r := range s {
		if unicode.IsPrint(r) {
			continue
		}
		if enough(count, len(s)) {
			return
		}
		count++
		c.report(structural.Invalid, s, fmt.Sprintf("invalid character %#U (at position %d)", r, at), entryPath(i, "manager")...)
	}
}
