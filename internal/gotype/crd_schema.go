package gotype

import (
	"github.com/seed95800270/crdschema/internal/keyword"
)

// schemaType returns a type that refers to itself.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, JSONSchemaProps.
func schemaType(pkg string) *Type {
	schema := StructOf(pkg, "JSONSchemaProps")
	schema.SetFields(keywordFields(keyword.OfSchema, pkg, schema))
	return schema
}

// keywordFields returns struct fields. schema is the type of those that hold schemas.
func keywordFields(keywords []keyword.Keyword, pkg string, schema *Type) []*Field {
	out := make([]*Field, len(keywords))
	for i, k := range keywords {
		t := keywordType(k, pkg, schema)
		if k.Presence == keyword.Always {
			out[i] = Required(k.Name, t)
		} else {
			out[i] = &Field{Name: k.Name, Type: t, Presence: k.Presence}
		}
	}
	return out
}

func keywordType(k keyword.Keyword, pkg string, schema *Type) *Type {
	name := k.GoType(pkg)
	switch k.Value {
	case keyword.Text:
		return Named(name)
	case keyword.Flag:
		return Bool
	case keyword.Int64:
		return Int64
	case keyword.Float64:
		return Float64
	case keyword.Texts:
		return Strings
	case keyword.JSONs:
		return &Type{Class: List, Name: name, Elem: Any}
	case keyword.Schema:
		return schema
	case keyword.Schemas:
		return &Type{Class: List, Name: name, Elem: schema}
	case keyword.NamedSchemas:
		return &Type{Class: Map, Name: name, Elem: schema}
	case keyword.SchemaOrBool:
		return &Type{Class: SchemaOrBool, Elem: schema}
	case keyword.SchemaOrSchemas:
		return &Type{Class: SchemaOrList, Elem: schema}
	case keyword.NamedSchemasOrTexts:
		return &Type{Class: Map, Name: name, Elem: &Type{Class: SchemaOrNames, Elem: schema}}
	case keyword.Docs:
		return StructOf(pkg, "ExternalDocumentation", keywordFields(keyword.OfExternalDocs, pkg, schema)...)
	case keyword.Rules:
		return &Type{Class: List, Name: name, Elem: StructOf(pkg, "ValidationRule", keywordFields(keyword.OfRule, pkg, schema)...)}
	default: // keyword.JSON
		return Any
	}
}
