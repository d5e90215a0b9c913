// Package keyword lists the keywords of a schema in a CRD: the name of each, the Go type into
// which the server decodes it, and when the server stores it.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, types_jsonschema.go and
// marshal.go.
package keyword

import "strings"

// Keyword is a field of a schema, or of an object in a schema.
type Keyword struct {
	// Name is the JSON name: "maxLength".
	Name     string
	Value    Value
	Presence Presence

	goType string // with "${pkg}" for the package
}

// GoType returns the Go type as the decoder names it in errors, for example
// "[]v1.JSONSchemaProps", or "" for a value with a custom decoder. pkg is
// the package of the CRD's version with a dot: "v1.".
func (k Keyword) GoType(pkg string) string { return strings.ReplaceAll(k.goType, "${pkg}", pkg) }

// Value says which JSON values the decoder accepts for a keyword. It accepts null
// for all of them.
type Value uint8

const (
	Text Value = iota
	// Flag is true or false.
	Flag
	// Int64 is a number that is written as an integer and fits into 64 bits.
	Int64
	Float64
	JSON
	Texts
	JSONs
	Schema
	Schemas
	NamedSchemas
	// SchemaOrBool is a schema, true or false.
	SchemaOrBool
	// SchemaOrSchemas is a schema or a list of schemas; anything else is decoded
	// as neither.
	SchemaOrSchemas
	// NamedSchemasOrTexts is an object whose values are schemas or lists of
	// strings; any other value in it is decoded as neither.
	NamedSchemasOrTexts
	// Docs is an object with the fields [OfExternalDocs].
	Docs
	// Rules is a list of objects with the fields [OfRule].
	Rules
)

// Presence says when the server stores a field.
type Presence uint8

const (
	// NonEmpty is a field that is stored unless it is empty, false or 0.
	NonEmpty Presence = iota
	// NonNull is a field that is stored unless it is null or absent.
	NonNull
	// Always is a field that is stored with its zero value if it is absent.
	Always
)

// OfSchema holds the keywords of a schema in the order of the server's type, JSONSchemaProps.
var OfSchema = []Keyword{
	{"id", Text, NonEmpty, "string"},
	{"$schema", Text, NonEmpty, "${pkg}JSONSchemaURL"},
	{"$ref", Text, NonNull, "string"},
	{"description", Text, NonEmpty, "string"},
	{"type", Text, NonEmpty, "string"},
	{"format", Text, NonEmpty, "string"},
	{"title", Text, NonEmpty, "string"},
	{"default", JSON, NonNull, ""},
	{"maximum", Float64, NonNull, "float64"},
	{"exclusiveMaximum", Flag, NonEmpty, "bool"},
	{"minimum", Float64, NonNull, "float64"},
	{"exclusiveMinimum", Flag, NonEmpty, "bool"},
	{"maxLength", Int64, NonNull, "int64"},
	{"minLength", Int64, NonNull, "int64"},
	{"pattern", Text, NonEmpty, "string"},
	{"maxItems", Int64, NonNull, "int64"},
	{"minItems", Int64, NonNull, "int64"},
	{"uniqueItems", Flag, NonEmpty, "bool"},
	{"multipleOf", Float64, NonNull, "float64"},
	{"enum", JSONs, NonEmpty, "[]${pkg}JSON"},
	{"maxProperties", Int64, NonNull, "int64"},
	{"minProperties", Int64, NonNull, "int64"},
	{"required", Texts, NonEmpty, "[]string"},
	{"items", SchemaOrSchemas, NonNull, ""},
	{"allOf", Schemas, NonEmpty, "[]${pkg}JSONSchemaProps"},
	{"oneOf", Schemas, NonEmpty, "[]${pkg}JSONSchemaProps"},
	{"anyOf", Schemas, NonEmpty, "[]${pkg}JSONSchemaProps"},
	{"not", Schema, NonNull, "${pkg}JSONSchemaProps"},
	{"properties", NamedSchemas, NonEmpty, "map[string]${pkg}JSONSchemaProps"},
	{"additionalProperties", SchemaOrBool, NonNull, ""},
	{"patternProperties", NamedSchemas, NonEmpty, "map[string]${pkg}JSONSchemaProps"},
	{"dependencies", NamedSchemasOrTexts, NonEmpty, "${pkg}JSONSchemaDependencies"},
	{"additionalItems", SchemaOrBool, NonNull, ""},
	{"definitions", NamedSchemas, NonEmpty, "${pkg}JSONSchemaDefinitions"},
	{"externalDocs", Docs, NonNull, "${pkg}ExternalDocumentation"},
	{"example", JSON, NonNull, ""},
	{"nullable", Flag, NonEmpty, "bool"},
	{"x-kubernetes-preserve-unknown-fields", Flag, NonNull, "bool"},
	{"x-kubernetes-embedded-resource", Flag, NonEmpty, "bool"},
	{"x-kubernetes-int-or-string", Flag, NonEmpty, "bool"},
	{"x-kubernetes-list-map-keys", Texts, NonEmpty, "[]string"},
	{"x-kubernetes-list-type", Text, NonNull, "string"},
	{"x-kubernetes-map-type", Text, NonNull, "string"},
	{"x-kubernetes-validations", Rules, NonEmpty, "${pkg}ValidationRules"},
}

// OfRule holds the fields of an entry of x-kubernetes-validations, a ValidationRule.
var OfRule = []Keyword{
	{"rule", Text, Always, "string"},
	{"message", Text, NonEmpty, "string"},
	{"messageExpression", Text, NonEmpty, "string"},
	{"reason", Text, NonNull, "${pkg}FieldValueErrorReason"},
	{"fieldPath", Text, NonEmpty, "string"},
	{"optionalOldSelf", Flag, NonNull, "bool"},
}

// OfExternalDocs holds the fields of externalDocs.
var OfExternalDocs = []Keyword{
	{"description", Text, NonEmpty, "string"},
	{"url", Text, NonEmpty, "string"},
}
