package structural

import "github.com/seed95800270/crdschema/internal/facts"

// Schema is one node of an OpenAPI v3 schema as Kubernetes knows it, with
// everything below it: properties, items, additionalProperties and the
// branches of allOf, anyOf, oneOf and not, which are schemas of their own.
//
// A Schema is immutable and safe for concurrent use. Its methods work on nil,
// which stands for "nothing is specified". Make one with [FromMap].
//
// Inside, a list or map that is given and empty is not nil: the server tells it
// from an absent one where it compares or prints whole schemas.
type Schema struct {
	properties []property       // in byte order of their names
	names      nameTable        // finds one of them
	defaulted  []property       // the properties that defaulting has to visit
	items      *Schema          // nil unless items is one schema
	additional *Schema          // nil unless additionalProperties is a schema
	def        any              // nil: no default
	value      *valueValidation // nil: no value validation
	more       *more            // nil: none of the rarer keywords
	doc        *documentation   // nil: none, or not kept
	flags      flags
	facts      facts.Facts
	typ        Type
}

type property struct {
	name   string
	schema *Schema
}

// Type is the JSON type that a schema demands.
type Type uint8

const (
	// NoType is a schema that names no type.
	NoType Type = iota
	// Array is a list: []any.
	Array
	// Boolean is true or false: bool.
	Boolean
	// Integer is a whole number: int64, or a float64 without a fraction.
	Integer
	// Number is any number: int64 or float64.
	Number
	// Object is a map with fields: map[string]any.
	Object
	// String is a text: string.
	String
	// OtherType is any other text; see [Schema.TypeName].
	OtherType
)

var typeNames = [...]string{NoType: "", Array: "array", Boolean: "boolean", Integer: "integer", Number: "number", Object: "object", String: "string", OtherType: ""}

// valueValidation holds the keywords that restrict values without shaping
// them. It is nil on the many nodes that have none of them.
type valueValidation struct {
	format, pattern string
	required        []string
	enum            []any
	bounds          *bounds
	junctors        *junctors
}

// bounds holds the numeric limits; set says which of them are given.
type bounds struct {
	maximum, minimum, multipleOf float64
	maxLength, minLength         int64
	maxItems, minItems           int64
	maxProperties, minProperties int64
	set                          boundSet
}

type boundSet uint16

const (
	maximumSet boundSet = 1 << iota
	minimumSet
	multipleOfSet
	maxLengthSet
	minLengthSet
	maxItemsSet
	minItemsSet
	maxPropertiesSet
	minPropertiesSet
)

type junctors struct {
	allOf, anyOf, oneOf []*Schema
	not                 *Schema
}

// more holds the keywords that few nodes have.
type more struct {
	rules       []Rule
	listType    *string
	mapType     *string
	listMapKeys []string
	otherType   string
	legacy      *legacy
}

// documentation holds the keywords that describe and do not decide.
type documentation struct {
	description, title string
	externalDocs       *ExternalDocs
	example            any
}

// ExternalDocs is the externalDocs keyword.
type ExternalDocs struct {
	// Description says what is found there, empty if not given.
	Description string
	// URL is the address as it is written, empty if not given.
	URL string
}

// legacy holds the JSON schema keywords that Kubernetes decodes and refuses.
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

type flags uint32

const (
	preserveUnknown flags = 1 << iota
	preserveFalse         // x-kubernetes-preserve-unknown-fields: false, which is an error
	embeddedResource
	intOrString
	nullable
	exclusiveMaximum
	exclusiveMinimum
	uniqueItems
	additionalAllowed // additionalProperties: true, or a schema
	additionalDenied  // additionalProperties: false
	itemsGiven        // items in whatever form
	// Documentation that is given, also where it is not kept.
	described
	titled
	externallyDocumented
	exemplified
)

func (s *Schema) has(f flags) bool { return s != nil && s.flags&f != 0 }

// Rule is one entry of x-kubernetes-validations. Absent texts are empty; the
// two pointers tell absent from empty and false.
//
// As the Value of an [Error] it prints as a server prints a rule: the fields
// have the server's names and order.
type Rule struct {
	// Rule is the CEL expression that has to be true of self.
	Rule string
	// Message is what the error says if it is not.
	Message string
	// MessageExpression is a CEL expression that gives the message; it goes
	// before Message.
	MessageExpression string
	// Reason is the kind of the error, "FieldValueForbidden"; nil: Invalid.
	Reason *string
	// FieldPath is where the error is located, below the value and in JSONPath:
	// ".spec.replicas".
	FieldPath string
	// OptionalOldSelf tells whether oldSelf is an optional value, so that a
	// rule that uses it also holds for new values.
	OptionalOldSelf *bool
}
