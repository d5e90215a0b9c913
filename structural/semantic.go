package structural

import (
	"cmp"
	"slices"
)

// SemanticEqual reports whether the server considers two schemas equal: all keywords,
// documentation included, are equal, and an empty list or map equals an absent one.
// Defaults, examples and enums are compared with [Equal], for which an empty value differs
// from an absent one.
//
// The server compares so whether the versions of a CRD share a schema, and whether an
// update changes the schema of a version or the CRD.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual.
func SemanticEqual(a, b *Schema) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	}
	return a.flags&^documentationFlags == b.flags&^documentationFlags && a.TypeName() == b.TypeName() &&
		Equal(a.def, b.def) && semanticEqualNamed(a.properties, b.properties) &&
		SemanticEqual(a.items, b.items) && SemanticEqual(a.additional, b.additional) &&
		a.validation().semanticEqual(b.validation()) && *a.limits() == *b.limits() &&
		a.junctors().semanticEqual(b.junctors()) && a.semanticEqualRare(b)
}

// documentationFlags are the flags that repeat what documentation holds.
const documentationFlags = hasDescription | hasTitle | hasExternalDocs | hasExample

func (v valueValidation) semanticEqual(w valueValidation) bool {
	return v.texts == w.texts && slices.Equal(v.required, w.required) &&
		slices.EqualFunc(v.enum, w.enum, Equal)
}

func (j junctors) semanticEqual(k junctors) bool {
	return semanticEqualSchemas(j.allOf, k.allOf) && semanticEqualSchemas(j.anyOf, k.anyOf) &&
		semanticEqualSchemas(j.oneOf, k.oneOf) && SemanticEqual(j.not, k.not)
}

func semanticEqualSchemas(a, b []*Schema) bool { return slices.EqualFunc(a, b, SemanticEqual) }

func semanticEqualNamed(a, b []property) bool {
	return slices.EqualFunc(a, b, func(p, q property) bool {
		return p.name == q.name && SemanticEqual(p.schema, q.schema)
	})
}

func (s *Schema) semanticEqualRare(o *Schema) bool {
	m, n := cmp.Or(s.rare, &rareKeywords{}), cmp.Or(o.rare, &rareKeywords{})
	return slices.EqualFunc(m.rules, n.rules, Rule.semanticEqual) &&
		m.texts.equals(&n.texts) &&
		slices.Equal(m.listMapKeys, n.listMapKeys) && s.documentation().semanticEqual(o.documentation()) &&
		cmp.Or(m.legacy, &legacy{}).semanticEqual(cmp.Or(n.legacy, &legacy{}))
}

func (r Rule) semanticEqual(q Rule) bool {
	return r.Rule == q.Rule && r.Message == q.Message && r.MessageExpression == q.MessageExpression &&
		equalPointers(r.Reason, q.Reason) && r.FieldPath == q.FieldPath && equalPointers(r.OptionalOldSelf, q.OptionalOldSelf)
}

func (d documentation) semanticEqual(e documentation) bool {
	return d.description == e.description && d.title == e.title &&
		equalPointers(d.externalDocs, e.externalDocs) && Equal(d.example, e.example)
}

func (l *legacy) semanticEqual(k *legacy) bool {
	return l.id == k.id && l.schemaURL == k.schemaURL && equalPointers(l.ref, k.ref) &&
		semanticEqualSchemas(l.itemsList, k.itemsList) && semanticEqualNamed(l.patternProperties, k.patternProperties) &&
		semanticEqualNamed(l.definitions, k.definitions) && l.additionalItems.semanticEqual(k.additionalItems) &&
		slices.EqualFunc(l.dependencies, k.dependencies, dependency.semanticEqual)
}

func (d dependency) semanticEqual(e dependency) bool {
	return d.name == e.name && SemanticEqual(d.schema, e.schema) && slices.Equal(d.properties, e.properties)
}

func (s *schemaOrBool) semanticEqual(t *schemaOrBool) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.allows == t.allows && SemanticEqual(s.schema, t.schema)
}

func equalPointers[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// The server compares whole schemas with an empty one in two cases: the branches
// of an int-or-string, and the root's metadata. There a list that is present and
// empty differs from an absent one.

func (s *Schema) onlyType(t Type) bool {
	return s.typ == t && s.def == nil && s.properties == nil &&
		!s.has(additionalAllowed) && s.bare()
}

// bare reports whether a node has no keywords besides type, default, properties
// and additionalProperties.
func (s *Schema) bare() bool {
	const ignored = preserveFalse | additionalAllowed | additionalDenied | itemsGiven
	return !s.has(^ignored) && s.items == nil && s.value.bare() && s.rare.bare()
}

func (v *valueValidation) bare() bool {
	return v == nil || v.texts == valueTextValues{} && v.required == nil &&
		len(v.enum) == 0 && v.limits == nil && v.junctors.bare()
}

func (j *junctors) bare() bool {
	return j == nil || len(j.allOf)+len(j.anyOf)+len(j.oneOf) == 0 && j.not == nil
}

// bare ignores the keywords that the server rejects before it compares.
func (m *rareKeywords) bare() bool {
	return m == nil || m.rules == nil && m.texts == extensionTextValues{} && m.listMapKeys == nil
}

// intOrStringPair reports whether branches are exactly an integer and a string, in
// this order: the only branches that may have types.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// isIntOrStringAnyOfPattern.
func intOrStringPair(branches []*Schema) bool {
	return len(branches) == 2 && branches[0].onlyType(Integer) && branches[1].onlyType(String)
}

// spellsIntOrString reports whether a node spells out an int-or-string in its anyOf, or in the
// anyOf of the first branch of its allOf.
func (s *Schema) spellsIntOrString() (inAnyOf, inFirstAllOf bool) {
	j := s.junctors()
	inAnyOf = intOrStringPair(j.anyOf)
	inFirstAllOf = len(j.allOf) > 0 && intOrStringPair(j.allOf[0].junctors().anyOf)
	return inAnyOf, inFirstAllOf
}
