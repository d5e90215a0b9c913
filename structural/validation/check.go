package validation

import (
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// check is a node's compiled requirements. It is small enough to be kept in lists, and most
// nodes have a nil rest.
type check struct {
	rest     *rest
	accepts  typeSet
	required bool // of a property: the object must have it
}

type rest struct {
	text     *stringRule
	number   *numberRule
	list     *listRule
	object   *objectRule
	enum     *enumSet
	branches *branches
}

func (c *check) acceptsAll() bool { return c.accepts == allTypes && c.rest == nil }

// valid reports whether v is valid, unless w fails. It allocates only for uniqueItems and
// long enums.
func (c *check) valid(w *work.Tracker, v any) bool {
	return c.accepts&typeOf(v) != 0 && (c.rest == nil || c.rest.valid(w, v))
}

func (r *rest) valid(w *work.Tracker, v any) bool {
	return r.validByType(w, v) &&
		(r.enum == nil || v == nil || r.enum.has(w, v)) &&
		(r.branches == nil || v == nil || r.branches.valid(w, v))
}

func (r *rest) validByType(w *work.Tracker, v any) bool {
	switch v := v.(type) {
	case string:
		return r.text == nil || r.text.valid(w, v)
	case map[string]any:
		return r.object == nil || r.object.valid(w, v)
	case []any:
		return r.list == nil || r.list.valid(w, v)
	case int64:
		return r.number == nil || r.number.validInteger(v)
	case float64:
		return r.number == nil || r.number.validFloat(v)
	default:
		return true
	}
}

// branches holds the junctors that do not depend on the type alone.
type branches struct {
	allOf, anyOf, oneOf []check
	not                 *check
}

func (b *branches) valid(w *work.Tracker, v any) bool {
	return allValid(w, b.allOf, v) &&
		(b.anyOf == nil || anyValid(w, b.anyOf, v)) &&
		(b.oneOf == nil || oneValid(w, b.oneOf, v)) &&
		(b.not == nil || !b.not.valid(w, v) && !w.Failed())
}

func allValid(w *work.Tracker, checks []check, v any) bool {
	for i := range checks {
		if !w.Step(1) || !checks[i].valid(w, v) {
			return false
		}
	}
	return true
}

func anyValid(w *work.Tracker, checks []check, v any) bool {
	for i := range checks {
		if !w.Step(1) {
			return false
		}
		if checks[i].valid(w, v) {
			return true
		}
	}
	return false
}

func oneValid(w *work.Tracker, checks []check, v any) bool {
	found := false
	for i := range checks {
		if !w.Step(1) {
			return false
		}
		if !checks[i].valid(w, v) {
			continue
		}
		if found {
			return false
		}
		found = true
	}
	return found && !w.Failed()
}

// branches compiles the junctors of s. Checks of the type, as in most int-or-strings, become
// part of the accepted types.
func (c *Compiler) branches(s *structural.Schema) (*branches, typeSet) {
	allOf, anyOf, oneOf, not := s.AllOf(), s.AnyOf(), s.OneOf(), s.Not()
	if len(allOf)+len(anyOf)+len(oneOf) == 0 && not == nil {
		return nil, allTypes
	}
	c.depth++
	defer func() { c.depth-- }()
	b := new(branches)
	var all, some, one, none typeSet
	b.allOf, all = reduceAllOf(c.checks(allOf))
	b.anyOf, some = reduceAnyOf(c.checks(anyOf))
	b.oneOf, one = reduceOneOf(c.checks(oneOf))
	b.not, none = c.reduceNot(not)
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

// reduceAllOf returns the types that all branches accept, and the branches that remain to be
// checked for them.
func reduceAllOf(all []check) (remaining []check, accepts typeSet) {
	accepts = allTypes
	for _, c := range all {
		accepts &= c.accepts
		if c.rest != nil {
			remaining = append(remaining, c)
		}
	}
	return remaining, accepts
}

func reduceAnyOf(all []check) (remaining []check, accepts typeSet) {
	if len(all) == 0 {
		return nil, allTypes
	}
	always := typeSet(0) // types for which some branch accepts every value
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

func reduceOneOf(all []check) (remaining []check, accepts typeSet) {
	if len(all) == 0 {
		return nil, allTypes
	}
	var twice, always, alwaysTwice typeSet
	for _, c := range all {
		twice |= accepts & c.accepts
		accepts |= c.accepts
		if c.rest == nil {
			alwaysTwice |= always & c.accepts
			always |= c.accepts
		}
	}
	if twice == alwaysTwice && accepts&^twice == always&^twice {
		return nil, accepts &^ twice
	}
	return all, accepts &^ alwaysTwice
}

func (c *Compiler) reduceNot(not *structural.Schema) (remaining *check, accepts typeSet) {
	if not == nil {
		return nil, allTypes
	}
	check := c.check(not)
	if check.rest == nil {
		return nil, allTypes &^ check.accepts
	}
	return &check, allTypes
}
