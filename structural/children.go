package structural

import "iter"

// FieldSource is the keyword that specifies a field of an object.
type FieldSource uint8

const (
	// Undeclared is the source of a field that the schema does not specify.
	Undeclared FieldSource = iota
	// FromProperties is the source of a field that properties declares.
	FromProperties
	// FromAdditional is the source of a field that additionalProperties covers,
	// whether it is a schema, true or false.
	FromAdditional
)

// Field returns the schema of the field called name in an object with schema s, and the
// keyword that specifies it: properties before additionalProperties. The schema is nil for
// an undeclared field, and if additionalProperties is true or false.
//
// Rule: every walk of k8s.io/apiextensions-apiserver/pkg/apiserver/schema that looks at
// one schema per field (pruning, defaulting, metadata coercion).
func (s *Schema) Field(name string) (*Schema, FieldSource) {
	if s == nil {
		return nil, Undeclared
	}
	if p := s.Property(name); p != nil {
		return p, FromProperties
	}
	if s.flags&(additionalAllowed|additionalDenied) != 0 {
		return s.additional, FromAdditional
	}
	return nil, Undeclared
}

// Property returns the schema that properties declares for name, or nil.
func (s *Schema) Property(name string) *Schema {
	if i := s.PropertyIndex(name); i >= 0 {
		return s.properties[i].schema
	}
	return nil
}

// Properties returns the declared properties in byte order of their names.
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

// NumProperties returns the number of declared properties.
func (s *Schema) NumProperties() int {
	if s == nil {
		return 0
	}
	return len(s.properties)
}

// PropertyAt returns the i-th of [Schema.Properties].
func (s *Schema) PropertyAt(i int) (string, *Schema) {
	p := &s.properties[i]
	return p.name, p.schema
}

// Defaulted returns the i-th property, counted from 0, with a default in its schema or below it,
// in byte order of the names, or false if there are not so many.
func (s *Schema) Defaulted(i int) (name string, property *Schema, ok bool) {
	if s == nil || i >= len(s.defaulted) {
		return "", nil, false
	}
	p := &s.defaulted[i]
	return p.name, p.schema, true
}

// Items returns the schema of list elements, nil if items is absent or a list of schemas.
func (s *Schema) Items() *Schema {
	if s == nil {
		return nil
	}
	return s.items
}

// AdditionalProperties returns the schema of undeclared fields, nil if
// additionalProperties is absent, true or false.
func (s *Schema) AdditionalProperties() *Schema {
	if s == nil {
		return nil
	}
	return s.additional
}

// AllowsAdditional reports whether additionalProperties is true or a schema.
func (s *Schema) AllowsAdditional() bool { return s.has(additionalAllowed) }

// DeniesAdditional reports whether additionalProperties is false.
func (s *Schema) DeniesAdditional() bool { return s.has(additionalDenied) }

// Schemas returns s and all schemas below it, including branches of allOf, anyOf, oneOf
// and not and the schemas of keywords that Kubernetes does not support, always in the same
// order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation, SchemaHas.
func (s *Schema) Schemas() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) { s.visit(yield) }
}

func (s *Schema) visit(yield func(*Schema) bool) bool {
	if s == nil {
		return true
	}
	if !yield(s) || !s.items.visit(yield) || !s.additional.visit(yield) || !visitNamed(s.properties, yield) {
		return false
	}
	j := s.junctors()
	return visitList(j.allOf, yield) && visitList(j.anyOf, yield) && visitList(j.oneOf, yield) &&
		j.not.visit(yield) && s.legacyKeywords().visit(yield)
}

func (s *Schema) legacyKeywords() *legacy {
	if s.rare == nil {
		return nil
	}
	return s.rare.legacy
}

func (l *legacy) visit(yield func(*Schema) bool) bool {
	if l == nil {
		return true
	}
	if l.additionalItems != nil && !l.additionalItems.schema.visit(yield) {
		return false
	}
	for _, d := range l.dependencies {
		if !d.schema.visit(yield) {
			return false
		}
	}
	return visitList(l.itemsList, yield) && visitNamed(l.patternProperties, yield) && visitNamed(l.definitions, yield)
}

func visitList(schemas []*Schema, yield func(*Schema) bool) bool {
	for _, s := range schemas {
		if !s.visit(yield) {
			return false
		}
	}
	return true
}

func visitNamed(schemas []property, yield func(*Schema) bool) bool {
	for _, p := range schemas {
		if !p.schema.visit(yield) {
			return false
		}
	}
	return true
}

// UsesExtensions reports whether any of [Schema.Schemas] has an x-kubernetes
// keyword besides x-kubernetes-map-type. The server then requires a structural
// schema, even in updates of CRDs that never had one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// schemaHasKubernetesExtensions.
func (s *Schema) UsesExtensions() bool {
	for node := range s.Schemas() {
		if node.has(embeddedResource|preserveUnknown|preserveFalse|intOrString) || node.rare.extends() {
			return true
		}
	}
	return false
}

func (m *rareKeywords) extends() bool {
	return m != nil && (len(m.listMapKeys) > 0 || m.texts[listTypeText] != nil || len(m.rules) > 0)
}
