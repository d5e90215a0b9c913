package crd

import (
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
)

// Read reads a normalized CRD of v1 or v1beta1 and sets the server's defaults. A CRD of
// any other apiVersion and kind is read as one of v1. The errors are about values of wrong
// types at the fields that the caller needs.
//
// w counts a step for each element and field, and versions, columns and selectable fields
// as made values. If it fails, the results are invalid. w may be nil.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1,
// defaults.go.
func Read(w *work.Tracker, manifest map[string]any, needed *Paths) (*CRD, *errlist.List) {
	return read(rootOf(w, manifest, needed))
}

// Skim returns what [Read] returns, for a caller that drops it: it counts steps only and
// ignores values of wrong types.
func Skim(w *work.Tracker, manifest map[string]any) *CRD {
	root := rootOf(w, manifest, nil)
	root.r.dropped = true
	c, _ := read(root)
	return c
}

func read(root object) (*CRD, *errlist.List) {
	c := &CRD{V1beta1: root.r.names.v1beta1, Name: root.object("metadata").text("name")}
	c.readSpec(root.object("spec"))
	c.readStatus(root.object("status"))
	return c, &root.r.errs
}

func rootOf(w *work.Tracker, manifest map[string]any, needed *Paths) object {
	r := crdReader{names: v1Names, work: w}
	if IsV1beta1(manifest) {
		r.names = v1beta1Names
	}
	return object{r: &r, fields: manifest, needed: needed, index: notListed}
}

// IsV1beta1 reports whether a CRD is one of apiextensions.k8s.io/v1beta1.
func IsV1beta1(manifest map[string]any) bool { return manifest["apiVersion"] == Group+"/v1beta1" }

func (c *CRD) readSpec(spec object) {
	c.Group = spec.text("group")
	c.Names = readNames(spec.object("names"))
	c.Names.SetDefaults()
	c.Scope = spec.text("scope")
	c.Conversion = readConversion(spec)
	c.PreserveUnknownFields = spec.boolean("preserveUnknownFields", c.V1beta1)
	c.Versions = kept(spec, "versions", readVersion)
	if c.V1beta1 {
		c.readV1beta1(spec)
	}
}

// RequestedNames returns spec.names with defaults. It ignores values of wrong types.
func RequestedNames(manifest map[string]any) Names {
	n := namesIn(manifest, "spec", "names")
	n.SetDefaults()
	return n
}

// AcceptedNames returns status.acceptedNames. It ignores values of wrong types.
func AcceptedNames(manifest map[string]any) Names {
	return namesIn(manifest, "status", "acceptedNames")
}

func namesIn(manifest map[string]any, parent, name string) Names {
	return readNames(rootOf(nil, manifest, nil).object(parent).object(name))
}

func readNames(names object) Names {
	return Names{
		Plural:     names.text("plural"),
		Singular:   names.text("singular"),
		Kind:       names.text("kind"),
		ListKind:   names.text("listKind"),
		ShortNames: names.texts("shortNames"),
		Categories: names.texts("categories"),
	}
}

func readVersion(version object) Version {
	return Version{
		Name:               version.text("name"),
		Served:             version.boolean("served", false),
		Storage:            version.boolean("storage", false),
		Deprecated:         version.boolean("deprecated", false),
		DeprecationWarning: version.optionalText("deprecationWarning"),
		VersionParts:       readParts(version, "schema"),
	}
}

// readParts reads the parts of a version, or of all versions of v1beta1. schema is the
// name of the field with the schema.
func readParts(o object, schema string) VersionParts {
	return VersionParts{
		Schema:                   readSchema(o, schema),
		Subresources:             readSubresources(o),
		AdditionalPrinterColumns: kept(o, "additionalPrinterColumns", readColumn),
		SelectableFields:         kept(o, "selectableFields", readSelectableField),
	}
}

func readSchema(o object, name string) *Schema {
	if !o.has(name) {
		return nil
	}
	schema := o.object(name).object("openAPIV3Schema")
	return &Schema{OpenAPIV3Schema: schema.fields, Path: schema.path}
}

func readSubresources(o object) *Subresources {
	if !o.has("subresources") {
		return nil
	}
	subresources := o.object("subresources")
	out := &Subresources{}
	if subresources.has("status") {
		subresources.object("status") // an object without fields
		out.Status = &struct{}{}
	}
	if subresources.has("scale") {
		scale := subresources.object("scale")
		out.Scale = &Scale{
			SpecReplicasPath:   scale.text("specReplicasPath"),
			StatusReplicasPath: scale.text("statusReplicasPath"),
			LabelSelectorPath:  scale.optionalText("labelSelectorPath"),
		}
	}
	return out
}

func readColumn(column object) Column {
	return Column{
		Name: column.text("name"), Type: column.text("type"), Format: column.text("format"), Description: column.text("description"),
		Priority: column.int32("priority", 0), JSONPath: column.text(column.r.names.JSONPath),
	}
}

func readSelectableField(selectable object) SelectableField {
	return SelectableField{selectable.text("jsonPath")}
}

func (c *CRD) readStatus(status object) {
	c.Status.AcceptedNames = readNames(status.object("acceptedNames"))
	c.Status.StoredVersions = status.texts("storedVersions")
	for condition := range status.objects("conditions") {
		c.Status.HasConditions = true
		if condition.text("type") == "Established" {
			c.Status.Established = condition.text("status")
			return
		}
	}
}
