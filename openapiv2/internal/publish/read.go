package publish

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

var versionsPath = structural.Path{structural.Field("spec"), structural.Field("versions")}

// publishedFields are the fields that affect documents.
var publishedFields = crd.Paths{
	"metadata.name", "spec.group", "spec.scope", "spec.preserveUnknownFields", "spec.names.kind", "spec.names.listKind", "spec.names.plural",
	"status.conditions.type", "status.conditions.status", "spec.versions.name", "spec.versions.served",
	"spec.versions.schema.openAPIV3Schema", "spec.versions.subresources.status", "spec.versions.subresources.scale", "spec.versions.selectableFields.jsonPath",
	"spec.version", "spec.validation.openAPIV3Schema", "spec.subresources.status", "spec.subresources.scale", "spec.selectableFields.jsonPath",
}

// Read reads a manifest, apiextensions.k8s.io/v1 or v1beta1. It requires no more
// than publishing needs: a group, a kind, a plural, names of versions, and
// fields of the right types where it reads them. The errors are located in the
// manifest.
//
// A manifest without status.conditions counts as established, since files have
// none.
func Read(manifest map[string]any) (*Definition, error) {
	if errs := crd.CheckType(manifest); len(errs) > 0 {
		return nil, errs.Err()
	}
	c, errs := crd.Read(manifest)
	errs = append(publishedFields.Of(errs), c.CheckNames()...)
	c.Distribute()
	d := &Definition{
		Name:             c.Name,
		Group:            c.Group,
		Kind:             c.Names.Kind,
		ListKind:         c.Names.ListKind,
		Plural:           c.Names.Plural,
		Namespaced:       c.Scope == crd.Namespaced,
		Established:      c.Status.Established == "True" || !c.Status.HasConditions,
		preservesUnknown: c.PreserveUnknownFields,
	}
	for i := range c.Versions {
		d.Versions = append(d.Versions, newVersion(&c.Versions[i]))
	}
	return d, errs.Sort().Err()
}

func newVersion(v *crd.Version) Version {
	out := Version{Name: v.Name, Served: v.Served, Status: v.Subresources.HasStatus(), Scale: v.ScalePaths() != nil}
	out.schema, out.schemaPath = v.OpenAPIV3Schema()
	for _, f := range v.SelectableFields {
		out.SelectableFields = append(out.SelectableFields, strings.TrimPrefix(f.JSONPath, "."))
	}
	return out
}
