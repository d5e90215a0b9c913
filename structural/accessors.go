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

// HasDefault reports whether s itself has a default. A null default counts as none.
func (s *Schema) HasDefault() bool { return s != nil && s.def != nil }

// Default returns a copy of the default of s itself, or nil without one.
func (s *Schema) Default() any {
	if s == nil {
		return nil
	}
	return Clone(s.def)
}

// Holds reports whether s or a schema below it has one of the given facts. The packages of
// this module use it to skip schemas that do not concern them.
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

// Example returns a copy of the example, or nil as [Schema.Description] does.
func (s *Schema) Example() any { return Clone(s.documentation().example) }

// ExternalDocs returns a copy of externalDocs, or nil as [Schema.Description] does.
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

// Required returns a copy of the names of the required properties, in their
// order.
func (s *Schema) Required() []string { return slices.Clone(s.validation().required) }

// Enum returns a copy of the allowed values, in their order.
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
