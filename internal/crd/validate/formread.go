package validate

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// readForm reads a manifest of v1 or v1beta1, defaulted, in the server's own form.
// The errors are those of values that no server decodes.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1,
// defaults.go and conversion.go.
func readForm(manifest map[string]any) (*form, structural.Errors) {
	r := formReader{names: namesOf(manifest)}
	root := object{r: &r.reader, fields: manifest}
	f := &form{spec: r.spec(root.object("spec")), status: r.status(root.object("status"))}
	meta, _, err := objectmeta.Metadata(manifest["metadata"], objectmeta.Reject)
	if err != nil {
		r.errs = append(r.errs, structural.Errors{err}.In(structural.Field("metadata"))...)
	}
	f.meta, f.names = meta, r.names
	if r.names != oldNames {
		f.spec.share()
	}
	if len(f.status.storedVersions) == 0 {
		f.status.storedVersions = f.spec.withStorage(f.status.storedVersions)
	}
	return f, r.errs
}

// formReader reads one definition.
type formReader struct {
	reader
	names   fieldNames
	schemas []*schemaForm
}

func (r *formReader) spec(o object) specForm {
	s := specForm{
		at:         place{path: o.path, printed: "spec"},
		group:      o.text("group"),
		scope:      o.text("scope"),
		names:      readNamesForm(o.object("names")),
		conversion: r.conversion(o),
		preserve:   o.flag("preserveUnknownFields", r.names == oldNames),
	}
	if s.names.singular == "" {
		s.names.singular = strings.ToLower(s.names.kind)
	}
	if s.names.listKind == "" && s.names.kind != "" {
		s.names.listKind = s.names.kind + "List"
	}
	at, versions := s.at.field("versions"), o.objects("versions")
	if o.has("versions") {
		s.versions = make([]versionForm, 0, len(versions))
	}
	for i, version := range versions {
		s.versions = append(s.versions, r.version(version, at.index(i)))
	}
	if r.names == oldNames {
		r.old(o, &s)
	}
	return s
}

func readNamesForm(o object) namesForm {
	return namesForm{
		plural:     o.text("plural"),
		singular:   o.text("singular"),
		kind:       o.text("kind"),
		listKind:   o.text("listKind"),
		shortNames: o.texts("shortNames"),
		categories: o.texts("categories"),
	}
}

func (r *formReader) version(o object, at place) versionForm {
	v := versionForm{
		at:                 at,
		Name:               o.text("name"),
		Served:             o.flag("served", false),
		Storage:            o.flag("storage", false),
		Deprecated:         o.flag("deprecated", false),
		DeprecationWarning: o.optionalText("deprecationWarning"),
	}
	v.sharedForm = r.shared(o, at, "schema")
	return v
}

// shared reads what stands in a version, or beside the versions.
func (r *formReader) shared(o object, at place, schema string) sharedForm {
	return sharedForm{
		Schema:                   r.container(o, schema),
		Subresources:             readSubresources(o),
		AdditionalPrinterColumns: r.columns(o),
		SelectableFields:         readSelectables(o),
		schema:                   at.field(schema),
		subresources:             at.field("subresources"),
		columns:                  at.field("additionalPrinterColumns"),
		selectables:              at.field("selectableFields"),
	}
}

func (r *formReader) container(o object, name string) *containerForm {
	if !o.has(name) {
		return nil
	}
	schema := o.object(name).object("openAPIV3Schema")
	if schema.fields == nil {
		return &containerForm{}
	}
	return &containerForm{r.schemaOf(schema)}
}

// maxCompared bounds with how many schemas another one is compared.
const maxCompared = 8

// schemaOf reads a schema, once for all versions that have the same text.
func (r *formReader) schemaOf(o object) *schemaForm {
	i := slices.IndexFunc(r.schemas, func(s *schemaForm) bool { return structural.Equal(s.raw, o.fields) })
	if i >= 0 {
		return r.schemas[i]
	}
	s := &schemaForm{raw: o.fields}
	var problems structural.Errors
	s.Schema, problems = structural.FromMap(o.fields, structural.WithNormalizedInput())
	for _, p := range problems {
		switch p.Kind {
		case structural.Undecodable:
			r.errs = append(r.errs, structural.Errors{p}.In(o.path...)...)
		case structural.Forbidden:
			s.unconvertible = append(s.unconvertible, p)
		}
	}
	if len(r.schemas) < maxCompared {
		r.schemas = append(r.schemas, s)
	}
	return s
}

func readSubresources(o object) *subresourcesForm {
	if !o.has("subresources") {
		return nil
	}
	sub := o.object("subresources")
	out := &subresourcesForm{}
	if sub.has("status") {
		sub.object("status") // which says nothing
		out.Status = &struct{}{}
	}
	if sub.has("scale") {
		scale := sub.object("scale")
		out.Scale = &scaleForm{
			SpecReplicasPath:   scale.text("specReplicasPath"),
			StatusReplicasPath: scale.text("statusReplicasPath"),
			LabelSelectorPath:  scale.optionalText("labelSelectorPath"),
		}
	}
	return out
}

func (r *formReader) columns(o object) []columnForm {
	if !o.has("additionalPrinterColumns") {
		return nil
	}
	out := []columnForm{}
	for _, c := range o.objects("additionalPrinterColumns") {
		out = append(out, columnForm{
			Name: c.text("name"), Type: c.text("type"), Format: c.text("format"), Description: c.text("description"),
			Priority: c.int32("priority", 0), JSONPath: c.text(r.names.jsonPath),
		})
	}
	return out
}

func readSelectables(o object) []selectableForm {
	if !o.has("selectableFields") {
		return nil
	}
	out := []selectableForm{}
	for _, f := range o.objects("selectableFields") {
		out = append(out, selectableForm{f.text("jsonPath")})
	}
	return out
}

func (r *formReader) conversion(spec object) *conversionForm {
	at := place{path: spec.path, printed: "spec"}.field("conversion")
	if !spec.has("conversion") {
		return &conversionForm{at: at, strategy: None}
	}
	o := spec.object("conversion")
	webhook, below := o, at
	if r.names.webhook != "" {
		webhook, below = o.object(r.names.webhook), at.inside(r.names.webhook)
	}
	c := &conversionForm{
		at:             at,
		strategy:       o.text("strategy"),
		reviewVersions: webhook.texts("conversionReviewVersions"),
		clientAt:       below.renamed(r.names.clientConfig, "webhookClientConfig"),
		reviewsAt:      below.field("conversionReviewVersions"),
	}
	if webhook.has(r.names.clientConfig) {
		c.client = readClient(webhook.object(r.names.clientConfig))
	}
	return c
}

func readClient(o object) *clientForm {
	c := &clientForm{url: o.optionalText("url"), caBundle: readBytes(o, "caBundle")}
	if o.has("service") {
		service := o.object("service")
		c.service = &serviceForm{
			namespace: service.text("namespace"), name: service.text("name"),
			path: service.optionalText("path"), port: service.int32("port", 443),
		}
	}
	return c
}

// readBytes reads what is written in base64, or as a list of numbers.
func readBytes(o object, name string) []byte {
	if list, ok := o.fields[name].([]any); ok {
		return bytesOf(list)
	}
	out, err := base64.StdEncoding.DecodeString(o.text(name))
	if err != nil {
		o.r.report(o.at(name), structural.Undecodable, o.fields[name], err.Error())
	}
	return out
}

// bytesOf are numbers, of which null is 0, as bytes. That each is one is checked
// by package fields.
func bytesOf(list []any) []byte {
	out := make([]byte, len(list))
	for i, e := range list {
		n, _ := e.(int64)
		out[i] = byte(n)
	}
	return out
}

func (r *formReader) status(o object) statusForm {
	s := statusForm{names: readNamesForm(o.object("acceptedNames")), storedVersions: o.texts("storedVersions")}
	for _, c := range o.objects("conditions") {
		if c.text("type") == "Established" {
			s.established = c.text("status") == "True"
			break
		}
	}
	return s
}

// withStorage is stored with the first storage version, if it lacks it.
func (s *specForm) withStorage(stored []string) []string {
	for _, v := range s.versions {
		if v.Storage {
			if !slices.Contains(stored, v.Name) {
				stored = append(slices.Clip(stored), v.Name)
			}
			break
		}
	}
	return stored
}
