package structural

import (
	"slices"

	"github.com/seed95800270/crdschema/structural/facts"
)

// seal derives the facts, the defaulted properties and the name table of a node whose
// children are sealed. The properties may be shared with another node and are not
// modified.
func (s *Schema) seal() *Schema {
	s.facts = s.facts&facts.Repeated | s.ownFacts()
	s.defaulted = nil
	s.inherit(s.items)
	s.inherit(s.additional)
	s.inheritBranches()
	for _, p := range s.properties {
		s.inherit(p.schema)
		if p.schema.facts&facts.Defaults != 0 {
			s.defaulted = append(s.defaulted, p)
		}
	}
	s.defaulted = slices.Clip(s.defaulted)
	s.names = newNameTable(s.properties)
	return s
}

func (s *Schema) inherit(child *Schema) {
	if child != nil {
		s.facts |= child.facts&^(facts.Repeated|facts.Restrictions) | facts.Fields
	}
}

func (s *Schema) inheritBranches() {
	if s.value == nil || s.value.junctors == nil {
		return
	}
	j := s.value.junctors
	for _, branches := range [][]*Schema{j.allOf, j.anyOf, j.oneOf, {j.not}} {
		for _, b := range branches {
			if b != nil {
				s.facts |= b.facts & (facts.Unsupported | facts.BranchRules)
			}
		}
	}
	for _, b := range j.allOf {
		if b.Holds(facts.Rules) {
			s.facts |= facts.BranchRules
		}
	}
}

func (s *Schema) ownFacts() facts.Facts {
	var f facts.Facts
	if s.has(preserveFalse) || s.legacyKeywords().unsupported() {
		f |= facts.Unsupported
	}
	if s.def != nil {
		f |= facts.Defaults
	}
	if s.has(embeddedResource) {
		f |= facts.EmbeddedResources
	}
	if s.has(additionalAllowed | additionalDenied) {
		f |= facts.Fields
	}
	if s.typ == OtherType {
		f |= facts.OtherTypes
	}
	if s.has(intOrString) {
		f |= facts.IntOrString
	}
	if s.needsCheck() {
		f |= facts.NeedsCheck
	}
	if s.value != nil || s.has(valueFlags) {
		f |= facts.Restrictions
	}
	if s.rare == nil {
		return f
	}
	if len(s.rare.rules) > 0 {
		f |= facts.Rules
	}
	if s.rare.texts[listTypeText] != nil {
		f |= facts.ListTypes
	}
	return f
}

// needsCheck reports whether [Check] has to visit a node regardless of its role.
func (s *Schema) needsCheck() bool {
	untyped := s.typ == NoType || s.typ == Array && s.items == nil
	restricted := s.value != nil && (s.value.texts[patternText] != "" || s.value.junctors != nil)
	return untyped || restricted || s.has(embeddedResource|intOrString)
}

// unsupported reports whether a keyword prevents the conversion of a schema into
// a structural one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
func (l *legacy) unsupported() bool {
	return l != nil && (l.id != "" || l.schemaURL != "" || l.ref != nil && *l.ref != "" || len(l.itemsList) > 0 ||
		len(l.patternProperties) > 0 || len(l.dependencies) > 0 || l.additionalItems != nil || len(l.definitions) > 0)
}
