package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

// shared checks what stands in a version or beside the versions. version is
// empty for the latter.
func (c *checker) shared(s *sharedForm, version string, status bool) {
	c.container(s, version, status)
	c.subresources(s)
	for i := range s.AdditionalPrinterColumns {
		c.column(&s.AdditionalPrinterColumns[i], s.columns.index(i))
	}
	if len(s.SelectableFields) > 0 {
		c.selectables(s, version)
	}
}

var (
	columnTypes   = []string{"boolean", "date", "integer", "number", "string"}
	columnFormats = []string{"byte", "date", "date-time", "double", "float", "int32", "int64", "password"}
)

// column checks a printer column.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceColumnDefinition.
func (c *checker) column(col *columnForm, at place) {
	if col.Name == "" {
		c.required(at.field("name"), "")
	}
	oneOf := "must be one of " + strings.Join(columnTypes, ",")
	switch at := at.field("type"); {
	case col.Type == "":
		c.required(at, oneOf)
	case !slices.Contains(columnTypes, col.Type):
		c.invalid(at, col.Type, oneOf)
	}
	if col.Format != "" && !slices.Contains(columnFormats, col.Format) {
		c.invalid(at.field("format"), col.Format, "must be one of "+strings.Join(columnFormats, ","))
	}
	c.simplePath(col.JSONPath, at.renamed(c.form.names.jsonPath, "JSONPath"))
}

// simplePath checks a path that must be there, of which a server looks at nothing
// but the first byte, and tells whether it is right.
func (c *checker) simplePath(path string, at place) bool {
	switch {
	case path == "":
		c.required(at, "")
	case path[0] != '.':
		c.invalid(at, path, "must be a simple json path starting with .")
	default:
		return true
	}
	return false
}

// subresources checks the paths of the scale subresource.
//
// Rule: the same package, ValidateCustomResourceDefinitionSubresources.
func (c *checker) subresources(s *sharedForm) {
	if s.Subresources == nil || s.Subresources.Scale == nil {
		return
	}
	scale, at := s.Subresources.Scale, s.subresources.field("scale")
	spec, status := scale.SpecReplicasPath, scale.StatusReplicasPath
	if at := at.field("specReplicasPath"); c.simplePath(spec, at) && !strings.HasPrefix(spec, ".spec.") {
		c.invalid(at, spec, "should be a json path under .spec")
	}
	if at := at.field("statusReplicasPath"); c.simplePath(status, at) && !strings.HasPrefix(status, ".status.") {
		c.invalid(at, status, "should be a json path under .status")
	}
	if scale.LabelSelectorPath == nil || *scale.LabelSelectorPath == "" {
		return
	}
	labels, at := *scale.LabelSelectorPath, at.field("labelSelectorPath")
	if c.simplePath(labels, at) && !strings.HasPrefix(labels, ".spec.") && !strings.HasPrefix(labels, ".status.") {
		c.invalid(at, typedText(labels), "should be a json path under either .spec or .status")
	}
}

// maxSelectables is how many different selectable fields a version may have.
const maxSelectables = 8

// selectables checks the selectable fields, of which there are some. The texts
// about a missing schema are the server's, the wrong way around as they are.
//
// Rule: the same package, validateCustomResourceDefinitionVersion and
// ValidateCustomResourceSelectableFields.
func (c *checker) selectables(s *sharedForm, version string) {
	schema, top := s.Schema.get(), s == &c.form.spec.shared
	switch {
	case top && s.Schema == nil:
		c.invalid(s.selectables, "", "may only be set when validations.schema is included")
		return
	case !top && schema == nil:
		c.invalid(s.selectables, "", "may only be set when `version.schema.openAPIV3Schema` is not included")
		return
	}
	if schema != nil && len(schema.unconvertible) > 0 {
		at := s.schema.field("openAPIV3Schema")
		at.printed = strings.TrimSuffix(s.selectables.printed, "selectableFields") + "schema.openAPIV3Schema"
		c.invalid(at, "", schema.unconvertible[0].Detail)
	}
	unique := map[string]bool{}
	for i, f := range s.SelectableFields {
		c.selectable(f.JSONPath, schema, s.selectables.index(i).field("jsonPath"), unique)
	}
	if len(unique) > maxSelectables && !c.tolerance.manySelectable[version] {
		c.add(s.selectables, structural.TooMany, int64(len(unique)), fmt.Sprintf("must have at most %d items", maxSelectables))
	}
}

func (c *checker) selectable(path string, s *schemaForm, at place, unique map[string]bool) {
	if path == "" {
		c.required(at, "")
		return
	}
	var schema *structural.Schema // none, in which no path leads anywhere
	if s != nil && len(s.unconvertible) == 0 {
		schema = s.Schema
	}
	steps, found, err := fieldpath.Resolve(path, schema, fieldpath.Dots)
	if err != nil {
		c.invalid(at, path, "is an invalid path: "+err.Error())
		return
	}
	if len(steps) > 0 && steps[0] == structural.Field("metadata") {
		c.invalid(at, path, "must not point to fields in metadata")
	}
	switch found.Type() {
	case structural.String, structural.Boolean, structural.Integer:
	default:
		c.invalid(at, path, "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.")
	}
	if text := steps.String(); unique[text] {
		c.add(at, structural.Duplicate, path, "")
	} else {
		unique[text] = true
	}
}
