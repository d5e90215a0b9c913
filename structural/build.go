package structural

// The rarer parts of a node are made when the first keyword needs them.

func (s *Schema) validations() *valueValidation {
	if s.value == nil {
		s.value = &valueValidation{}
	}
	return s.value
}

func (s *Schema) limits() *bounds {
	v := s.validations()
	if v.bounds == nil {
		v.bounds = &bounds{}
	}
	return v.bounds
}

func (s *Schema) branches() *junctors {
	v := s.validations()
	if v.junctors == nil {
		v.junctors = &junctors{}
	}
	return v.junctors
}

func (s *Schema) rare() *more {
	if s.more == nil {
		s.more = &more{}
	}
	return s.more
}

func (s *Schema) documented() *documentation {
	m := s.rare()
	if m.doc == nil {
		m.doc = &documentation{}
	}
	return m.doc
}

func (s *Schema) legacy() *legacy {
	m := s.rare()
	if m.legacy == nil {
		m.legacy = &legacy{}
	}
	return m.legacy
}

func (s *Schema) setType(name string) {
	for t := NoType; t < OtherType; t++ {
		if typeNames[t] == name {
			s.typ = t
			return
		}
	}
	s.typ = OtherType
	s.rare().otherType = name
}

func (s *Schema) setFormat(format string) {
	if format != "" {
		s.validations().format = format
	}
}

func (s *Schema) setPattern(pattern string) {
	if pattern != "" {
		s.validations().pattern = pattern
	}
}

func (s *Schema) setAdditional(a *schemaOrBool) {
	switch {
	case a == nil:
	case a.allows:
		s.flags |= additionalAllowed
		s.additional = a.schema
	default:
		s.flags |= additionalDenied
	}
}
