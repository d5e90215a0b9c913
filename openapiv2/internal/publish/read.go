package publish

import (
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

const apiGroup = "apiextensions.k8s.io/"

var versionsPath = structural.Path{structural.Field("spec"), structural.Field("versions")}

// Read reads a manifest, apiextensions.k8s.io/v1 or v1beta1. It asks for no more
// than publishing needs: a group, a kind, a plural, and fields of the right
// types where it looks. The errors are located in the manifest.
//
// A manifest without status.conditions counts as established, since files have
// none.
func Read(manifest map[string]any) (*Definition, error) {
	r := reader{}
	root := object{r: &r, fields: manifest}
	apiVersion, kind := root.text("apiVersion"), root.text("kind")
	if kind != "CustomResourceDefinition" || apiVersion != apiGroup+"v1" && apiVersion != apiGroup+"v1beta1" {
		r.report(nil, structural.Invalid, structural.Omitted, "must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1")
		return nil, r.errs.Err()
	}
	old := apiVersion == apiGroup+"v1beta1"
	spec, names := root.object("spec"), root.object("spec").object("names")
	d := &Definition{
		Name:             root.object("metadata").text("name"),
		Group:            spec.required("group"),
		Kind:             names.required("kind"),
		ListKind:         names.text("listKind"),
		Plural:           names.required("plural"),
		Established:      established(root.object("status").objects("conditions")),
		Versions:         readVersions(spec, old),
		preservesUnknown: spec.flag("preserveUnknownFields", old),
	}
	scope := spec.text("scope")
	d.Namespaced = scope == "Namespaced" || old && scope == ""
	if d.ListKind == "" {
		d.ListKind = d.Kind + "List"
	}
	return d, r.errs.Sort().Err()
}

func established(conditions []object) bool {
	for _, c := range conditions {
		if c.text("type") == "Established" {
			return c.text("status") == "True"
		}
	}
	return len(conditions) == 0
}

// readVersions reads spec.versions. What v1beta1 states for all versions goes
// into those that state nothing themselves, and a version of it may stand alone
// in spec.version.
func readVersions(spec object, old bool) []Version {
	var out []Version
	for _, o := range spec.objects("versions") {
		v := readShared(o, "schema")
		v.Name, v.Served = o.required("name"), o.flag("served", false)
		out = append(out, v)
	}
	if !old {
		return out
	}
	if name := spec.text("version"); len(out) == 0 && name != "" {
		out = []Version{{Name: name, Served: true}}
	}
	shared := readShared(spec, "validation")
	for i := range out {
		out[i].inherit(&shared)
	}
	return out
}

func (v *Version) inherit(shared *Version) {
	if v.schema == nil {
		v.schema, v.schemaPath = shared.schema, shared.schemaPath
	}
	if !v.Status && !v.Scale {
		v.Status, v.Scale = shared.Status, shared.Scale
	}
	if v.SelectableFields == nil {
		v.SelectableFields = shared.SelectableFields
	}
}

// readShared reads what stands in a version, or beside the versions.
func readShared(o object, validation string) Version {
	schema, subresources := o.object(validation).object("openAPIV3Schema"), o.object("subresources")
	v := Version{
		schema:     schema.fields,
		schemaPath: schema.path,
		Status:     subresources.object("status").fields != nil,
		Scale:      subresources.object("scale").fields != nil,
	}
	for _, field := range o.objects("selectableFields") {
		v.SelectableFields = append(v.SelectableFields, strings.TrimPrefix(field.text("jsonPath"), "."))
	}
	return v
}
