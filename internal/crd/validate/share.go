package validate

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// share moves what all versions have in common to the top, where errors about it
// are reported, and names the first version as the one of old.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec.
func (s *specForm) share() {
	if len(s.versions) == 0 {
		return
	}
	first := s.versions[0].sharedForm
	s.version = s.versions[0].Name
	top := func(p place, name string) place { return place{path: p.path, printed: s.at.printed + "." + name} }
	if s.all(func(v *sharedForm) bool { return v.Schema.same(first.Schema) }) {
		s.shared.Schema, s.shared.schema = first.Schema, top(first.schema, "validation")
		s.each(func(v *sharedForm) { v.Schema = nil })
	}
	if s.all(func(v *sharedForm) bool { return v.Subresources.same(first.Subresources) }) {
		s.shared.Subresources, s.shared.subresources = first.Subresources, top(first.subresources, "subresources")
		s.each(func(v *sharedForm) { v.Subresources = nil })
	}
	if s.all(func(v *sharedForm) bool {
		return slices.Equal(v.AdditionalPrinterColumns, first.AdditionalPrinterColumns)
	}) {
		s.shared.AdditionalPrinterColumns, s.shared.columns = first.AdditionalPrinterColumns, top(first.columns, "additionalPrinterColumns")
		s.each(func(v *sharedForm) { v.AdditionalPrinterColumns = nil })
	}
	if s.all(func(v *sharedForm) bool { return slices.Equal(v.SelectableFields, first.SelectableFields) }) {
		s.shared.SelectableFields, s.shared.selectables = first.SelectableFields, top(first.selectables, "selectableFields")
		s.each(func(v *sharedForm) { v.SelectableFields = nil })
	}
}

func (s *specForm) all(is func(*sharedForm) bool) bool {
	for i := range s.versions {
		if !is(&s.versions[i].sharedForm) {
			return false
		}
	}
	return true
}

func (s *specForm) each(do func(*sharedForm)) {
	for i := range s.versions {
		do(&s.versions[i].sharedForm)
	}
}

// get is the schema in the container, nil if there is none.
func (c *containerForm) get() *schemaForm {
	if c == nil {
		return nil
	}
	return c.OpenAPIV3Schema
}

func (c *containerForm) same(d *containerForm) bool {
	if c == nil || d == nil {
		return c == d
	}
	return c.OpenAPIV3Schema.same(d.OpenAPIV3Schema)
}

func (s *schemaForm) same(t *schemaForm) bool {
	if s == nil || t == nil {
		return s == t
	}
	return structural.SemanticEqual(s.Schema, t.Schema)
}

func (s *subresourcesForm) same(t *subresourcesForm) bool {
	if s == nil || t == nil {
		return s == t
	}
	return (s.Status == nil) == (t.Status == nil) && s.Scale.same(t.Scale)
}

func (s *scaleForm) same(t *scaleForm) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.SpecReplicasPath == t.SpecReplicasPath && s.StatusReplicasPath == t.StatusReplicasPath &&
		sameText(s.LabelSelectorPath, t.LabelSelectorPath)
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (s *subresourcesForm) hasStatus() bool { return s != nil && s.Status != nil }

// same tells whether a server sees no change between two specs.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual.
func (s *specForm) same(t *specForm) bool {
	return s.group == t.group && s.version == t.version && s.names.same(&t.names) && s.scope == t.scope &&
		s.shared.same(&t.shared) && slices.EqualFunc(s.versions, t.versions, versionForm.same) &&
		s.conversion.same(t.conversion) && s.preserve == t.preserve
}

func (n *namesForm) same(m *namesForm) bool {
	return n.plural == m.plural && n.singular == m.singular && n.kind == m.kind && n.listKind == m.listKind &&
		slices.Equal(n.shortNames, m.shortNames) && slices.Equal(n.categories, m.categories)
}

func (s *sharedForm) same(t *sharedForm) bool {
	return s.Schema.same(t.Schema) && s.Subresources.same(t.Subresources) &&
		slices.Equal(s.AdditionalPrinterColumns, t.AdditionalPrinterColumns) && slices.Equal(s.SelectableFields, t.SelectableFields)
}

func (v versionForm) same(w versionForm) bool {
	return v.Name == w.Name && v.Served == w.Served && v.Storage == w.Storage && v.Deprecated == w.Deprecated &&
		sameText(v.DeprecationWarning, w.DeprecationWarning) && v.sharedForm.same(&w.sharedForm)
}

func (c *conversionForm) same(d *conversionForm) bool {
	return c.strategy == d.strategy && c.client.same(d.client) && slices.Equal(c.reviewVersions, d.reviewVersions)
}

func (c *clientForm) same(d *clientForm) bool {
	if c == nil || d == nil {
		return c == d
	}
	return sameText(c.url, d.url) && c.service.same(d.service) && slices.Equal(c.caBundle, d.caBundle)
}

func (s *serviceForm) same(t *serviceForm) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.namespace == t.namespace && s.name == t.name && sameText(s.path, t.path) && s.port == t.port
}
