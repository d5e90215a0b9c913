package validate

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// share moves parts that are the same in all versions into the spec, and sets
// spec.version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec.
func (s *specForm) share() {
	if len(s.versions) == 0 {
		return
	}
	first := s.parts(0)
	firstParts := *first.VersionParts
	s.version = s.versions[0].Name
	if s.all(func(v partsForm) bool { return v.Schema.same(first.Schema) }) {
		s.shared.Schema, s.schemas = first.Schema, nil
	}
	if s.all(func(v partsForm) bool { return v.Subresources.Equal(firstParts.Subresources) }) {
		s.shared.Subresources = firstParts.Subresources
		s.each(func(v partsForm) { v.Subresources = nil })
	}
	if s.all(func(v partsForm) bool {
		return slices.Equal(v.AdditionalPrinterColumns, firstParts.AdditionalPrinterColumns)
	}) {
		s.shared.AdditionalPrinterColumns = firstParts.AdditionalPrinterColumns
		s.each(func(v partsForm) { v.AdditionalPrinterColumns = nil })
	}
	if s.all(func(v partsForm) bool { return slices.Equal(v.SelectableFields, firstParts.SelectableFields) }) {
		s.shared.SelectableFields = firstParts.SelectableFields
		s.each(func(v partsForm) { v.SelectableFields = nil })
	}
}

func (s *specForm) all(is func(partsForm) bool) bool {
	for i := range s.versions {
		if !is(s.parts(i)) {
			return false
		}
	}
	return true
}

func (s *specForm) each(do func(partsForm)) {
	for i := range s.versions {
		do(s.parts(i))
	}
}

// get returns the schema, or nil.
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

// same reports whether two specs are semantically equal.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual.
func (s *specForm) same(t *specForm) bool {
	return s.group == t.group && s.version == t.version && s.names.Equal(&t.names) && s.scope == t.scope &&
		s.shared.same(&t.shared) && s.sameVersions(t) &&
		s.conversion.Equal(&t.conversion) && s.preserve == t.preserve
}

func (s *specForm) sameVersions(t *specForm) bool {
	if len(s.versions) != len(t.versions) {
		return false
	}
	for i := range s.versions {
		p, q := s.parts(i), t.parts(i)
		if !sameVersion(&s.versions[i], &t.versions[i]) || !p.same(&q) {
			return false
		}
	}
	return true
}

func (s *partsForm) same(t *partsForm) bool {
	return s.Schema.same(t.Schema) && s.Subresources.Equal(t.Subresources) &&
		slices.Equal(s.AdditionalPrinterColumns, t.AdditionalPrinterColumns) && slices.Equal(s.SelectableFields, t.SelectableFields)
}

// sameVersion ignores the parts.
func sameVersion(v, w *crd.Version) bool {
	return v.Name == w.Name && v.Served == w.Served && v.Storage == w.Storage && v.Deprecated == w.Deprecated &&
		crd.EqualTexts(v.DeprecationWarning, w.DeprecationWarning)
}
