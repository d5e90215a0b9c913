package generate

import (
	"maps"
	"slices"
)

func (g *Generator) addJunctors(s map[string]any, at nodeContext) {
	root := at.demand.has(typeMetaRoot)
	trial := maps.Clone(s)
	for range 1 + g.below(2) {
		g.addJunctor(trial, root)
	}
	probe := trial
	if root {
		probe = asResource(trial)
	}
	if satisfies(probe, g.witness(probe)) {
		maps.Copy(s, trial)
	}
}

// addJunctor adds one junctor. If complete is true, its branches name only declared
// properties, as the server demands at the root.
func (g *Generator) addJunctor(s map[string]any, complete bool) {
	keyword := pick(g.random, []string{"allOf", "anyOf", "oneOf", "not"})
	switch {
	case keyword == "not" && !has(s, keyword):
		s[keyword] = g.branch(s, 2, complete)
	case keyword == "allOf" || keyword != "not" && !has(s, keyword):
		branches := slices.Clone(list(s, keyword))
		for range g.between(1, 3) {
			branches = append(branches, g.branch(s, 2, complete))
		}
		s[keyword] = branches
	}
}

func (g *Generator) branch(s map[string]any, depth int, complete bool) map[string]any {
	if depth > 0 && g.percent(12) {
		inner := g.branch(s, depth-1, complete)
		if g.percent(40) {
			return map[string]any{"not": inner}
		}
		junctor := pick(g.random, []string{"allOf", "anyOf", "oneOf"})
		return map[string]any{junctor: []any{inner, g.branch(s, depth-1, complete)}}
	}
	typ := text(s, "type")
	switch {
	case typ == "object" || has(s, "properties"):
		return g.objectBranch(s, depth, complete)
	case typ == "array":
		return g.arrayBranch(s, depth, complete)
	case len(list(s, "enum")) > 0:
		return map[string]any{"enum": clone(some(g.random, list(s, "enum")))}
	case typ == "":
		typ = "integer" // formats are for nodes of type string
	}
	return g.untyped(typ)
}

func (g *Generator) objectBranch(s map[string]any, depth int, complete bool) map[string]any {
	b := map[string]any{}
	names := without(keys(object(s, "properties")), []string{"metadata"})
	if len(names) > 0 && g.percent(60) {
		b["required"] = anys(some(g.random, names))
	}
	if g.percent(45) {
		g.branchProperties(b, s, without(names, typeMeta), depth, complete)
	}
	if g.percent(12) || len(names) == 0 {
		g.interval(b, "minProperties", "maxProperties", g.below(2), g.between(3, 9))
	}
	if g.percent(3) && !has(b, "properties") {
		b["additionalProperties"] = false // the only form that is allowed in a branch
	}
	return b
}

func (g *Generator) branchProperties(b, s map[string]any, names []string, depth int, complete bool) {
	properties := map[string]any{}
	for range min(len(names), 2) {
		name := pick(g.random, names)
		properties[name] = g.branch(object(object(s, "properties"), name), depth-1, complete)
	}
	if !complete && g.percent(8) {
		properties["undeclared"] = g.limits("string")
	}
	if len(properties) > 0 {
		b["properties"] = properties
	}
}

func (g *Generator) arrayBranch(s map[string]any, depth int, complete bool) map[string]any {
	b := map[string]any{}
	if g.percent(60) {
		g.interval(b, "minItems", "maxItems", g.below(3), g.between(2, 6))
	}
	if items := object(s, "items"); items != nil && g.percent(50) {
		b["items"] = g.branch(items, depth-1, complete)
	}
	return b
}

// addRules adds validation rules to some nodes of a valid schema, but not below a node
// without a CEL type.
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

// visibleToRules reports whether the values of a node have a CEL type: all types below it must
// be known, down to the fields of objects.
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

// demandingRule returns a rule that may fail. It compiles everywhere except in
// lists without list map keys, where oldSelf is not allowed.
func (g *Generator) demandingRule() map[string]any {
	rule := g.rule()
	rule["rule"] = pick(g.random, []string{"false", "self == oldSelf", "oldSelf != self"})
	if g.percent(40) {
		rule["rule"], rule["optionalOldSelf"] = "oldSelf.hasValue()", true
	}
	return rule
}

func (g *Generator) rule() map[string]any {
	rule := map[string]any{"rule": pick(g.random, []string{"true", "1 < 2", "'a' != 'b'"})}
	if g.percent(40) {
		rule["message"] = "never"
	}
	if g.percent(10) {
		rule["messageExpression"] = "'never'"
	}
	if g.percent(10) {
		rule["reason"] = pick(g.random, []string{"FieldValueInvalid", "FieldValueForbidden"})
	}
	return rule
}
