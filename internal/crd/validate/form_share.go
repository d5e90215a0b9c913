package validate

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// share moves parts that are the same in all versions into the spec, where the
// server reports their errors, and sets spec.version to the first version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec.
func (s *specForm) share() {
	if len(s.versions) == 0 {
		return
	}
	first := s.versions[0].partsForm
	s.version = s.versions[0].Name
	inSpec := func(l location, name string) location {
		return location{path: l.path, printed: s.at.printed + "." + name}
	}
	if s.all(func(v *partsForm) bool { return v.Schema.same(first.Schema) }) {
		s.shared.Schema, s.shared.schema = first.Schema, inSpec(first.schema, "validation")
		s.each(func(v *partsForm) { v.Schema = nil })
	}
	if s.all(func(v *partsForm) bool { return v.Subresources.Equal(first.Subresources) }) {
		s.shared.Subresources, s.shared.subresources = first.Subresources, inSpec(first.subresources, "subresources")
		s.each(func(v *partsForm) { v.Subresources = nil })
	}
	if s.all(func(v *partsForm) bool {
		return slices.Equal(v.AdditionalPrinterColumns, first.AdditionalPrinterColumns)
	}) {
		s.shared.AdditionalPrinterColumns, s.shared.columns = first.AdditionalPrinterColumns, inSpec(first.columns, "additionalPrinterColumns")
		s.each(func(v *partsForm) { v.AdditionalPrinterColumns = nil })
	}
	if s.all(func(v *partsForm) bool { return slices.Equal(v.SelectableFields, first.SelectableFields) }) {
		s.shared.SelectableFields, s.shared.selectables = first.SelectableFields, inSpec(first.selectables, "selectableFields")
		s.each(func(v *partsForm) { v.SelectableFields = nil })
	}
}

func (s *specForm) all(is func(*partsForm) bool) bool {
	for i := range s.versions {
		if !is(&s.versions[i].partsForm) {
			return false
		}
	}
	return true
}

func (s *specForm) each(do func(*partsForm)) {
	for i := range s.versions {
		do(&s.versions[i].partsForm)
	}
}

// get returns the schema, or nil if there is none.
func (v *validationForm) get() *schemaForm {
	if v == nil {
		return nil
	}
	return v.OpenAPIV3Schema
}

func (v *validationForm) same(w *validationForm) bool {
	if v == nil || w == nil {
		return v == w
	}
	return v.OpenAPIV3Schema.same(w.OpenAPIV3Schema)
}

func (s *schemaForm) same(t *schemaForm) bool {
	if s == nil || t == nil {
		return s == t
	}
	return structural.SemanticEqual(s.Schema, t.Schema)
}

// same reports whether the two specs are semantically equal to the server.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual.
func (s *specForm) same(t *specForm) bool {
	return s.group == t.group && s.version == t.version && s.names.Equal(&t.names) && s.scope == t.scope &&
		s.shared.same(&t.shared) && slices.EqualFunc(s.versions, t.versions, versionForm.same) &&
		s.conversion.Equal(&t.conversion) && s.preserve == t.preserve
}

func (s *partsForm) same(t *partsForm) bool {
	return s.Schema.same(t.Schema) && s.Subresources.Equal(t.Subresources) &&
		slices.Equal(s.AdditionalPrinterColumns, t.AdditionalPrinterColumns) && slices.Equal(s.SelectableFields, t.SelectableFields)
}

func (v versionForm) same(w versionForm) bool {
	return v.Name == w.Name && v.Served == w.Served && v.Storage == w.Storage && v.Deprecated == w.Deprecated &&
		crd.EqualTexts(v.DeprecationWarning, w.DeprecationWarning) && v.partsForm.same(&w.partsForm)
}
