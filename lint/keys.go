package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

const (
	// costly is the part of the limit above which a rule is costly.
	costly = 10
	// usualLength is the length of the longest name in Kubernetes.
	usualLength = 253
	// deepest is the length of the longest path of a list whose keys are looked at.
	deepest = 200
	// mostKeys is the number of keys that are tried: each takes an estimate of all rules.
	mostKeys = 20
)

// keys finds list map keys without maxLength that at least double the cost of a costly rule.
func (l *linter) keys(root map[string]any, path structural.Path) {
	var keys []structural.Path
	l.lists(root, nil, func(key structural.Path) { keys = append(keys, key) })
	if len(keys) == 0 {
		return
	}
	before, rules, ok := l.greatest(root)
	if !ok || before.Total <= celrules.ExpressionLimit/costly {
		return
	}
	matters := l.unlimited(rules, before.Path)
	keys = slices.DeleteFunc(keys, func(key structural.Path) bool { return !matters[key.Pointer()] })
	for _, key := range keys[:min(len(keys), mostKeys)] {
		hint := hints.Hint{Edits: []hints.Edit{{Path: key.Append(structural.Field("maxLength")), Value: int64(usualLength)}}}
		after, _, ok := l.greatest(hint.Apply(root))
		if !ok || after.Total > before.Total/2 {
			continue
		}
		at := path.Append(key...)
		hint = hints.Hint{
			Text:  fmt.Sprintf("Add maxLength: %d, the length of the longest names. Longer keys are rejected then.", usualLength),
			Edits: []hints.Edit{{Path: at.Append(structural.Field("maxLength")), Value: int64(usualLength)}},
			Loses: []structural.Path{at.Append(structural.Field("maxLength"))},
		}
		l.add(KeyUnlimited, at, fmt.Sprintf("The key has no maxLength: a rule at %s costs %d because of it, of %d.", before.Path, before.Total, uint64(celrules.ExpressionLimit)), hint)
	}
}

// unlimited returns the paths of the values without a limit that decide the cost of an expression.
func (l *linter) unlimited(rules *celrules.Rules, expression structural.Path) map[string]bool {
	out := map[string]bool{}
	costs, err := rules.ExplainCost(l.ctx)
	if err != nil {
		return out
	}
	for _, e := range costs.Expressions {
		if e.Path.Compare(expression) != 0 {
			continue
		}
		for _, size := range e.Unlimited() {
			out[size.Path.Pointer()] = true
		}
	}
	return out
}

// greatest returns the most expensive rule of a schema, and all of its rules.
func (l *linter) greatest(root map[string]any) (out celrules.ExpressionCost, rules *celrules.Rules, ok bool) {
	s, errs, err := structural.FromMap(l.ctx, root)
	if err != nil || len(errs) > 0 {
		return out, nil, false
	}
	rules = l.rules.Compile(s, structural.Resource)
	report, err := rules.Cost(l.ctx)
	if err != nil {
		return out, nil, false
	}
	for _, e := range report.Expressions {
		if e.Total > out.Total {
			out = e
		}
	}
	return out, rules, true
}

// lists calls visit with the path of each text that is a list map key without a limit.
func (l *linter) lists(schema map[string]any, path structural.Path, visit func(structural.Path)) {
	if schema == nil || len(path) > deepest || !l.work.Step(1+len(schema)) {
		return
	}
	items, _ := schema["items"].(map[string]any)
	properties, _ := items["properties"].(map[string]any)
	keys := node{schema: schema}.texts("x-kubernetes-list-map-keys")
	for _, name := range keys {
		key, _ := properties[name].(map[string]any)
		if key["type"] == "string" && !has(key, "maxLength") && !has(key, "enum") {
			visit(path.Append(structural.Field("items"), structural.Field("properties"), structural.Key(name)))
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		below, _ := schema[keyword].(map[string]any)
		l.lists(below, append(path, structural.Field(keyword)), visit)
	}
	own, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		below, _ := own[name].(map[string]any)
		l.lists(below, append(path, structural.Field("properties"), structural.Key(name)), visit)
	}
}
