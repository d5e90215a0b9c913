package validate

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

// checkParts checks the parts of a version or, if version is empty, the parts that
// all versions share. status reports whether the status subresource is enabled.
func (c *checker) checkParts(ctx context.Context, p *partsForm, version string, status bool) {
	c.checkSchema(ctx, p, version, status)
	c.checkScale(p)
	for i := range p.AdditionalPrinterColumns {
		c.checkColumn(&p.AdditionalPrinterColumns[i], p.columns.index(i))
	}
	if len(p.SelectableFields) > 0 {
		c.checkSelectableFields(p, version)
	}
}

var (
	columnTypes   = []string{"boolean", "date", "integer", "number", "string"}
	columnFormats = []string{"byte", "date", "date-time", "double", "float", "int32", "int64", "password"}
)

// checkColumn checks a printer column.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceColumnDefinition.
func (c *checker) checkColumn(column *crd.Column, at location) {
	if column.Name == "" {
		c.required(at.field("name"), codes.CRDFieldRequired, "")
	}
	switch at := at.field("type"); {
	case column.Type == "":
		c.required(at, codes.ColumnType, codes.ColumnOneOfDetail(columnTypes))
	case !slices.Contains(columnTypes, column.Type):
		c.invalid(at, codes.ColumnType, column.Type, codes.ColumnOneOfDetail(columnTypes))
	}
	if column.Format != "" && !slices.Contains(columnFormats, column.Format) {
		c.invalid(at.field("format"), codes.ColumnFormat, column.Format, codes.ColumnOneOfDetail(columnFormats))
	}
	c.checkSimplePath(column.JSONPath, at.renamed(c.form.names.JSONPath, "JSONPath"))
}

// checkSimplePath checks a required path and reports whether it is valid. As the
// server does, it looks only at the first byte.
func (c *checker) checkSimplePath(path string, at location) bool {
	switch {
	case path == "":
		c.required(at, codes.CRDFieldRequired, "")
	case path[0] != '.':
		c.invalid(at, codes.SimplePath, path, codes.SimplePathDetail)
	default:
		return true
	}
	return false
}

// checkScale checks the paths of the scale subresource.
//
// Rule: the same package, ValidateCustomResourceDefinitionSubresources.
func (c *checker) checkScale(p *partsForm) {
	if p.Subresources == nil || p.Subresources.Scale == nil {
		return
	}
	scale, at := p.Subresources.Scale, p.subresources.field("scale")
	spec, status := scale.SpecReplicasPath, scale.StatusReplicasPath
	if at := at.field("specReplicasPath"); c.checkSimplePath(spec, at) && !strings.HasPrefix(spec, ".spec.") {
		c.invalid(at, codes.ScaleSpecPath, spec, codes.ScaleSpecPathDetail)
	}
	if at := at.field("statusReplicasPath"); c.checkSimplePath(status, at) && !strings.HasPrefix(status, ".status.") {
		c.invalid(at, codes.ScaleStatusPath, status, codes.ScaleStatusPathDetail)
	}
	if scale.LabelSelectorPath == nil || *scale.LabelSelectorPath == "" {
		return
	}
	labels, at := *scale.LabelSelectorPath, at.field("labelSelectorPath")
	if c.checkSimplePath(labels, at) && !strings.HasPrefix(labels, ".spec.") && !strings.HasPrefix(labels, ".status.") {
		c.invalid(at, codes.ScaleSelectorPath, typedText(labels), codes.ScaleSelectorPathDetail)
	}
}

// maxSelectableFields is the maximum number of different selectable fields of a
// version.
const maxSelectableFields = 8

// checkSelectableFields checks a list of selectable fields that is not empty.
//
// Rule: the same package, validateCustomResourceDefinitionVersion and
// ValidateCustomResourceSelectableFields.
func (c *checker) checkSelectableFields(p *partsForm, version string) {
	schema, shared := p.Schema.get(), p == &c.form.spec.shared
	switch {
	case shared && p.Schema == nil:
		c.invalid(p.selectables, codes.SelectableFieldsSchema, "", codes.SelectableFieldsNoSchema)
		return
	case !shared && schema == nil:
		c.invalid(p.selectables, codes.SelectableFieldsSchema, "", codes.SelectableFieldsNoOwnSchema)
		return
	}
	if schema != nil && len(schema.unconvertible) > 0 {
		at := p.schema.field("openAPIV3Schema")
		at.printed = strings.TrimSuffix(p.selectables.printed, "selectableFields") + "schema.openAPIV3Schema"
		c.invalid(at, codes.SelectableFieldsSchema, "", schema.unconvertible[0].Detail)
	}
	unique := map[string]bool{}
	for i, f := range p.SelectableFields {
		c.checkSelectableField(f.JSONPath, schema, p.selectables.index(i).field("jsonPath"), unique)
	}
	if len(unique) > maxSelectableFields && !c.tolerance.manySelectable[version] {
		c.add(p.selectables, structural.Error{Kind: structural.TooMany, Code: codes.SelectableFieldsCount,
			Value: int64(len(unique)), Detail: codes.SelectableFieldsCountDetail(maxSelectableFields)})
	}
}

// checkSelectableField checks one selectable field and adds its path to unique.
func (c *checker) checkSelectableField(path string, s *schemaForm, at location, unique map[string]bool) {
	if path == "" {
		c.required(at, codes.CRDFieldRequired, "")
		return
	}
	var schema *structural.Schema // nil, in which no path resolves
	if s != nil && len(s.unconvertible) == 0 {
		schema = s.Schema
	}
	steps, found, err := fieldpath.Resolve(path, schema, fieldpath.Dots)
	if err != nil {
		c.invalid(at, codes.SelectableFieldPath, path, codes.SelectableFieldPathDetail(err))
		return
	}
	if len(steps) > 0 && steps[0] == structural.Field("metadata") {
		c.invalid(at, codes.SelectableFieldMetadata, path, codes.SelectableFieldMetadataDetail)
	}
	switch found.Type() {
	case structural.String, structural.Boolean, structural.Integer:
	default:
		c.invalid(at, codes.SelectableFieldType, path, codes.SelectableFieldTypeDetail)
	}
	if text := steps.String(); unique[text] {
		c.add(at, structural.Error{Kind: structural.Duplicate, Code: codes.SelectableFieldDuplicate, Value: path})
	} else {
		unique[text] = true
	}
}
