package validation

import "github.com/seed95800270/crdschema/structural"

// check is what a position of the schema demands of values, compiled to be
// asked quickly: the kinds it accepts and, for values of these kinds, the rest.
// It is small enough to be kept in lists, and most positions have no rest.
type check struct {
	rest     *rest
	accepts  kinds
	required bool // of a property: the object must have it
}

// rest is what is demanded of values that are not null besides their kind. A
// nil part demands nothing.
type rest struct {
	text     *stringRule
	number   *numberRule
	list     *listRule
	object   *objectRule
	enum     *enum
	branches *branches
}

// trivial tells whether every value is valid.
func (c *check) trivial() bool { return c.accepts == everything && c.rest == nil }

// valid tells whether v is valid. It allocates nothing.
func (c *check) valid(v any) bool {
	return c.accepts&kindOf(v) != 0 && (c.rest == nil || c.rest.valid(v))
}

func (r *rest) valid(v any) bool {
	return r.validByKind(v) &&
		(r.enum == nil || v == nil || r.enum.has(v)) &&
		(r.branches == nil || v == nil || r.branches.valid(v))
}

func (r *rest) validByKind(v any) bool {
	switch v := v.(type) {
	case string:
		return r.text == nil || r.text.valid(v)
	case map[string]any:
		return r.object == nil || r.object.valid(v)
	case []any:
		return r.list == nil || r.list.valid(v)
	case int64:
		return r.number == nil || r.number.validInteger(v)
	case float64:
		return r.number == nil || r.number.validFloat(v)
	default:
		return true
	}
}

// branches are the schemas under allOf, anyOf, oneOf and not, so far as the
// kinds that they accept have not settled them.
type branches struct {
	allOf, anyOf, oneOf []check
	not                 *check
}

func (b *branches) valid(v any) bool {
	return validAll(b.allOf, v) &&
		(b.anyOf == nil || validOnce(b.anyOf, v)) &&
		(b.oneOf == nil || validExactlyOnce(b.oneOf, v)) &&
		(b.not == nil || !b.not.valid(v))
}

func validAll(checks []check, v any) bool {
	for i := range checks {
		if !checks[i].valid(v) {
			return false
		}
	}
	return true
}

func validOnce(checks []check, v any) bool {
	for i := range checks {
		if checks[i].valid(v) {
			return true
		}
	}
	return false
}

func validExactlyOnce(checks []check, v any) bool {
	found := false
	for i := range checks {
		if !checks[i].valid(v) {
			continue
		}
		if found {
			return false
		}
		found = true
	}
	return found
}

// branches compiles the junctors of s. What only depends on the kind of a value
// becomes part of the set of kinds, as for most int-or-strings; the rest is nil
// if nothing else remains.
func (c *Compiler) branches(s *structural.Schema) (*branches, kinds) {
	allOf, anyOf, oneOf, not := s.AllOf(), s.AnyOf(), s.OneOf(), s.Not()
	if len(allOf)+len(anyOf)+len(oneOf) == 0 && not == nil {
		return nil, everything
	}
	c.depth++
	defer func() { c.depth-- }()
	b := new(branches)
	var all, some, one, none kinds
	b.allOf, all = settleAll(c.checks(allOf))
	b.anyOf, some = settleAny(c.checks(anyOf))
	b.oneOf, one = settleOne(c.checks(oneOf))
	b.not, none = c.settleNot(not)
	accepts := all & some & one & none
	if b.allOf == nil && b.anyOf == nil && b.oneOf == nil && b.not == nil {
		return nil, accepts
	}
	return b, accepts
}

func (c *Compiler) checks(schemas []*structural.Schema) []check {
	if len(schemas) == 0 {
		return nil
	}
	out := make([]check, len(schemas))
	for i, s := range schemas {
		out[i] = c.check(s)
	}
	return out
}

func settleAll(all []check) (open []check, accepts kinds) {
	accepts = everything
	for _, c := range all {
		accepts &= c.accepts
		if c.rest != nil {
			open = append(open, c)
		}
	}
	return open, accepts
}

func settleAny(all []check) (open []check, accepts kinds) {
	if len(all) == 0 {
		return nil, everything
	}
	always := kinds(0) // kinds that some branch takes as a whole
	for _, c := range all {
		accepts |= c.accepts
		if c.rest == nil {
			always |= c.accepts
		}
	}
	if accepts == always {
		return nil, accepts
	}
	return all, accepts
}

func settleOne(all []check) (open []check, accepts kinds) {
	if len(all) == 0 {
		return nil, everything
	}
	var twice, always, sure kinds
	for _, c := range all {
		twice |= accepts & c.accepts
		accepts |= c.accepts
		if c.rest == nil {
			sure |= always & c.accepts // taken twice as a whole
			always |= c.accepts
		}
	}
	if twice == sure && accepts&^twice == always&^twice {
		return nil, accepts &^ twice
	}
	return all, accepts &^ sure
}

func (c *Compiler) settleNot(not *structural.Schema) (open *check, accepts kinds) {
	if not == nil {
		return nil, everything
	}
	check := c.check(not)
	if check.rest == nil {
		return nil, everything &^ check.accepts
	}
	return &check, everything
}
