package publish

import (
	"cmp"
	"context"
	"strings"

	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

var versionsPath = structural.Path{structural.Field("spec"), structural.Field("versions")}

var publishedFields = model.PathsOf(
	"metadata.name", "spec.group", "spec.scope", "spec.preserveUnknownFields", "spec.names.kind", "spec.names.listKind", "spec.names.plural",
	"status.conditions.type", "status.conditions.status", "spec.versions.name", "spec.versions.served",
	"spec.versions.schema.openAPIV3Schema", "spec.versions.subresources.status", "spec.versions.subresources.scale", "spec.versions.selectableFields.jsonPath",
	"spec.version", "spec.validation.openAPIV3Schema", "spec.subresources.status", "spec.subresources.scale", "spec.selectableFields.jsonPath",
)

// Read reads a CRD of apiextensions.k8s.io/v1 or v1beta1. It requires only what publishing
// needs: a group, a kind, a plural, names of versions, and the right types of the fields that
// it reads. The errors are located in the CRD. Any other error is the one of the context or
// the budget.
//
// A CRD without status.conditions counts as established, since files have none.
func Read(ctx context.Context, crd map[string]any) (*Definition, error) {
	if errs := model.CheckType(crd); len(errs) > 0 {
		return nil, errs.Err()
	}
	w := work.Start(ctx, "reading a definition")
	m, errs := model.Read(w, crd, publishedFields)
	m.CheckNames(w, errs)
	if err := cmp.Or(w.Err(), errs.Sorted().Err()); err != nil {
		return nil, err
	}
	m.Distribute()
	d := &Definition{
		Name:             m.Name,
		Group:            m.Group,
		Kind:             m.Names.Kind,
		ListKind:         m.Names.ListKind,
		Plural:           m.Names.Plural,
		Namespaced:       m.Scope == model.Namespaced,
		Established:      m.Status.Established == "True" || !m.Status.HasConditions,
		preservesUnknown: m.PreserveUnknownFields,
	}
	d.Versions = make([]Version, len(m.Versions))
	for i := range m.Versions {
		if !w.Step(1) {
			return nil, w.Err()
		}
		d.Versions[i] = newVersion(&m.Versions[i])
		if i > 0 && model.IsSame(m.Versions[i].SelectableFields, m.Versions[i-1].SelectableFields) {
			d.Versions[i].SelectableFields = d.Versions[i-1].SelectableFields
			continue
		}
		for _, f := range m.Versions[i].SelectableFields {
			d.Versions[i].SelectableFields = append(d.Versions[i].SelectableFields, strings.TrimPrefix(f.JSONPath, "."))
		}
	}
	return d, nil
}

// checkTexts returns an error if the document of a version would have a text that is not
// UTF-8. s is the schema that is published, or nil. The text is looked up in the CRD only if
// there is one, because that takes as long as building the document.
func (d *Definition) checkTexts(w *work.Tracker, v *Version, s *structural.Schema) error {
	names := []any{d.Group, d.Kind, d.ListKind, d.Plural, v.Name}
	for _, path := range v.SelectableFields {
		names = append(names, path)
	}
	wrong := jsontext.NotUTF8(w, names, nil, 1)
	if wrong != nil {
		wrong.Path = structural.Path{structural.Field("spec")}
	} else if !hasValidTexts(w, s) {
		wrong = jsontext.NotUTF8(w, v.schema, v.schemaPath, structural.MaxDepth)
	}
	if wrong != nil {
		return structural.Errors{wrong}.Err()
	}
	return w.Err()
}

func newVersion(v *model.Version) Version {
	out := Version{Name: v.Name, Served: v.Served, Status: v.Subresources.HasStatus(), Scale: v.ScalePaths() != nil}
	out.schema, out.schemaPath = v.OpenAPIV3Schema()
	return out
}

// Published calls [Definition.Published] for a CRD.
func Published(crd map[string]any) ([]string, error) {
	d, err := Read(context.Background(), crd)
	if err != nil {
		return nil, err
	}
	return d.Published(), nil
}
