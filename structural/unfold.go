package structural

// Unfold is s with every int-or-string spelled out: a node with
// x-kubernetes-int-or-string that does not say so already gets an anyOf of an
// integer and a string, or, where it has an anyOf, an allOf with that anyOf in
// front of its other branches. Branches are not visited: the keyword must not
// stand there.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to unfold.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.Unfold.
func (s *Schema) Unfold() *Schema {
	d := deriver{
		skip: func(s *Schema) bool { return !s.holds(holdsIntOrString) },
		node: (*Schema).unfoldNode,
		done: map[*Schema]*Schema{},
	}
	return d.derive(s)
}

func (s *Schema) unfoldNode() *Schema {
	inAnyOf, inFirstAllOf := s.spellsIntOrString()
	if !s.has(intOrString) || inAnyOf || inFirstAllOf {
		return s
	}
	out, v, j := *s, s.validation(), s.junctors()
	pair := []*Schema{(&Schema{typ: Integer}).seal(), (&Schema{typ: String}).seal()}
	if len(j.anyOf) == 0 {
		j.anyOf = pair
	} else {
		branch := &Schema{value: &valueValidation{junctors: &junctors{anyOf: pair}}}
		j.allOf = append([]*Schema{branch.seal()}, j.allOf...)
	}
	v.junctors = &j
	out.value = &v
	return &out
}
