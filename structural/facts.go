package structural

import "slices"

// facts says what a node or anything below it holds, so that a walker can skip
// a subtree in which it has nothing to do. Branches of junctors do not count:
// no walker but validation enters them.
type facts uint8

const (
	holdsDefaults facts = 1 << iota
	holdsRules
	holdsListTypes
	holdsEmbedded
	holdsFields // properties, items or additionalProperties
)

// scanLimit is the number of properties up to which comparing names one by one
// beats hashing the name.
const scanLimit = 8

// seal derives what walkers need from a node whose children are sealed. It is
// the last step of every construction.
func (s *Schema) seal() *Schema {
	s.below = s.ownFacts()
	s.index, s.defaulted = nil, nil
	s.inherit(s.items)
	s.inherit(s.additional)
	for _, p := range s.properties {
		s.inherit(p.schema)
		if p.schema.below&holdsDefaults != 0 {
			s.defaulted = append(s.defaulted, p)
		}
	}
	s.defaulted = slices.Clip(s.defaulted)
	if len(s.properties) > scanLimit {
		s.index = make(map[string]*Schema, len(s.properties))
		for _, p := range s.properties {
			s.index[p.name] = p.schema
		}
	}
	return s
}

func (s *Schema) inherit(child *Schema) {
	if child != nil {
		s.below |= child.below | holdsFields
	}
}

func (s *Schema) ownFacts() facts {
	var f facts
	if s.def != nil {
		f |= holdsDefaults
	}
	if s.has(embeddedResource) {
		f |= holdsEmbedded
	}
	if s.has(additionalAllowed | additionalDenied) {
		f |= holdsFields
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
