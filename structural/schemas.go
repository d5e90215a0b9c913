package structural

import "iter"

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
