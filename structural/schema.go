package structural

import (
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural/facts"
)

// Schema is one node of an OpenAPI v3 schema as Kubernetes defines it, with the schemas
// below it: properties, items, additionalProperties and the branches of allOf, anyOf,
// oneOf and not. See "Schemas" in the package documentation.
//
// A list or map that is present and empty is not nil in the fields below: the server
// distinguishes it from an absent one where it compares or prints whole schemas.
type Schema struct {
	properties []property       // in byte order of their names
	names      nameTable        // finds a property by its name
	defaulted  []property       // the properties that defaulting has to visit
	items      *Schema          // nil unless items is one schema
	additional *Schema          // nil unless additionalProperties is a schema
	def        any              // nil: no default
	value      *valueValidation // nil: no value validation
	rare       *rareKeywords    // nil: none of the rare keywords
	doc        *documentation   // nil: none, or not kept
	flags      flags
	facts      facts.Facts
	typ        Type
}

type property struct {
	name   string
	schema *Schema
}

// Type is the JSON type that a schema requires.
type Type uint8

const (
	// NoType is the type of a schema that specifies none.
	NoType Type = iota
	// Array is a list: []any.
	Array
	// Boolean is true or false: bool.
	Boolean
	// Integer is an int64, or a float64 without a fraction.
	Integer
	// Number is any number: int64 or float64.
	Number
	// Object is a map with fields: map[string]any.
	Object
	// String is a string.
	String
	// OtherType is any other text: see [Schema.TypeName].
	OtherType
)

var typeNames = [...]string{NoType: "", Array: "array", Boolean: "boolean", Integer: "integer", Number: "number", Object: "object", String: "string", OtherType: ""}

// typeWords are the words of the types. Unlike typeNames, they tell all types apart.
var typeWords = valuetext.Enum[Type]{Name: "Type", Words: []string{NoType: "none", Array: "array", Boolean: "boolean",
	Integer: "integer", Number: "number", Object: "object", String: "string", OtherType: "other"}}

// String returns the type as a schema names it, or "none" or "other".
func (t Type) String() string { return typeWords.Word(t) }

// valueValidation holds the keywords that restrict values without specifying their
// structure. Most nodes have none of them.
type valueValidation struct {
	texts    valueTextValues
	required []string
	enum     []any
	limits   *limits
	junctors *junctors
}

type junctors struct {
	allOf, anyOf, oneOf []*Schema
	not                 *Schema
}

// rareKeywords holds the keywords that few nodes have.
type rareKeywords struct {
	rules       []Rule
	texts       extensionTextValues
	listMapKeys []string
	otherType   string
	legacy      *legacy
}

// documentation holds the keywords that only document a schema.
type documentation struct {
	description, title string
	externalDocs       *ExternalDocs
	example            any
}

// ExternalDocs is the externalDocs keyword.
type ExternalDocs struct {
	// Description describes the document; empty if absent.
	Description string
	// URL is the address as written; empty if absent.
	URL string
}

// legacy holds the keywords of JSON Schema that Kubernetes decodes and rejects.
type legacy struct {
	id, schemaURL     string
	ref               *string
	itemsList         []*Schema
	patternProperties []property
	definitions       []property
	dependencies      []dependency
	additionalItems   *schemaOrBool
}

type schemaOrBool struct {
	schema *Schema
	allows bool
}

type dependency struct {
	name       string
	schema     *Schema
	properties []string
}

// Rule is one entry of x-kubernetes-validations. Absent texts are empty, and the
// pointers are nil if the field is absent.
//
// The fields have the names and the order of the server's type, because a Rule
// as the Value of an [Error] prints as the server prints it.
type Rule struct {
	// Rule is the CEL expression that must be true.
	Rule string
	// Message is the text of the error if it is not.
	Message string
	// MessageExpression is a CEL expression that returns the message. It takes
	// precedence over Message.
	MessageExpression string
	// Reason is the kind of the error, for example "FieldValueForbidden". Without
	// it the kind is [field.Invalid].
	Reason *string
	// FieldPath is the JSONPath of the error below the value: ".spec.replicas".
	FieldPath string
	// OptionalOldSelf makes oldSelf an optional value, so that a rule that uses
	// it is also checked for new values.
	OptionalOldSelf *bool
}
