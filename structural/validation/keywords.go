package validation

import "github.com/seed95800270/crdschema/structural"

// keywords are the parts of a schema that take time to get at: a reporter
// visits a node once for each element of a list.
type keywords struct {
	*structural.Schema
	typing              typing
	required            []string
	enum                []any
	allowed             *enum
	enumID              int    // see reporter.enumID
	enumDetail          string // the words of an error
	allOf, anyOf, oneOf []*structural.Schema
}

func (r *reporter) keywords(s *structural.Schema) *keywords {
	if k, ok := r.read[s]; ok {
		return k
	}
	k := &keywords{
		Schema:   s,
		typing:   r.typing(s),
		required: s.Required(),
		enum:     s.Enum(),
		allOf:    s.AllOf(),
		anyOf:    s.AnyOf(),
		oneOf:    s.OneOf(),
	}
	if r.read == nil {
		r.read = make(map[*structural.Schema]*keywords)
	}
	r.read[s] = k
	return k
}
