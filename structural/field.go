package structural

import "iter"

// Governor says which keyword governs a field of an object.
type Governor uint8

const (
	// Undeclared is a field that the schema does not know.
	Undeclared Governor = iota
	// Declared is a field under properties.
	Declared
	// Additional is a field under additionalProperties, which may be a schema,
	// true or false.
	Additional
)

// Field is the schema that governs the field called name of an object under s,
// and the keyword it comes from: properties win over additionalProperties. The
// schema is nil for an undeclared field and where additionalProperties is only
// true or false.
//
// Rule: every walk of k8s.io/apiextensions-apiserver/pkg/apiserver/schema that
// looks at one schema per field (pruning, defaulting, metadata coercion).
func (s *Schema) Field(name string) (*Schema, Governor) {
	if s == nil {
		return nil, Undeclared
	}
	if p := s.Property(name); p != nil {
		return p, Declared
	}
	if s.flags&(additionalAllowed|additionalDenied) != 0 {
		return s.additional, Additional
	}
	return nil, Undeclared
}

// Property is the schema under properties called name, nil if there is none.
func (s *Schema) Property(name string) *Schema {
	if i := s.PropertyIndex(name); i >= 0 {
		return s.properties[i].schema
	}
	return nil
}

// Properties are the declared properties in byte order of their names.
func (s *Schema) Properties() iter.Seq2[string, *Schema] {
	return func(yield func(string, *Schema) bool) {
		if s == nil {
			return
		}
		for i := range s.properties {
			if !yield(s.properties[i].name, s.properties[i].schema) {
				return
			}
		}
	}
}

// NumProperties is the number of declared properties.
func (s *Schema) NumProperties() int {
	if s == nil {
		return 0
	}
	return len(s.properties)
}

// PropertyAt is the i-th of [Schema.Properties], 0 <= i <
// [Schema.NumProperties].
func (s *Schema) PropertyAt(i int) (string, *Schema) {
	p := &s.properties[i]
	return p.name, p.schema
}

// NumDefaulted is the number of properties that hold a default themselves or
// somewhere below; see [Schema.Defaulted].
func (s *Schema) NumDefaulted() int {
	if s == nil {
		return 0
	}
	return len(s.defaulted)
}

// Defaulted is the i-th property that holds a default itself or somewhere
// below, in byte order of the names, 0 <= i < [Schema.NumDefaulted].
func (s *Schema) Defaulted(i int) (string, *Schema) {
	p := &s.defaulted[i]
	return p.name, p.schema
}

// Items is the schema of list elements, nil if none is given as one schema.
func (s *Schema) Items() *Schema {
	if s == nil {
		return nil
	}
	return s.items
}

// AdditionalProperties is the schema of undeclared fields, nil if there is
// none or additionalProperties is only true or false.
func (s *Schema) AdditionalProperties() *Schema {
	if s == nil {
		return nil
	}
	return s.additional
}

// AllowsAdditional tells whether additionalProperties is true or a schema.
func (s *Schema) AllowsAdditional() bool { return s.has(additionalAllowed) }

// DeniesAdditional tells whether additionalProperties is false.
func (s *Schema) DeniesAdditional() bool { return s.has(additionalDenied) }
