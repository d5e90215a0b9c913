package crd

import "github.com/seed95800270/crdschema/internal/keyword"

// schemaType returns the type of a schema in the package of one version. It
// refers to itself.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// JSONSchemaProps.
func schemaType(pkg string) *Type {
	schema := structOf(pkg, "JSONSchemaProps", nil)
	schema.Fields = keywordFields(keyword.OfSchema, pkg, schema)
	return schema
}

// keywordFields returns the struct fields of keywords. schema is the type of those
// that hold schemas.
func keywordFields(keywords []keyword.Keyword, pkg string, schema *Type) fields {
	out := make(fields, len(keywords))
	for _, k := range keywords {
		t := keywordType(k, pkg, schema)
		if k.Presence == keyword.Always {
			out[k.Name] = required(t)
		} else {
			out[k.Name] = &Field{Type: t, Presence: k.Presence}
		}
	}
	return out
}

func keywordType(k keyword.Keyword, pkg string, schema *Type) *Type {
	name := k.GoType(pkg)
	switch k.Value {
	case keyword.Text:
		return textOf(name)
	case keyword.Flag:
		return flagType
	case keyword.Int64:
		return int64Type
	case keyword.Float64:
		return numberType
	case keyword.Texts:
		return textsType
	case keyword.JSONs:
		return &Type{Class: List, Name: name, Elem: anyType}
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
		return structOf(pkg, "ExternalDocumentation", keywordFields(keyword.OfExternalDocs, pkg, schema))
	case keyword.Rules:
		return &Type{Class: List, Name: name, Elem: structOf(pkg, "ValidationRule", keywordFields(keyword.OfRule, pkg, schema))}
	default: // keyword.JSON
		return anyType
	}
}
