package structural

import "slices"

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
