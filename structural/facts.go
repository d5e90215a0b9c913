package structural

import "slices"

// facts says what a node or anything below it holds, so that a walker can skip
// a subtree in which it has nothing to do. Branches of junctors count for
// holdsUnsupported and holdsBranchRules alone: no walker but validation enters
// them.
type facts uint16

const (
	holdsDefaults facts = 1 << iota
	holdsRules
	holdsListTypes
	holdsEmbedded
	holdsFields // properties, items or additionalProperties
	holdsUnsupported
	holdsBranchRules
	holdsOtherTypes
	holdsIntOrString
	holdsUnplain // what Check has more to say about than that it names a type
)

// seal derives what walkers need from a node whose children are sealed. It is
// the last step of every construction. The properties may be those of another
// node: they are not written to.
func (s *Schema) seal() *Schema {
	s.below = s.ownFacts()
	s.defaulted = nil
	s.inherit(s.items)
	s.inherit(s.additional)
	s.inheritBranches()
	for _, p := range s.properties {
		s.inherit(p.schema)
		if p.schema.below&holdsDefaults != 0 {
			s.defaulted = append(s.defaulted, p)
		}
	}
	s.defaulted = slices.Clip(s.defaulted)
	s.names = newNameTable(s.properties)
	return s
}

func (s *Schema) inherit(child *Schema) {
	if child != nil {
		s.below |= child.below | holdsFields
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
				s.below |= b.below & (holdsUnsupported | holdsBranchRules)
			}
		}
	}
	for _, b := range j.allOf {
		if b.holds(holdsRules) {
			s.below |= holdsBranchRules
		}
	}
}

func (s *Schema) ownFacts() facts {
	var f facts
	if s.has(preserveFalse) || s.legacyKeywords().unsupported() {
		f |= holdsUnsupported
	}
	if s.def != nil {
		f |= holdsDefaults
	}
	if s.has(embeddedResource) {
		f |= holdsEmbedded
	}
	if s.has(additionalAllowed | additionalDenied) {
		f |= holdsFields
	}
	if s.typ == OtherType {
		f |= holdsOtherTypes
	}
	if s.has(intOrString) {
		f |= holdsIntOrString
	}
	if s.unplain() {
		f |= holdsUnplain
	}
	if s.more == nil {
		return f
	}
	if len(s.more.rules) > 0 {
		f |= holdsRules
	}
	if s.more.listType != nil {
		f |= holdsListTypes
	}
	return f
}

// unplain tells whether [Check] has to look at a node wherever it stands.
func (s *Schema) unplain() bool {
	untyped := s.typ == NoType || s.typ == Array && s.items == nil
	looked := s.value != nil && (s.value.pattern != "" || s.value.junctors != nil)
	return untyped || looked || s.has(embeddedResource|intOrString)
}

// unsupported tells whether there is anything that keeps a schema from being
// converted into a structural one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
func (l *legacy) unsupported() bool {
	return l != nil && (l.id != "" || l.schemaURL != "" || l.ref != nil && *l.ref != "" || len(l.itemsList) > 0 ||
		len(l.patternProperties) > 0 || len(l.dependencies) > 0 || l.additionalItems != nil || len(l.definitions) > 0)
}
