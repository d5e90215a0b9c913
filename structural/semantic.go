package structural

import (
	"cmp"
	"slices"
)

// SemanticEqual tells whether a server takes two schemas for the same: they say
// the same in all keywords, documentation included, with an empty list or map
// of a keyword like an absent one. Defaults, examples and enums are JSON values,
// in which these differ, see [Equal].
//
// A server decides by it whether the versions of a definition share a schema,
// whether an update changes the schema of a version, and whether it changes the
// definition.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual.
func SemanticEqual(a, b *Schema) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	}
	return a.flags&^documented == b.flags&^documented && a.TypeName() == b.TypeName() &&
		Equal(a.def, b.def) && alikeNamed(a.properties, b.properties) &&
		SemanticEqual(a.items, b.items) && SemanticEqual(a.additional, b.additional) &&
		a.validation().alike(b.validation()) && a.bounds() == b.bounds() &&
		a.junctors().alike(b.junctors()) && a.alikeRare(b)
}

// documented are flags that say again what stands in a field, or that an empty
// text is given.
const documented = described | titled | externallyDocumented | exemplified

func (v valueValidation) alike(w valueValidation) bool {
	return v.format == w.format && v.pattern == w.pattern && slices.Equal(v.required, w.required) &&
		slices.EqualFunc(v.enum, w.enum, Equal)
}

func (j junctors) alike(k junctors) bool {
	return alikeSchemas(j.allOf, k.allOf) && alikeSchemas(j.anyOf, k.anyOf) &&
		alikeSchemas(j.oneOf, k.oneOf) && SemanticEqual(j.not, k.not)
}

func alikeSchemas(a, b []*Schema) bool { return slices.EqualFunc(a, b, SemanticEqual) }

func alikeNamed(a, b []property) bool {
	return slices.EqualFunc(a, b, func(p, q property) bool {
		return p.name == q.name && SemanticEqual(p.schema, q.schema)
	})
}

func (s *Schema) alikeRare(o *Schema) bool {
	m, n := cmp.Or(s.more, &more{}), cmp.Or(o.more, &more{})
	return slices.EqualFunc(m.rules, n.rules, Rule.alike) &&
		alikePointers(m.listType, n.listType) && alikePointers(m.mapType, n.mapType) &&
		slices.Equal(m.listMapKeys, n.listMapKeys) && s.documentation().alike(o.documentation()) &&
		cmp.Or(m.legacy, &legacy{}).alike(cmp.Or(n.legacy, &legacy{}))
}

func (r Rule) alike(q Rule) bool {
	return r.Rule == q.Rule && r.Message == q.Message && r.MessageExpression == q.MessageExpression &&
		alikePointers(r.Reason, q.Reason) && r.FieldPath == q.FieldPath && alikePointers(r.OptionalOldSelf, q.OptionalOldSelf)
}

func (d documentation) alike(e documentation) bool {
	return d.description == e.description && d.title == e.title &&
		alikePointers(d.externalDocs, e.externalDocs) && Equal(d.example, e.example)
}

func (l *legacy) alike(k *legacy) bool {
	return l.id == k.id && l.schemaURL == k.schemaURL && alikePointers(l.ref, k.ref) &&
		alikeSchemas(l.itemsList, k.itemsList) && alikeNamed(l.patternProperties, k.patternProperties) &&
		alikeNamed(l.definitions, k.definitions) && l.additionalItems.alike(k.additionalItems) &&
		slices.EqualFunc(l.dependencies, k.dependencies, dependency.alike)
}

func (d dependency) alike(e dependency) bool {
	return d.name == e.name && SemanticEqual(d.schema, e.schema) && slices.Equal(d.properties, e.properties)
}

func (s *schemaOrBool) alike(t *schemaOrBool) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.allows == t.allows && SemanticEqual(s.schema, t.schema)
}

func alikePointers[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// The server compares whole schemas in two places: the branches of an
// int-or-string, and what is left of the root's metadata. These predicates are
// its comparison with an empty schema, in which a list that is given and empty
// differs from an absent one.

// bareType tells whether a branch of a junctor demands a type and says nothing
// else whatsoever.
func (s *Schema) bareType(t Type) bool {
	return s.typ == t && s.def == nil && s.properties == nil &&
		!s.has(additionalAllowed) && s.plain()
}

// plain tells whether the node says nothing, its type, default, properties and
// additionalProperties aside.
func (s *Schema) plain() bool {
	const saying = preserveUnknown | embeddedResource | intOrString | nullable |
		exclusiveMaximum | exclusiveMinimum | uniqueItems |
		described | titled | externallyDocumented | exemplified
	return !s.has(saying) && s.items == nil && s.value.plain() && s.more.plain()
}

func (v *valueValidation) plain() bool {
	return v == nil || v.format == "" && v.pattern == "" && v.required == nil &&
		len(v.enum) == 0 && v.bounds == nil && v.junctors.plain()
}

func (j *junctors) plain() bool {
	return j == nil || len(j.allOf)+len(j.anyOf)+len(j.oneOf) == 0 && j.not == nil
}

// plain leaves out the keywords that the server refuses before it compares.
func (m *more) plain() bool {
	return m == nil || m.rules == nil && m.listType == nil && m.mapType == nil && m.listMapKeys == nil
}

// intOrStringPair tells whether branches are exactly those that may name types:
// an integer and a string, in this order and without anything else.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// isIntOrStringAnyOfPattern.
func intOrStringPair(branches []*Schema) bool {
	return len(branches) == 2 && branches[0].bareType(Integer) && branches[1].bareType(String)
}

// spellsIntOrString tells whether the node says in its anyOf, or in that of
// the first branch of its allOf, that a value is an integer or a string.
func (s *Schema) spellsIntOrString() (inAnyOf, inFirstAllOf bool) {
	j := s.junctors()
	inAnyOf = intOrStringPair(j.anyOf)
	inFirstAllOf = len(j.allOf) > 0 && intOrStringPair(j.allOf[0].junctors().anyOf)
	return inAnyOf, inFirstAllOf
}
