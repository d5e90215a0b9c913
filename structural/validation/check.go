package validation

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
