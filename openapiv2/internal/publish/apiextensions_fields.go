package publish

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
)

func (b *typeBuilder) field(structName, name string, f *gotype.Field) spec.Schema {
	text, described := b.text(structName, name)
	out := b.value(f.Type)
	if out.Ref.String() != "" && described {
		out = b.form.described(out.Ref, text)
	}
	out.Description = text
	if f.Class == gotype.List {
		listType(&out, name)
	}
	if name == "reason" && structName == "ValidationRule" {
		out.Enum = []any{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"}
	}
	return b.withDefault(out, f)
}

// withDefault adds the zero value of a field that Go always has.
func (b *typeBuilder) withDefault(out spec.Schema, f *gotype.Field) spec.Schema {
	switch {
	case f.Class == gotype.Struct && !f.IsPointer():
		return b.defaulted(out)
	case b.form == V3 && f.Presence == keyword.Always && (f.Class == gotype.Text || f.Class == gotype.Flag):
		out.Default = f.Default
	}
	return out
}

func (b *typeBuilder) defaulted(out spec.Schema) spec.Schema {
	if b.form == V3 {
		out.Default = map[string]any{}
	}
	return out
}

func (b *typeBuilder) value(t *gotype.Type) spec.Schema {
	switch t.Class {
	case gotype.Text:
		return typed("string", "")
	case gotype.Flag:
		return typed("boolean", "")
	case gotype.Integer:
		return typed("integer", map[int]string{32: "int32", 64: "int64"}[t.Bits])
	case gotype.Number:
		return typed("number", "double")
	case gotype.Base64:
		return typed("string", "byte")
	case gotype.Time:
		return b.ref(metaPrefix + "Time")
	case gotype.List:
		items := b.value(t.Elem)
		out := typed("array", "")
		out.Items = &spec.SchemaOrArray{Schema: &items}
		return out
	case gotype.Map:
		values := b.value(t.Elem)
		out := typed("object", "")
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: &values}
		return out
	case gotype.Struct:
		b.add(t)
		return b.ref(apiExtensionsPrefix + t.Struct)
	default:
		return b.custom(t.Class)
	}
}

// customTypes have decoders of their own. They are published without a schema.
var customTypes = map[gotype.Class]string{
	gotype.Freeform: "JSON", gotype.SchemaOrBool: "JSONSchemaPropsOrBool",
	gotype.SchemaOrList: "JSONSchemaPropsOrArray", gotype.SchemaOrNames: "JSONSchemaPropsOrStringArray",
}

func (b *typeBuilder) custom(class gotype.Class) spec.Schema {
	name := customTypes[class]
	text, _ := b.text(name, "")
	b.models[apiExtensionsPrefix+name] = spec.Schema{SchemaProps: spec.SchemaProps{Description: text}}
	return b.ref(apiExtensionsPrefix + name)
}

func (b *typeBuilder) ref(model string) spec.Schema {
	return spec.Schema{SchemaProps: spec.SchemaProps{Ref: b.form.Ref(model)}}
}

func typed(name, format string) spec.Schema {
	return spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{name}, Format: format}}
}

// listType adds the extensions of a list: atomic, unless it has keys.
func listType(out *spec.Schema, field string) {
	keys := map[string]string{"conditions": "type", "x-kubernetes-validations": "rule"}[field]
	if keys == "" {
		extend(out, "x-kubernetes-list-type", "atomic", true)
		return
	}
	extend(out, "x-kubernetes-list-type", "map", true)
	extend(out, "x-kubernetes-list-map-keys", []any{keys}, true)
	merged := field == "x-kubernetes-validations"
	extend(out, "x-kubernetes-patch-merge-key", keys, merged)
	extend(out, "x-kubernetes-patch-strategy", "merge", merged)
}

// requiredFields has the order of the server's types.
var requiredFields = []string{
	"items", "spec", "group", "plural", "namespace", "name", "type", "jsonPath", "status", "served", "storage", "kind", "names", "scope",
	"versions", "specReplicasPath", "statusReplicasPath", "strategy", "conversionReviewVersions", "rule",
}

// required returns the fields of a struct that are always stored, except those that the server
// fills in.
func required(t *gotype.Type) []string {
	var out []string
	for _, name := range requiredFields {
		if f := t.Field(name); f != nil && f.Presence == keyword.Always {
			out = append(out, name)
		}
	}
	return slices.Clip(out)
}
