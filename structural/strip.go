package structural

// valueFlags are the keywords of valueValidation that are kept as flags.
const valueFlags = exclusiveMaximum | exclusiveMinimum | uniqueItems

// StripValueValidations is s without the keywords that restrict values and do
// not shape them: format, pattern, enum, required, all bounds, uniqueItems and
// the junctors. Type, default, nullable and the x-kubernetes keywords stay,
// validation rules included.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to strip.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.StripValueValidations.
func (s *Schema) StripValueValidations() *Schema {
	d := deriver{done: map[*Schema]*Schema{}, node: func(s *Schema) *Schema {
		if !s.RestrictsValues() {
			return s
		}
		out := *s
		out.value = nil
		out.flags &^= valueFlags
		return &out
	}}
	return d.derive(s)
}

// StripNullable is s with nullable taken from every node; branches of junctors
// are not visited.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to strip.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.StripNullable.
func (s *Schema) StripNullable() *Schema {
	d := deriver{done: map[*Schema]*Schema{}, node: func(s *Schema) *Schema {
		if !s.has(nullable) {
			return s
		}
		out := *s
		out.flags &^= nullable
		return &out
	}}
	return d.derive(s)
}
