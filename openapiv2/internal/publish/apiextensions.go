package publish

import (
	_ "embed"
	"maps"
	"slices"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
)

var (
	//go:embed apiextensions.yaml
	typesYAML []byte
	//go:embed native.yaml
	nativeYAML []byte
	//go:embed native_group.yaml
	nativeGroupYAML []byte
)

const apiExtensionsPrefix = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1."

// apiExtensions returns the group of CRDs and its version v1 as if a CRD defined them.
func apiExtensions() (*Definition, *Version) {
	d := &Definition{
		Group: crd.Group, Kind: crd.Kind, ListKind: crd.Kind + "List", Plural: "customresourcedefinitions",
		Versions: []Version{{Name: "v1", Served: true, Status: true}}, modelPrefix: apiExtensionsPrefix,
	}
	return d, &d.Versions[0]
}

// apiExtensionsModels returns all models of the document of apiextensions.k8s.io by form and
// name: the types of a CRD, and the Kubernetes models. All callers share them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/generated/openapi.
var apiExtensionsModels = sync.OnceValue(func() (out [2]map[string]spec.Schema) {
	for _, form := range []Form{V2, V3} {
		b := typeBuilder{form: form, texts: embedded(typesYAML), models: map[string]spec.Schema{}}
		b.add(gotype.CRDv1)
		b.list()
		b.native(nativeYAML)
		if form == V2 {
			b.native(nativeGroupYAML)
		}
		_, v := apiExtensions()
		for name, model := range common(form) {
			if v.needs(name) {
				b.models[name] = model
			}
		}
		if form == V3 {
			b.scopeDeleteOptions()
		}
		out[form] = b.models
	}
	return out
})

type typeBuilder struct {
	form   Form
	texts  map[string]any // descriptions by type and field, the type's own as ""
	models map[string]spec.Schema
}

func (b *typeBuilder) text(structName, field string) (string, bool) {
	fields, _ := b.texts[structName].(map[string]any)
	text, ok := fields[field].(string)
	return text, ok
}

func (b *typeBuilder) native(file []byte) {
	for name, fields := range embedded(file) {
		b.models[name] = commonModel(b.form, fields.(map[string]any))
	}
}

// scopeDeleteOptions lists only the group and version of the document, as a server does in v3.
//
// Rule: k8s.io/apiserver/pkg/server/routes, OpenAPI.InstallV3.
func (b *typeBuilder) scopeDeleteOptions() {
	model := b.models[deleteOptionsName]
	model.Extensions = maps.Clone(model.Extensions)
	model.Extensions[groupVersionKind] = []any{gvk("", "v1", "DeleteOptions"), gvk(crd.Group, "v1", "DeleteOptions")}
	b.models[deleteOptionsName] = model
}

func (b *typeBuilder) list() {
	listType := gotype.StructOf("", crd.Kind+"List", gotype.Required("items", gotype.ListOf(gotype.CRDv1)))
	b.add(listType)
	model := b.models[apiExtensionsPrefix+listType.Struct]
	items := model.Properties["items"]
	items.Extensions = nil // the server has no list type here
	model.Properties["items"] = items
	typeMeta(model.Properties)
	model.Properties["metadata"] = b.defaulted(shared()[b.form].listMetadata)
	extend(&model, groupVersionKind, []any{gvk(crd.Group, "v1", listType.Struct)}, true)
	b.models[apiExtensionsPrefix+listType.Struct] = model
}

func (b *typeBuilder) add(t *gotype.Type) {
	name := apiExtensionsPrefix + t.Struct
	if _, found := b.models[name]; found {
		return
	}
	model := spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"object"}}}
	model.Description, _ = b.text(t.Struct, "")
	b.models[name] = model // t may refer to itself
	for _, f := range t.Fields {
		if t == gotype.CRDv1 && slices.Contains(typeMetaFields, f.Name) {
			continue
		}
		if model.Properties == nil {
			model.Properties = make(map[string]spec.Schema, len(t.Fields))
		}
		model.Properties[f.Name] = b.field(t.Struct, f.Name, f)
	}
	model.Required = required(t)
	if t == gotype.CRDv1 {
		typeMeta(model.Properties)
		model.Properties["metadata"] = b.defaulted(shared()[b.form].metadata)
		extend(&model, groupVersionKind, []any{gvk(crd.Group, "v1", crd.Kind)}, true)
	}
	b.models[name] = model
}
