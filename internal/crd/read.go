package crd

import (
	"encoding/base64"

	"github.com/seed95800270/crdschema/structural"
)

// Read reads a normalized manifest of v1 or v1beta1 and sets the server's
// defaults. A manifest of any other apiVersion and kind is read as one of v1. The
// errors are those of values of wrong types, in the order of reading.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1,
// defaults.go.
func Read(manifest map[string]any) (*CRD, structural.Errors) {
	r := reader{names: v1Names}
	if IsV1beta1(manifest) {
		r.names = v1beta1Names
	}
	root := object{r: &r, fields: manifest}
	c := &CRD{V1beta1: r.names.v1beta1, Name: root.object("metadata").text("name")}
	c.readSpec(root.object("spec"))
	c.readStatus(root.object("status"))
	return c, r.errs
}

// IsV1beta1 reports whether a manifest is one of apiextensions.k8s.io/v1beta1.
func IsV1beta1(manifest map[string]any) bool { return manifest["apiVersion"] == Group+"/v1beta1" }

func (c *CRD) readSpec(spec object) {
	c.Group = spec.text("group")
	c.Names = readNames(spec.object("names"))
	c.Names.SetDefaults()
	c.Scope = spec.text("scope")
	c.Conversion = readConversion(spec)
	c.PreserveUnknownFields = spec.boolean("preserveUnknownFields", c.V1beta1)
	versions := spec.objects("versions")
	if spec.has("versions") {
		c.Versions = make([]Version, 0, len(versions))
	}
	for _, version := range versions {
		c.Versions = append(c.Versions, readVersion(version))
	}
	if c.V1beta1 {
		c.readV1beta1(spec)
	}
}

// RequestedNames returns spec.names of a manifest with defaults. It ignores values of
// wrong types.
func RequestedNames(manifest map[string]any) Names {
	n := namesIn(manifest, "spec", "names")
	n.SetDefaults()
	return n
}

// AcceptedNames returns status.acceptedNames of a manifest. It ignores values of wrong
// types.
func AcceptedNames(manifest map[string]any) Names {
	return namesIn(manifest, "status", "acceptedNames")
}

func namesIn(manifest map[string]any, parent, name string) Names {
	root := object{r: &reader{}, fields: manifest}
	return readNames(root.object(parent).object(name))
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
		Path:               version.path,
		Name:               version.text("name"),
		Served:             version.boolean("served", false),
		Storage:            version.boolean("storage", false),
		Deprecated:         version.boolean("deprecated", false),
		DeprecationWarning: version.optionalText("deprecationWarning"),
		VersionParts:       readParts(version, "schema"),
	}
}

// readParts reads the parts of a version, or those that the spec of v1beta1 has for
// all versions. schema is the name of the field that holds the schema.
func readParts(o object, schema string) VersionParts {
	return VersionParts{
		Schema:                   readSchema(o, schema),
		Subresources:             readSubresources(o),
		AdditionalPrinterColumns: readColumns(o),
		SelectableFields:         readSelectableFields(o),
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

func readColumns(o object) []Column {
	if !o.has("additionalPrinterColumns") {
		return nil
	}
	out := []Column{}
	for _, column := range o.objects("additionalPrinterColumns") {
		out = append(out, Column{
			Name: column.text("name"), Type: column.text("type"), Format: column.text("format"), Description: column.text("description"),
			Priority: column.int32("priority", 0), JSONPath: column.text(o.r.names.JSONPath),
		})
	}
	return out
}

func readSelectableFields(o object) []SelectableField {
	if !o.has("selectableFields") {
		return nil
	}
	out := []SelectableField{}
	for _, selectable := range o.objects("selectableFields") {
		out = append(out, SelectableField{selectable.text("jsonPath")})
	}
	return out
}

func readConversion(spec object) Conversion {
	if !spec.has("conversion") {
		return Conversion{Strategy: None}
	}
	conversion := spec.object("conversion")
	webhook := conversion
	if wrapper := conversion.r.names.Webhook; wrapper != "" {
		webhook = conversion.object(wrapper)
	}
	c := Conversion{Strategy: conversion.text("strategy"), ReviewVersions: webhook.texts("conversionReviewVersions")}
	if name := conversion.r.names.ClientConfig; webhook.has(name) {
		c.Client = readClient(webhook.object(name))
	}
	return c
}

func readClient(client object) *WebhookClient {
	c := &WebhookClient{URL: client.optionalText("url"), CABundle: client.bytes("caBundle")}
	if client.has("service") {
		service := client.object("service")
		c.Service = &Service{
			Namespace: service.text("namespace"), Name: service.text("name"),
			Path: service.optionalText("path"), Port: service.int32("port", defaultPort),
		}
	}
	return c
}

// Bytes returns a list of numbers as bytes. null is 0; the decoder has checked that
// all other elements are numbers in range.
func Bytes(list []any) []byte {
	out := make([]byte, len(list))
	for i, e := range list {
		n, _ := e.(int64)
		out[i] = byte(n)
	}
	return out
}

// bytes returns a field of bytes: base64 text, or a list of numbers.
func (o object) bytes(name string) []byte {
	if list, ok := o.fields[name].([]any); ok {
		return Bytes(list)
	}
	out, err := base64.StdEncoding.DecodeString(o.text(name))
	if err != nil {
		o.r.report(o.at(name), o.fields[name], err.Error())
	}
	return out
}

func (c *CRD) readStatus(status object) {
	c.Status.AcceptedNames = readNames(status.object("acceptedNames"))
	c.Status.StoredVersions = status.texts("storedVersions")
	conditions := status.objects("conditions")
	c.Status.HasConditions = len(conditions) > 0
	for _, condition := range conditions {
		if condition.text("type") == "Established" {
			c.Status.Established = condition.text("status")
			return
		}
	}
}
