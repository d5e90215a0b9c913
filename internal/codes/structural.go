package codes

import (
	"fmt"
	"strconv"
	"strings"
)

// Errors of reading a schema.
const (
	// NotJSON: a Go value is not a JSON value, or is nested too deeply. Found at
	// the value, or at the root if the whole value is too large.
	NotJSON Code = "not-json"
	// KeywordType: the value of a keyword has a type that the server does not
	// decode. Found at the value.
	KeywordType Code = "keyword-type"
	// UnknownKeyword: a schema has a keyword that Kubernetes does not know. Found
	// at the keyword.
	UnknownKeyword Code = "unknown-keyword"
	// UnsupportedKeyword: a schema has a keyword of JSON schema that Kubernetes
	// decodes but does not support. Found at the keyword.
	UnsupportedKeyword Code = "unsupported-keyword"
	// UnsupportedSchemaURL: a schema has $schema, which Kubernetes decodes but does
	// not support. Found at the keyword.
	UnsupportedSchemaURL Code = "unsupported-schema-url"
	// ItemsList: items is a list of schemas. Found at items.
	ItemsList Code = "items-list"
	// PreserveFalse: x-kubernetes-preserve-unknown-fields is false. Found at the
	// keyword.
	PreserveFalse Code = "preserve-false"
)

// Details of the errors of reading a schema. The server prints the three about
// unsupported keywords without a location.
const (
	// SchemaOrBoolDetail belongs to a [KeywordType] error of additionalProperties
	// and additionalItems.
	SchemaOrBoolDetail = "boolean or JSON schema expected"
	// ItemsListText is the text of an [ItemsList] error of reading.
	ItemsListText = "OpenAPIV3Schema 'items' must be a schema, but is an array"
	// PreserveFalseText is the text of a [PreserveFalse] error of reading.
	PreserveFalseText = "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
)

// NotJSONDetail words a [NotJSON] error.
func NotJSONDetail(reason string) string { return "not a JSON value: " + reason }

// NotUTF8Detail is the detail of a [NotJSON] error of a text that JSON cannot have: a server's
// decoder would have replaced what is not UTF-8.
var NotUTF8Detail = NotJSONDetail("a text that is not UTF-8")

// KeywordTypeDetail words a [KeywordType] error for a JSON type, "number 1.5" for
// instance, and the Go type of the keyword.
func KeywordTypeDetail(jsonType, goType string) string {
	return fmt.Sprintf("json: cannot unmarshal %s into Go value of type %s", jsonType, goType)
}

// UnsupportedKeywordText words an [UnsupportedKeyword] error of reading. The server calls
// $schema "schema".
func UnsupportedKeywordText(keyword string) string {
	return "OpenAPIV3Schema '" + keyword + "' is not supported"
}

// Errors of the structural rules.
const (
	// TypeRequired: a schema lacks a type, and neither
	// x-kubernetes-int-or-string nor x-kubernetes-preserve-unknown-fields is true.
	// Found at its type.
	TypeRequired Code = "type-required"
	// RootType: the type of the root schema is not object. Found at its type.
	RootType Code = "root-type"
	// RootAdditionalProperties: the root schema has additionalProperties. Found at
	// the keyword.
	RootAdditionalProperties Code = "root-additional-properties"
	// RootMetadata: the root schema specifies more of metadata than its type and
	// the properties name and generateName. Found at the schema of metadata.
	RootMetadata Code = "root-metadata"
	// ItemsRequired: a schema of type array lacks items. Found at items.
	ItemsRequired Code = "items-required"
	// IntOrStringAlone: x-kubernetes-int-or-string is used together with
	// x-kubernetes-preserve-unknown-fields or x-kubernetes-embedded-resource.
	// Found at the other keyword.
	IntOrStringAlone Code = "int-or-string-alone"
	// EmbeddedResourceType: the type of an embedded resource is not object. Found
	// at its type.
	EmbeddedResourceType Code = "embedded-resource-type"
	// EmbeddedResourceAdditional: an embedded resource has additionalProperties.
	// Found at the keyword.
	EmbeddedResourceAdditional Code = "embedded-resource-additional"
	// EmbeddedResourceProperties: an embedded resource neither has properties nor
	// preserves unknown fields. Found at properties.
	EmbeddedResourceProperties Code = "embedded-resource-properties"
	// ResourceFieldType: apiVersion or kind of a resource is not a string, or
	// metadata is not an object. Found at the type of the property.
	ResourceFieldType Code = "resource-field-type"
	// PatternSyntax: a pattern is not a valid regular expression. Found at the
	// pattern.
	PatternSyntax Code = "pattern-syntax"
	// BranchKeyword: a branch of allOf, anyOf, oneOf or not uses a keyword that is
	// not allowed there. Found at the keyword.
	BranchKeyword Code = "branch-keyword"
	// BranchMetadata: a branch of allOf, anyOf, oneOf or not specifies metadata.
	// Found at the schema of metadata.
	BranchMetadata Code = "branch-metadata"
	// BranchUndeclared: a branch of the root schema specifies a property or items
	// that are not declared outside of the branches. Found where the declaration is
	// missing.
	BranchUndeclared Code = "branch-undeclared"
)

const (
	TypeRequiredAtRoot               = "must not be empty at the root"
	TypeRequiredForItems             = "must not be empty for specified array items"
	TypeRequiredForFields            = "must not be empty for specified object fields"
	RootTypeDetail                   = "must be object at the root"
	RootAdditionalPropertiesDetail   = "must not be used at the root"
	RootMetadataDetail               = "must not specify anything other than name and generateName, but metadata is implicitly specified"
	ItemsRequiredDetail              = "must be specified"
	IntOrStringAloneDetail           = "must be false if x-kubernetes-int-or-string is true"
	EmbeddedResourceTypeDetail       = "must be object if x-kubernetes-embedded-resource is true"
	EmbeddedResourceAdditionalDetail = "must not be used if x-kubernetes-embedded-resource is set"
	EmbeddedResourcePropertiesDetail = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields"
	BranchMustBeEmpty                = "must be empty to be structural"
	BranchMustBeUndefined            = "must be undefined to be structural"
	BranchMustBeFalse                = "must be false to be structural"
	BranchMetadataDetail             = "must not be specified in a nested context"
	BranchUndeclaredDetail           = "because it is defined in " // followed by the path in the branches
)

// ResourceFieldTypeDetail words a [ResourceFieldType] error for a type: "object".
func ResourceFieldTypeDetail(want string) string { return "must be " + want }

// PatternSyntaxDetail words a [PatternSyntax] error. err comes from package regexp/syntax.
func PatternSyntaxDetail(err error) string {
	return "must be a valid regular expression, but isn't: " + err.Error()
}

// Errors of the keyword rules.
const (
	// TypeUnsupported: a schema has a type that Kubernetes does not support. Found
	// at the type.
	TypeUnsupported Code = "type-unsupported"
	// TypeNull: a schema has the type null. Found at the type.
	TypeNull Code = "type-null"
	// DefaultForbidden: a schema has a default where the server allows none. Found
	// at the default.
	DefaultForbidden Code = "default-forbidden"
	// EmbeddedResourceInMetadata: apiVersion, kind or metadata of a resource has
	// an embedded resource in it. Found at the keyword.
	EmbeddedResourceInMetadata Code = "embedded-resource-in-metadata"
	// UniqueItemsForbidden: uniqueItems is true. Found at the keyword.
	UniqueItemsForbidden Code = "unique-items-forbidden"
	// AdditionalAndProperties: a schema has both properties and
	// additionalProperties. Found at additionalProperties.
	AdditionalAndProperties Code = "additional-and-properties"
	// ListTypeUnsupported: the value of x-kubernetes-list-type is not supported.
	// Found at the keyword.
	ListTypeUnsupported Code = "list-type-unsupported"
	// ListTypeNotArray: a schema with x-kubernetes-list-type does not have the type
	// array. Found at its type.
	ListTypeNotArray Code = "list-type-not-array"
	// SetItemsNotAtomic: the items of a list of type set are lists or objects that
	// are not atomic. Found at the list type or map type of the items.
	SetItemsNotAtomic Code = "set-items-not-atomic"
	// ListItemsNullable: the items of a list of type set or map are nullable.
	// Found at nullable of the items.
	ListItemsNullable Code = "list-items-nullable"
	// MapListItemsRequired: a list of type map lacks items. Found at items.
	MapListItemsRequired Code = "map-list-items-required"
	// MapListItemsSingle: the items of a list of type map are a list of schemas,
	// not a single schema. Found at items.
	MapListItemsSingle Code = "map-list-items-single"
	// MapListItemsType: the items of a list of type map are not objects. Found at
	// the type of the items.
	MapListItemsType Code = "map-list-items-type"
	// ListMapKeysRequired: a list of type map lacks x-kubernetes-list-map-keys.
	// Found at the keyword.
	ListMapKeysRequired Code = "list-map-keys-required"
	// ListMapKeysNotMap: a list with x-kubernetes-list-map-keys is not of type map.
	// Found at x-kubernetes-list-type.
	ListMapKeysNotMap Code = "list-map-keys-not-map"
	// ListMapKeyUndeclared: a list map key is not a property of the items. Found at
	// x-kubernetes-list-map-keys.
	ListMapKeyUndeclared Code = "list-map-key-undeclared"
	// ListMapKeyDuplicate: a list map key is listed twice. Found at
	// x-kubernetes-list-map-keys.
	ListMapKeyDuplicate Code = "list-map-key-duplicate"
	// ListMapKeyType: a list map key is an array or an object. Found at the type
	// of the property.
	ListMapKeyType Code = "list-map-key-type"
	// ListMapKeyOptional: a list map key is neither required nor has a default.
	// Found at the default of the property.
	ListMapKeyOptional Code = "list-map-key-optional"
	// ListMapKeyNullable: a list map key is nullable. Found at nullable of the
	// property.
	ListMapKeyNullable Code = "list-map-key-nullable"
	// MapTypeUnsupported: the value of x-kubernetes-map-type is not supported.
	// Found at the keyword.
	MapTypeUnsupported Code = "map-type-unsupported"
	// MapTypeNotObject: a schema with x-kubernetes-map-type does not have the type
	// object. Found at its type.
	MapTypeNotObject Code = "map-type-not-object"
	// StatusRootType: the type of the root schema is not object although the status
	// subresource is enabled. Found at its type.
	StatusRootType Code = "status-root-type"
	// StatusRootKeyword: the root schema has a keyword that is not allowed if the
	// status subresource is enabled. Found at the root.
	StatusRootKeyword Code = "status-root-keyword"
)

const (
	ItemsListDetail                  = "items must be a schema object and not an array"
	PreserveFalseDetail              = "must be true or undefined"
	TypeNullDetail                   = "type cannot be set to null, use nullable as an alternative"
	EmbeddedResourceInMetadataDetail = "must not be used inside of resource meta"
	UniqueItemsForbiddenDetail       = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
	AdditionalAndPropertiesDetail    = "additionalProperties and properties are mutual exclusive"
	ListTypeNotArrayDetail           = "must be array if x-kubernetes-list-type is specified"
	SetItemsNotAtomicDetail          = "must be atomic as item of a list with x-kubernetes-list-type=set"
	MapListItemsRequiredDetail       = "must have a schema if x-kubernetes-list-type is map"
	MapListItemsSingleDetail         = "must only have a single schema if x-kubernetes-list-type is map"
	MapListItemsTypeDetail           = "must be object if parent array's x-kubernetes-list-type is map"
	ListMapKeysRequiredDetail        = "must not be empty if x-kubernetes-list-type is map"
	ListMapKeysNotMapDetail          = "must be map if x-kubernetes-list-map-keys is non-empty"
	ListMapKeyUndeclaredDetail       = "entries must all be names of item properties"
	ListMapKeyDuplicateDetail        = "must not contain duplicate entries"
	ListMapKeyTypeDetail             = "must be a scalar type if parent array's x-kubernetes-list-type is map"
	ListMapKeyOptionalDetail         = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"
	ListMapKeyNullableDetail         = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"
	MapTypeNotObjectDetail           = "must be object if x-kubernetes-map-type is specified"
	StatusRootTypeDetail             = `only "object" is allowed as the type at the root of the schema if the status subresource is enabled`
	StatusRootKeywordDetail          = "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength " +
		"Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] " +
		"fields are allowed at the root of the schema if the status subresource is enabled"
)

// UnsupportedKeywordDetail words an [UnsupportedKeyword] error.
func UnsupportedKeywordDetail(keyword string) string { return keyword + " is not supported" }

// DefaultForbiddenDetail words a [DefaultForbidden] error. where is for example "in
// top-level metadata".
func DefaultForbiddenDetail(where string) string { return "must not be set " + where }

// ListItemsNullableDetail words a [ListItemsNullable] error for a list type.
func ListItemsNullableDetail(listType string) string {
	return "cannot be nullable when x-kubernetes-list-type is " + listType
}

// SupportedValues words an error of the kind NotSupported.
func SupportedValues(values ...string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return "supported values: " + strings.Join(quoted, ", ")
}
