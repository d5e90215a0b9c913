package validate

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// maxSelectableFields is the maximum number of different selectable fields of a
// version.
const maxSelectableFields = 8

// checkSelectableFields checks a list of selectable fields that is not empty.
//
// Rule: the same package, validateCustomResourceDefinitionVersion and
// ValidateCustomResourceSelectableFields.
func (c *checker) checkSelectableFields(p partsForm, version string) {
	schema, shared, list := p.Schema.get(), p.of == ofSpec, c.form.spec.part(p, selectablePart)
	switch {
	case shared && p.Schema == nil:
		c.invalid(list, codes.SelectableFieldsSchema, "", codes.SelectableFieldsNoSchema)
		return
	case !shared && schema == nil:
		c.invalid(list, codes.SelectableFieldsSchema, "", codes.SelectableFieldsNoOwnSchema)
		return
	}
	if schema != nil && len(schema.unconvertible) > 0 {
		at := c.form.spec.part(p, schemaPart).field("openAPIV3Schema")
		at.printed = strings.TrimSuffix(list.printed, selectablePart) + "schema.openAPIV3Schema"
		c.invalid(at, codes.SelectableFieldsSchema, "", schema.unconvertible[0].Detail)
	}
	unique := map[string]bool{}
	for i, f := range p.SelectableFields {
		if !c.step(1) {
			return
		}
		c.checkSelectableField(f.JSONPath, schema, func() location { return list.index(i).field("jsonPath") }, unique)
	}
	if len(unique) > maxSelectableFields && !c.tolerance.manySelectable[version] {
		c.add(list, structural.Error{Kind: field.TooMany, Code: codes.SelectableFieldsCount,
			Value: int64(len(unique)), Detail: codes.SelectableFieldsCountDetail(maxSelectableFields)})
	}
}

// checkSelectableField adds the path to unique.
func (c *checker) checkSelectableField(path string, s *schemaForm, at func() location, unique map[string]bool) {
	if path == "" {
		if !c.omits() {
			c.required(at(), codes.CRDFieldRequired, "")
		}
		return
	}
	var schema *structural.Schema // nil, in which no path resolves
	if s != nil && len(s.unconvertible) == 0 {
		schema = s.Schema
	}
	steps, found, err := fieldpath.Resolve(path, schema, fieldpath.Dots)
	if err != nil {
		if !c.omits() {
			c.invalid(at(), codes.SelectableFieldPath, path, codes.SelectableFieldPathDetail(err))
		}
		return
	}
	if len(steps) > 0 && steps[0] == structural.Field("metadata") && !c.omits() {
		c.invalid(at(), codes.SelectableFieldMetadata, path, codes.SelectableFieldMetadataDetail)
	}
	switch found.Type() {
	case structural.String, structural.Boolean, structural.Integer:
	default:
		if c.omits() {
			break
		}
		c.invalid(at(), codes.SelectableFieldType, path, codes.SelectableFieldTypeDetail)
	}
	if text := steps.String(); !unique[text] {
		unique[text] = true
	} else if !c.omits() {
		c.add(at(), structural.Error{Kind: field.Duplicate, Code: codes.SelectableFieldDuplicate, Value: path})
	}
}
