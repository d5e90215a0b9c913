package validation

// guide is what is known of the values at a node from its check: a reporter
// need not look at those that are valid. The zero guide knows nothing; it is
// that of branches, where valid values count as matches.
type guide struct{ check *check }

// skimDepth is how deep a reporter looks ahead. A value that is not valid is
// looked at once for each level above it.
const skimDepth = 32

// clears tells whether v is known to be valid.
func (g guide) clears(v any, depth int) bool {
	return g.check != nil && depth < skimDepth && g.check.valid(v)
}

// of is the guide for what is inside of values of a kind. What a node does not
// accept was not compiled.
func (g guide) of(k kinds) (_ *rest, known bool) {
	if g.check == nil || g.check.accepts&k == 0 {
		return nil, false
	}
	if g.check.rest == nil {
		return &rest{}, true
	}
	return g.check.rest, true
}

var anything = check{accepts: everything}

func (g guide) items() guide {
	r, known := g.of(array)
	switch {
	case !known:
		return guide{}
	case r.list == nil:
		return guide{&anything}
	default:
		return guide{&r.list.items}
	}
}

// field is the guide for the field that is the i-th property, or an additional
// one for -1.
func (g guide) field(i int) guide {
	r, known := g.of(object)
	switch {
	case !known:
		return guide{}
	case r.object == nil:
		return guide{&anything}
	case i < 0:
		return guide{&r.object.additional}
	default:
		return guide{&r.object.properties[i]}
	}
}
