package structural

import (
	"slices"

	"github.com/seed95800270/crdschema/structural/facts"
)

// Type returns the JSON type that values must have, or [NoType] if the schema
// specifies none.
func (s *Schema) Type() Type {
	if s == nil {
		return NoType
	}
	return s.typ
}

// TypeName returns the type as written in the schema.
func (s *Schema) TypeName() string {
	if s == nil {
		return ""
	}
	if s.typ == OtherType {
		return s.rare.otherType
	}
	return typeNames[s.typ]
}

// Nullable reports whether null is an allowed value: it is then neither dropped
// nor replaced by a default.
func (s *Schema) Nullable() bool { return s.has(nullable) }

// PreservesUnknownFields reports whether x-kubernetes-preserve-unknown-fields is
// true for s itself. Declared properties do not inherit it.
func (s *Schema) PreservesUnknownFields() bool { return s.has(preserveUnknown) }

// EmbeddedResource reports whether x-kubernetes-embedded-resource is true.
func (s *Schema) EmbeddedResource() bool { return s.has(embeddedResource) }

// IntOrString reports whether x-kubernetes-int-or-string is true.
func (s *Schema) IntOrString() bool { return s.has(intOrString) }

// UniqueItems reports whether uniqueItems is true. The server rejects it when a CRD is written.
func (s *Schema) UniqueItems() bool { return s.has(uniqueItems) }

// HasDefault reports whether s itself has a default. A null default counts as none.
func (s *Schema) HasDefault() bool { return s != nil && s.def != nil }

// Default returns a copy of the default of s itself, or nil without one.
func (s *Schema) Default() any {
	if s == nil {
		return nil
	}
	return Clone(s.def)
}

// Holds reports whether s or a schema below it has one of the given facts. The
// packages of this module use it to skip schemas that do not concern them. The
// facts are defined in an internal package and are not part of the API.
func (s *Schema) Holds(f facts.Facts) bool { return s != nil && s.facts&f != 0 }

// Rules returns a copy of the x-kubernetes-validations of s itself, in their
// order.
func (s *Schema) Rules() []Rule {
	if s == nil || s.rare == nil {
		return nil
	}
	out := slices.Clone(s.rare.rules)
	for i := range out {
		out[i].Reason = copyOf(out[i].Reason)
		out[i].OptionalOldSelf = copyOf(out[i].OptionalOldSelf)
	}
	return out
}

// NumRules returns the length of [Schema.Rules] without copying them.
func (s *Schema) NumRules() int {
	if s == nil || s.rare == nil {
		return 0
	}
	return len(s.rare.rules)
}

// ListType returns x-kubernetes-list-type. ok is false if it is absent.
func (s *Schema) ListType() (listType string, ok bool) {
	if s == nil || s.rare == nil {
		return "", false
	}
	return deref(s.rare.listType)
}

// MapType returns x-kubernetes-map-type. ok is false if it is absent.
func (s *Schema) MapType() (mapType string, ok bool) {
	if s == nil || s.rare == nil {
		return "", false
	}
	return deref(s.rare.mapType)
}

// ListMapKeys returns a copy of x-kubernetes-list-map-keys, in their order.
func (s *Schema) ListMapKeys() []string {
	if s == nil || s.rare == nil {
		return nil
	}
	return slices.Clone(s.rare.listMapKeys)
}

// Description returns the description, or "" if it is absent or if the schema was read with
// [WithoutDocumentation].
func (s *Schema) Description() string { return s.documentation().description }

// Title returns the title, or "" as [Schema.Description] does.
func (s *Schema) Title() string { return s.documentation().title }

// Example returns a copy of the example, or nil if it is absent or if the schema was read with
// [WithoutDocumentation].
func (s *Schema) Example() any { return Clone(s.documentation().example) }

// ExternalDocs returns a copy of externalDocs, or nil if it is absent or if the schema was read
// with [WithoutDocumentation].
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

// RestrictsValues reports whether s itself has one of the keywords that
// [Schema.StripValueValidations] removes.
func (s *Schema) RestrictsValues() bool { return s != nil && (s.value != nil || s.has(valueFlags)) }

// Format returns the format, or "" without one.
func (s *Schema) Format() string {
	if s == nil || s.value == nil {
		return ""
	}
	return s.value.format
}

// Pattern returns the pattern, or "" without one.
func (s *Schema) Pattern() string {
	if s == nil || s.value == nil {
		return ""
	}
	return s.value.pattern
}

// Required returns a copy of the names of the required properties, in their
// order.
func (s *Schema) Required() []string { return slices.Clone(s.validation().required) }

// Enum returns a copy of the allowed values, in their order. nil elements are
// nulls.
func (s *Schema) Enum() []any {
	if enum := s.validation().enum; enum != nil {
		return Clone(enum)
	}
	return nil
}

// AllOf returns the schemas that a value must match, all of them.
func (s *Schema) AllOf() []*Schema { return slices.Clone(s.junctors().allOf) }

// AnyOf returns the schemas that a value must match, at least one of them.
func (s *Schema) AnyOf() []*Schema { return slices.Clone(s.junctors().anyOf) }

// OneOf returns the schemas that a value must match, exactly one of them.
func (s *Schema) OneOf() []*Schema { return slices.Clone(s.junctors().oneOf) }

// Not returns the schema that a value must not match, or nil.
func (s *Schema) Not() *Schema { return s.junctors().not }

func (s *Schema) validation() valueValidation {
	if s == nil || s.value == nil {
		return valueValidation{}
	}
	return *s.value
}

func (s *Schema) junctors() junctors {
	if v := s.validation(); v.junctors != nil {
		return *v.junctors
	}
	return junctors{}
}
