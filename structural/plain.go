package structural

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
