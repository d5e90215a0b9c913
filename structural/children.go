package structural

import "iter"

// FieldSource says which keyword governs a field of an object.
type FieldSource uint8

const (
	// Undeclared is a field that the schema does not know.
	Undeclared FieldSource = iota
	// FromProperties is a field under properties.
	FromProperties
	// FromAdditional is a field under additionalProperties, which may be a schema,
	// true or false.
	FromAdditional
)

// Field is the schema that governs the field called name of an object under s,
// and the keyword it comes from: properties win over additionalProperties. The
// schema is nil for an undeclared field and where additionalProperties is only
// true or false.
//
// Rule: every walk of k8s.io/apiextensions-apiserver/pkg/apiserver/schema that
// looks at one schema per field (pruning, defaulting, metadata coercion).
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

// Schemas is every schema in s: s itself, then whatever is below it, also
// branches of junctors and the schemas of keywords that Kubernetes does not
// support. The order is the same every time.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// SchemaHas.
func (s *Schema) Schemas() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) { s.visit(yield) }
}

// visit reports whether to go on.
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
	if s.more == nil {
		return nil
	}
	return s.more.legacy
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

// UsesExtensions tells whether any schema in s has an x-kubernetes keyword,
// x-kubernetes-map-type excepted: a server then insists on a structural schema,
// also in updates of definitions that never had one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// schemaHasKubernetesExtensions.
func (s *Schema) UsesExtensions() bool {
	for node := range s.Schemas() {
		if node.has(embeddedResource|preserveUnknown|preserveFalse|intOrString) || node.more.extends() {
			return true
		}
	}
	return false
}

func (m *more) extends() bool {
	return m != nil && (len(m.listMapKeys) > 0 || m.listType != nil || len(m.rules) > 0)
}
