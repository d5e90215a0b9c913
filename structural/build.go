package structural

// The rarer parts of a node are made when the first keyword needs them.

func (p *parser) validation(s *Schema) *valueValidation {
	if s.value == nil {
		s.value = p.supply.validations.take()
	}
	return s.value
}

func (p *parser) limits(s *Schema) *bounds {
	v := p.validation(s)
	if v.bounds == nil {
		v.bounds = p.supply.bounds.take()
	}
	return v.bounds
}

func (p *parser) branches(s *Schema) *junctors {
	v := p.validation(s)
	if v.junctors == nil {
		v.junctors = p.supply.junctors.take()
	}
	return v.junctors
}

func (p *parser) rare(s *Schema) *more {
	if s.more == nil {
		s.more = p.rarities.take()
	}
	return s.more
}

func (p *parser) documented(s *Schema) *documentation {
	if s.doc == nil {
		s.doc = p.docs.take()
	}
	return s.doc
}

func (p *parser) legacy(s *Schema) *legacy {
	m := p.rare(s)
	if m.legacy == nil {
		m.legacy = &legacy{}
	}
	return m.legacy
}

func (p *parser) setType(s *Schema, name string) {
	s.typ = typeOf(name)
	if s.typ == OtherType {
		p.rare(s).otherType = name
	}
}

func typeOf(name string) Type {
	switch name {
	case "":
		return NoType
	case "array":
		return Array
	case "boolean":
		return Boolean
	case "integer":
		return Integer
	case "number":
		return Number
	case "object":
		return Object
	case "string":
		return String
	default:
		return OtherType
	}
}

func (p *parser) setFormat(s *Schema, format string) {
	if format != "" {
		p.validation(s).format = format
	}
}

func (p *parser) setPattern(s *Schema, pattern string) {
	if pattern != "" {
		p.validation(s).pattern = pattern
	}
}

func (s *Schema) setAdditional(a schemaOrBool) {
	if a.allows {
		s.flags |= additionalAllowed
		s.additional = a.schema
	} else {
		s.flags |= additionalDenied
	}
}
