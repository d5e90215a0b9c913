package structural

// The server decodes a schema into Go types and refuses the manifest if one
// does not fit. These readers accept what it accepts; null decodes to the zero
// value of every type.

func (p *parser) string(v any) string {
	s, _ := p.optionalString(v)
	return s
}

func (p *parser) optionalString(v any) (string, bool) {
	s, ok := v.(string)
	if !ok {
		p.mismatch(v, "string")
	}
	return s, ok
}

func (p *parser) bool(v any) (value, ok bool) {
	value, ok = v.(bool)
	if !ok {
		p.mismatch(v, "bool")
	}
	return value, ok
}

func (p *parser) flag(s *Schema, f flags, v any) {
	if set, _ := p.bool(v); set {
		s.flags |= f
	}
}

// strings returns a list that is not nil if v is a list.
func (p *parser) strings(v any) []string {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]string")
		return nil
	}
	out := p.supply.list(len(list))
	p.enter(Step{})
	for i, v := range list {
		p.step(Index(i))
		if p.look(v) {
			out[i] = p.string(v)
		}
	}
	p.leave()
	return out
}

// number reads a bound that may be a fraction.
func (p *parser) number(v any, s *Schema, bound boundSet, field func(*bounds) *float64) {
	switch n := v.(type) {
	case float64:
		*field(p.limits(s)) = n
	case int64:
		*field(p.limits(s)) = float64(n)
	default:
		p.mismatch(v, "float64")
		return
	}
	s.value.bounds.set |= bound
}

// integer reads a bound that must be written as an integer: 3.0 is refused.
func (p *parser) integer(v any, s *Schema, bound boundSet, field func(*bounds) *int64) {
	n, ok := v.(int64)
	if !ok {
		p.mismatch(v, "int64")
		return
	}
	b := p.limits(s)
	*field(b) = n
	b.set |= bound
}

func (p *parser) rules(s *Schema, v any) {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "v1.ValidationRules")
		return
	}
	rules := make([]Rule, len(list))
	p.list(list, func(i int, v any) { rules[i] = p.rule(v) })
	p.rare(s).rules = rules
}

func (p *parser) rule(v any) (r Rule) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.ValidationRule")
	}
	p.each(m, Field, func(name string, v any) {
		switch name {
		case "rule":
			r.Rule = p.string(v)
		case "message":
			r.Message = p.string(v)
		case "messageExpression":
			r.MessageExpression = p.string(v)
		case "fieldPath":
			r.FieldPath = p.string(v)
		case "reason":
			if reason, ok := p.optionalString(v); ok {
				r.Reason = &reason
			}
		case "optionalOldSelf":
			if optional, ok := p.bool(v); ok {
				r.OptionalOldSelf = &optional
			}
		default:
			p.unknown(v)
		}
	})
	return r
}
