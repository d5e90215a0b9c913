package structural

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
