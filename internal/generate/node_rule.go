package generate

// addRules adds validation rules to some nodes of a valid schema, but not below
// a node that rules cannot see.
func (g *Generator) addRules(s map[string]any) {
	if !visibleToRules(s) {
		return
	}
	if g.percent(12) {
		s["x-kubernetes-validations"] = []any{g.rule()}
	}
	if g.demanding && g.percent(12) {
		s["x-kubernetes-validations"] = []any{g.rule(), g.demandingRule()}
	}
	properties := object(s, "properties")
	for _, name := range keys(properties) {
		g.addRules(object(properties, name))
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if child := object(s, keyword); child != nil {
			g.addRules(child)
		}
	}
}

// visibleToRules tells whether the values of a node have a type in CEL: all
// types must be known, down to where the fields of an object are.
func visibleToRules(s map[string]any) bool {
	switch {
	case isTrue(s, "x-kubernetes-int-or-string"):
		return true
	case object(s, "items") != nil:
		return visibleToRules(object(s, "items"))
	case object(s, "additionalProperties") != nil:
		return visibleToRules(object(s, "additionalProperties"))
	default:
		return has(s, "type")
	}
}

// demandingRule compiles anywhere but in lists, where one that compares may not.
func (g *Generator) demandingRule() map[string]any {
	rule := g.rule()
	rule["rule"] = pick(g.chance, []string{"false", "self == oldSelf", "oldSelf != self"})
	if g.percent(40) {
		rule["rule"], rule["optionalOldSelf"] = "oldSelf.hasValue()", true
	}
	return rule
}

// rule compiles anywhere, costs nothing and always holds.
func (g *Generator) rule() map[string]any {
	rule := map[string]any{"rule": pick(g.chance, []string{"true", "1 < 2", "'a' != 'b'"})}
	if g.percent(40) {
		rule["message"] = "never"
	}
	if g.percent(10) {
		rule["messageExpression"] = "'never'"
	}
	if g.percent(10) {
		rule["reason"] = pick(g.chance, []string{"FieldValueInvalid", "FieldValueForbidden"})
	}
	return rule
}
