package structural

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/facts"
)

// Type is the demanded JSON type, [NoType] if none is named.
func (s *Schema) Type() Type {
	if s == nil {
		return NoType
	}
	return s.typ
}

// TypeName is the type as written in the schema.
func (s *Schema) TypeName() string {
	if s == nil {
		return ""
	}
	if s.typ == OtherType {
		return s.more.otherType
	}
	return typeNames[s.typ]
}

// Nullable tells whether null is a value of its own here: it is then neither
// dropped nor replaced by a default.
func (s *Schema) Nullable() bool { return s.has(nullable) }

// PreservesUnknownFields tells whether x-kubernetes-preserve-unknown-fields is
// true at this node. It is not inherited by declared children.
func (s *Schema) PreservesUnknownFields() bool { return s.has(preserveUnknown) }

// EmbeddedResource tells whether x-kubernetes-embedded-resource is true.
func (s *Schema) EmbeddedResource() bool { return s.has(embeddedResource) }

// IntOrString tells whether x-kubernetes-int-or-string is true.
func (s *Schema) IntOrString() bool { return s.has(intOrString) }

// UniqueItems tells whether uniqueItems is true, which a server refuses.
func (s *Schema) UniqueItems() bool { return s.has(uniqueItems) }

// HasDefault tells whether the node itself has a default; null is none.
func (s *Schema) HasDefault() bool { return s != nil && s.def != nil }

// Default is a copy of the node's default, nil if there is none.
func (s *Schema) Default() any {
	if s == nil {
		return nil
	}
	return Clone(s.def)
}

// Holds reports whether s or a schema below it has one of the given facts. It
// is how the packages of this module skip what does not concern them; the facts
// are in an internal package and no part of the API.
func (s *Schema) Holds(f facts.Facts) bool { return s != nil && s.facts&f != 0 }

// Rules are the x-kubernetes-validations of the node, in their order.
func (s *Schema) Rules() []Rule {
	if s == nil || s.more == nil {
		return nil
	}
	out := slices.Clone(s.more.rules)
	for i := range out {
		out[i].Reason = copyOf(out[i].Reason)
		out[i].OptionalOldSelf = copyOf(out[i].OptionalOldSelf)
	}
	return out
}

// NumRules is the number of [Schema.Rules].
func (s *Schema) NumRules() int {
	if s == nil || s.more == nil {
		return 0
	}
	return len(s.more.rules)
}

// ListType is x-kubernetes-list-type; ok is false if it is not given.
func (s *Schema) ListType() (listType string, ok bool) {
	if s == nil || s.more == nil {
		return "", false
	}
	return deref(s.more.listType)
}

// MapType is x-kubernetes-map-type; ok is false if it is not given.
func (s *Schema) MapType() (mapType string, ok bool) {
	if s == nil || s.more == nil {
		return "", false
	}
	return deref(s.more.mapType)
}

// ListMapKeys are the x-kubernetes-list-map-keys in their order.
func (s *Schema) ListMapKeys() []string {
	if s == nil || s.more == nil {
		return nil
	}
	return slices.Clone(s.more.listMapKeys)
}

// Description is the description, empty if there is none or if the schema was
// made with [WithoutDocumentation].
func (s *Schema) Description() string { return s.documentation().description }

// Title is the title, with the same exception as for Description.
func (s *Schema) Title() string { return s.documentation().title }

// Example is a copy of the example, with the same exception.
func (s *Schema) Example() any { return Clone(s.documentation().example) }

// ExternalDocs is a copy of externalDocs or nil, with the same exception.
func (s *Schema) ExternalDocs() *ExternalDocs { return copyOf(s.documentation().externalDocs) }

func (s *Schema) documentation() documentation {
	if s == nil || s.doc == nil {
		return documentation{}
	}
	return *s.doc
}

func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

func deref(p *string) (string, bool) {
	if p == nil {
		return "", false
	}
	return *p, true
}

// RestrictsValues tells whether the node has any keyword that restricts values
// and does not shape them: those that [Schema.StripValueValidations] takes away.
// The nil schema restricts nothing.
func (s *Schema) RestrictsValues() bool { return s != nil && (s.value != nil || s.has(valueFlags)) }

// Format is the format keyword, empty if there is none.
func (s *Schema) Format() string {
	if s == nil || s.value == nil {
		return ""
	}
	return s.value.format
}

// Pattern is the pattern keyword, empty if there is none.
func (s *Schema) Pattern() string {
	if s == nil || s.value == nil {
		return ""
	}
	return s.value.pattern
}

// Required are the required properties in their order.
func (s *Schema) Required() []string { return slices.Clone(s.validation().required) }

// Enum is a copy of the allowed values in their order; nil elements are nulls.
func (s *Schema) Enum() []any {
	if enum := s.validation().enum; enum != nil {
		return Clone(enum)
	}
	return nil
}

// Maximum is the upper bound of numbers, and whether the bound itself is
// excluded; ok is false if there is none.
func (s *Schema) Maximum() (limit float64, exclusive, ok bool) {
	b := s.limits()
	return b.maximum, s.has(exclusiveMaximum), b.set&maximumSet != 0
}

// Minimum is the lower bound of numbers, and whether the bound itself is
// excluded; ok is false if there is none.
func (s *Schema) Minimum() (limit float64, exclusive, ok bool) {
	b := s.limits()
	return b.minimum, s.has(exclusiveMinimum), b.set&minimumSet != 0
}

// MultipleOf is the number that values are multiples of.
func (s *Schema) MultipleOf() (factor float64, ok bool) {
	b := s.limits()
	return b.multipleOf, b.set&multipleOfSet != 0
}

// MaxLength is the greatest length of a string in Unicode code points.
func (s *Schema) MaxLength() (limit int64, ok bool) {
	b := s.limits()
	return b.maxLength, b.set&maxLengthSet != 0
}

// MinLength is the smallest length of a string in Unicode code points.
func (s *Schema) MinLength() (limit int64, ok bool) {
	b := s.limits()
	return b.minLength, b.set&minLengthSet != 0
}

// MaxItems is the greatest number of list elements.
func (s *Schema) MaxItems() (limit int64, ok bool) {
	b := s.limits()
	return b.maxItems, b.set&maxItemsSet != 0
}

// MinItems is the smallest number of list elements.
func (s *Schema) MinItems() (limit int64, ok bool) {
	b := s.limits()
	return b.minItems, b.set&minItemsSet != 0
}

// MaxProperties is the greatest number of fields of an object.
func (s *Schema) MaxProperties() (limit int64, ok bool) {
	b := s.limits()
	return b.maxProperties, b.set&maxPropertiesSet != 0
}

// MinProperties is the smallest number of fields of an object.
func (s *Schema) MinProperties() (limit int64, ok bool) {
	b := s.limits()
	return b.minProperties, b.set&minPropertiesSet != 0
}

// AllOf are the schemas that a value must match all.
func (s *Schema) AllOf() []*Schema { return slices.Clone(s.junctors().allOf) }

// AnyOf are the schemas of which a value must match one or more.
func (s *Schema) AnyOf() []*Schema { return slices.Clone(s.junctors().anyOf) }

// OneOf are the schemas of which a value must match exactly one.
func (s *Schema) OneOf() []*Schema { return slices.Clone(s.junctors().oneOf) }

// Not is the schema that a value must not match, nil if there is none.
func (s *Schema) Not() *Schema { return s.junctors().not }

func (s *Schema) validation() valueValidation {
	if s == nil || s.value == nil {
		return valueValidation{}
	}
	return *s.value
}

func (s *Schema) bounds() bounds { return *s.limits() }

// limits are not to be written to.
func (s *Schema) limits() *bounds {
	if s == nil || s.value == nil || s.value.bounds == nil {
		return &unbounded
	}
	return s.value.bounds
}

var unbounded bounds

func (s *Schema) junctors() junctors {
	if v := s.validation(); v.junctors != nil {
		return *v.junctors
	}
	return junctors{}
}
