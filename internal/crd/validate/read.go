package validate

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
)

const group = "apiextensions.k8s.io/"

// Read reads a normalised manifest. The errors say why nothing can be served
// with it; beside errors the definition is what could be read.
func Read(manifest map[string]any) (*Definition, structural.Errors) {
	r := reader{}
	root := object{r: &r, fields: manifest}
	apiVersion, kind := root.text("apiVersion"), root.text("kind")
	if kind != "CustomResourceDefinition" || apiVersion != group+"v1" && apiVersion != group+"v1beta1" {
		r.report(nil, structural.Invalid, fmt.Sprintf("%s, Kind=%s", apiVersion, kind),
			"must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1")
		return &Definition{}, r.errs
	}
	old := apiVersion == group+"v1beta1"
	spec := root.object("spec")
	d := &Definition{
		Name:                  root.object("metadata").text("name"),
		Group:                 spec.required("group"),
		Names:                 readNames(spec.object("names")),
		Scope:                 Scope(spec.oneOf("scope", string(Namespaced), string(Cluster))),
		PreserveUnknownFields: spec.flag("preserveUnknownFields", old),
		Conversion:            spec.object("conversion").oneOf("strategy", None, Webhook),
		Versions:              readVersions(spec, old),
	}
	if d.StorageVersion() == nil {
		r.report(structural.Path{structural.Field("spec"), structural.Field("versions")}, structural.Invalid, structural.Omitted,
			"must have exactly one version marked as storage version")
	}
	return d, r.errs.Sort()
}

func readNames(names object) Names {
	n := Names{
		Plural:   names.required("plural"),
		Singular: names.text("singular"),
		Kind:     names.required("kind"),
		ListKind: names.text("listKind"),
	}
	if n.Singular == "" {
		n.Singular = strings.ToLower(n.Kind)
	}
	if n.ListKind == "" {
		n.ListKind = n.Kind + "List"
	}
	return n
}

// readVersions reads spec.versions. In v1beta1 there may be only one, in
// spec.version, and what spec states for all versions goes into those that
// state nothing themselves; v1 knows nothing of that.
func readVersions(spec object, old bool) []Version {
	var out []Version
	for _, version := range spec.objects("versions") {
		out = append(out, readVersion(version))
	}
	if !old {
		return out
	}
	if name := spec.text("version"); len(out) == 0 && name != "" {
		out = []Version{{Name: name, Served: true, Storage: true}}
	}
	shared := readShared(spec, "validation")
	for i := range out {
		if out[i].Schema == nil {
			out[i].Schema, out[i].SchemaPath = shared.Schema, shared.SchemaPath
		}
		out[i].StatusSubresource = out[i].StatusSubresource || shared.StatusSubresource
		out[i].Scale = cmp.Or(out[i].Scale, shared.Scale)
	}
	return out
}

func readVersion(o object) Version {
	v := readShared(o, "schema")
	v.Name = o.required("name")
	v.Served = o.flag("served", false)
	v.Storage = o.flag("storage", false)
	v.Deprecated = o.flag("deprecated", false)
	if warning := o.text("deprecationWarning"); o.has("deprecationWarning") {
		v.DeprecationWarning = &warning
	}
	return v
}

// readShared reads what stands in a version, or beside the versions.
func readShared(o object, validation string) Version {
	schema := o.object(validation).object("openAPIV3Schema")
	subresources := o.object("subresources")
	return Version{
		Schema:            schema.fields,
		SchemaPath:        schema.path,
		StatusSubresource: subresources.has("status"),
		Scale:             readScale(subresources),
	}
}

func readScale(subresources object) *scale.Paths {
	if !subresources.has("scale") {
		return nil
	}
	paths := subresources.object("scale")
	return &scale.Paths{
		SpecReplicas:   paths.required("specReplicasPath"),
		StatusReplicas: paths.required("statusReplicasPath"),
		Selector:       paths.text("labelSelectorPath"),
	}
}
