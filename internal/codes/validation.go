package codes

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// The errors of structural/validation: values that do not satisfy their schema.
// The server's texts name a value by its path with dots, here called name.

const (
	// Type: the type of a value is not the one that its schema requires. Found at
	// the value.
	Type Code = "type"
	// Format: a string does not have the format of its schema, or the format does
	// not apply to the type of a default. Found at the value.
	Format Code = "format"
	// MaxLength: a string has more characters than maxLength. Found at the string.
	MaxLength Code = "max-length"
	// MinLength: a string has fewer characters than minLength. Found at the string.
	MinLength Code = "min-length"
	// Pattern: a string does not match pattern, or pattern is not a valid regular
	// expression. Found at the string.
	Pattern Code = "pattern"
	// Enum: a value equals no element of enum. Found at the value.
	Enum Code = "enum"
	// NumberRange: a number is out of the range of its type and format, such as
	// int32. Found at the number.
	NumberRange Code = "number-range"
	// BoundRange: minimum, maximum or multipleOf of the schema is out of the range
	// of the type and format, so that no number is valid. Found at the number.
	BoundRange Code = "bound-range"
	// MultipleOf: a number is not a multiple of multipleOf. Found at the number.
	MultipleOf Code = "multiple-of"
	// MultipleOfPositive: multipleOf of the schema is not positive, so that no
	// number is valid. Found at the number.
	MultipleOfPositive Code = "multiple-of-positive"
	// Minimum: a number is less than minimum, or equal with exclusiveMinimum. Found
	// at the number.
	Minimum Code = "minimum"
	// Maximum: a number is greater than maximum, or equal with exclusiveMaximum.
	// Found at the number.
	Maximum Code = "maximum"
	// MinItems: a list has fewer items than minItems. Found at the list.
	MinItems Code = "min-items"
	// MaxItems: a list has more items than maxItems. Found at the list.
	MaxItems Code = "max-items"
	// UniqueItems: a list has equal items although uniqueItems is true. Found at the
	// list.
	UniqueItems Code = "unique-items"
	// MinProperties: an object has fewer fields than minProperties. Found at the
	// object.
	MinProperties Code = "min-properties"
	// MaxProperties: an object has more fields than maxProperties. Found at the
	// object.
	MaxProperties Code = "max-properties"
	// Required: an object lacks a required field. Found at the field.
	Required Code = "required"
	// AdditionalProperties: an object has a field that is not in properties, and
	// additionalProperties is false. Found at the field.
	AdditionalProperties Code = "additional-properties"
	// AnyOf: a value satisfies no schema of anyOf. Found at the value.
	AnyOf Code = "any-of"
	// OneOf: a value satisfies none or several of the schemas of oneOf. Found at
	// the value.
	OneOf Code = "one-of"
	// AllOf: a value does not satisfy all schemas of allOf. Found at the value.
	AllOf Code = "all-of"
	// Not: a value satisfies the schema of not. Found at the value.
	Not Code = "not"
)

// TypeDetail words a [Type] or [Format] error. got is the type of the value, or the
// string.
func TypeDetail(name, want, got string) string {
	return name + " in body must be of type " + want + ": " + strconv.Quote(got)
}

// MaxLengthDetail words a [MaxLength] error. They say bytes, as the server does, although
// characters are counted.
func MaxLengthDetail(limit int64) string {
	switch {
	case limit < 0:
		return "value is too long"
	case limit == 1:
		return "may not be more than 1 byte"
	default:
		return fmt.Sprintf("may not be more than %d bytes", limit)
	}
}

// MaxLengthMessage words the message of a [MaxLength] error.
func MaxLengthMessage(name string, limit int64) string {
	return fmt.Sprintf("%s in body should be at most %d chars long", name, limit)
}

// MinLengthDetail words a [MinLength] error.
func MinLengthDetail(name string, limit int64) string {
	return fmt.Sprintf("%s in body should be at least %d chars long", name, limit)
}

// PatternDetail words a [Pattern] error. err is why the pattern is not a regular
// expression, or nil.
func PatternDetail(name, pattern string, err error) string {
	if err != nil {
		pattern = fmt.Sprintf("%s, but pattern is invalid: %s", pattern, err)
	}
	return fmt.Sprintf("%s in body should match '%s'", name, pattern)
}

// EnumDetail words an [Enum] error: the allowed values, strings quoted and others as
// quoted JSON.
func EnumDetail(allowed []any) string {
	var b strings.Builder
	b.WriteString("supported values: ")
	for i, v := range allowed {
		if i > 0 {
			b.WriteString(", ")
		}
		s, ok := v.(string)
		if !ok {
			text, _ := json.Marshal(v) // does not fail for JSON values
			s = string(text)
		}
		b.WriteString(strconv.Quote(s))
	}
	return b.String()
}

// EnumMessage words the message of an [Enum] error. The allowed values follow.
func EnumMessage(name string) string { return name + " in body should be one of " }

// NumberRangeDetail words a [NumberRange] error. format is empty for the default format of
// the type.
func NumberRangeDetail(name, typeName, format string) string {
	return numberRangeDetail("Checked", name, typeName, format)
}

// BoundRangeDetail words a [BoundRange] error. bound is what the server calls the keyword,
// for example "Minimum boundary".
func BoundRangeDetail(bound, name, typeName, format string) string {
	return numberRangeDetail(bound, name, typeName, format)
}

func numberRangeDetail(what, name, typeName, format string) string {
	kind := "(default format)"
	if format != "" {
		kind = "with format " + format
	}
	return fmt.Sprintf("%s value must be of type %s %s in %s", what, typeName, kind, name)
}

// MultipleOfDetail words a [MultipleOf] error. The factor is an int64 or a float64.
func MultipleOfDetail(name string, factor any) string {
	return fmt.Sprintf("%s in body should be a multiple of %v", name, factor)
}

// MultipleOfPositiveDetail words a [MultipleOfPositive] error.
func MultipleOfPositiveDetail(name string, factor any) string {
	return fmt.Sprintf("factor MultipleOf declared for %s must be positive: %v", name, factor)
}

// MinimumDetail words a [Minimum] error. The limit is an int64 or a float64.
func MinimumDetail(name string, limit any) string {
	return fmt.Sprintf("%s in body should be greater than or equal to %v", name, limit)
}

// ExclusiveMinimumDetail words a [Minimum] error with exclusiveMinimum.
func ExclusiveMinimumDetail(name string, limit any) string {
	return fmt.Sprintf("%s in body should be greater than %v", name, limit)
}

// MaximumDetail words a [Maximum] error. The limit is an int64 or a float64.
func MaximumDetail(name string, limit any) string {
	return fmt.Sprintf("%s in body should be less than or equal to %v", name, limit)
}

// ExclusiveMaximumDetail words a [Maximum] error with exclusiveMaximum.
func ExclusiveMaximumDetail(name string, limit any) string {
	return fmt.Sprintf("%s in body should be less than %v", name, limit)
}

// MinItemsDetail words a [MinItems] error.
func MinItemsDetail(name string, limit int64) string {
	return fmt.Sprintf("%s in body should have at least %d items", name, limit)
}

// MaxItemsDetail words a [MaxItems] or [MaxProperties] error.
func MaxItemsDetail(limit int64) string {
	switch {
	case limit < 0:
		return "has too many items"
	case limit == 1:
		return "must have at most 1 item"
	default:
		return fmt.Sprintf("must have at most %d items", limit)
	}
}

// MaxItemsMessage words the message of a [MaxItems] error.
func MaxItemsMessage(name string, limit int64) string {
	return fmt.Sprintf("%s in body should have at most %d items", name, limit)
}

// UniqueItemsDetail words a [UniqueItems] error.
func UniqueItemsDetail(name string) string { return name + " in body shouldn't contain duplicates" }

// MinPropertiesDetail words a [MinProperties] error.
func MinPropertiesDetail(name string, limit int64) string {
	return fmt.Sprintf("%s in body should have at least %d properties", name, limit)
}

// MaxPropertiesMessage words the message of a [MaxProperties] error.
func MaxPropertiesMessage(name string, limit int64) string {
	return fmt.Sprintf("%s in body should have at most %d properties", name, limit)
}

// RequiredMessage words the message of a [Required] error.
func RequiredMessage(name, missing string) string {
	return name + "." + missing + " in body is required"
}

// AdditionalPropertiesDetail words an [AdditionalProperties] error. name is the name of
// the object.
func AdditionalPropertiesDetail(name, forbidden string) string {
	return fmt.Sprintf("%s.%s in body is a forbidden property", name, forbidden)
}

// AnyOfDetail words an [AnyOf] error.
func AnyOfDetail(name string) string {
	return fmt.Sprintf("%q must validate at least one schema (anyOf)", name)
}

// OneOfDetail words a [OneOf] error for a value that satisfies so many of the schemas.
func OneOfDetail(name string, valid int) string {
	if valid == 0 {
		return fmt.Sprintf("%q must validate one and only one schema (oneOf). Found none valid", name)
	}
	return fmt.Sprintf("%q must validate one and only one schema (oneOf). Found %d valid alternatives", name, valid)
}

// AllOfDetail words an [AllOf] error for a value that satisfies so many of the schemas.
func AllOfDetail(name string, valid int) string {
	none := ""
	if valid == 0 {
		none = ". None validated"
	}
	return fmt.Sprintf("%q must validate all the schemas (allOf)%s", name, none)
}

// NotDetail words a [Not] error.
func NotDetail(name string) string { return fmt.Sprintf("%q must not validate the schema (not)", name) }

// OfKeyword returns the codes of the errors about the values of a keyword of a schema, except
// for rules.
func OfKeyword(keyword string) []Code { return keywords[keyword] }

var keywords = map[string][]Code{
	"type": {Type}, "x-kubernetes-int-or-string": {Type}, "enum": {Enum}, "format": {Format, NumberRange},
	"pattern": {Pattern}, "minimum": {Minimum}, "maximum": {Maximum}, "multipleOf": {MultipleOf},
	"minLength": {MinLength}, "maxLength": {MaxLength}, "minItems": {MinItems}, "maxItems": {MaxItems},
	"minProperties": {MinProperties}, "maxProperties": {MaxProperties}, "required": {Required},
	"anyOf": {AnyOf}, "oneOf": {OneOf}, "not": {Not}, "x-kubernetes-list-type": {SetDuplicate, MapDuplicate},
	"allOf": {AllOf}, "uniqueItems": {UniqueItems}, "additionalProperties": {AdditionalProperties},
}
