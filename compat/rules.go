package compat

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/structural"
)

// rule is a rule in normal form. Rules of different classes are evaluated for different values:
// those that use oldSelf only for updates, unless it is optional.
type rule struct {
	structural.Rule
	index int
	tree  *celtree.Expr // nil if it cannot be parsed
	class string
}

func rulesOf(s *structural.Schema) []rule {
	out := make([]rule, 0, s.NumRules())
	for i, r := range s.Rules() {
		entry := rule{Rule: r, index: i, class: "value"}
		tree, err := celtree.Parse(r.Rule, mostRule)
		if err == nil {
			entry.tree = normalize(tree)
			if tree.Mentions("oldSelf") {
				entry.class = "transition"
			}
		}
		if r.OptionalOldSelf != nil && *r.OptionalOldSelf {
			entry.class = "optional"
		}
		out = append(out, entry)
	}
	return out
}

// compareRules adds the rules that do not follow from the old rules of the node, and the removed
// ones. Messages and reasons are no changes.
func (w *walker) compareRules(p pair) {
	if p.old.NumRules()+p.upgraded.NumRules() == 0 {
		return
	}
	before, after := rulesOf(p.old), rulesOf(p.upgraded)
	for _, r := range after {
		if written(before, r) {
			continue
		}
		keyword := structural.Path{structural.Field("x-kubernetes-validations"), structural.Index(r.index)}
		c := &change{pair: p, check: "x-kubernetes-validations", to: r.Rule.Rule, keyword: keyword, rule: &ruleChange{p.path.Append(keyword...)}}
		if follows(before, r) {
			c.reason = "the rule follows from the old ones"
		} else {
			c.possible = []Effect{Refuses}
			c.probes = []probe{{about: "objects with a value"}}
		}
		w.add(c)
	}
	for _, r := range before {
		if !written(after, r) && !follows(after, r) {
			keyword := structural.Path{structural.Field("x-kubernetes-validations"), structural.Index(r.index)}
			w.add(&change{pair: p, check: "x-kubernetes-validations", from: r.Rule.Rule, keyword: keyword, reason: "the old rule is not required any more"})
		}
	}
}

// written reports whether a list has the same rule, with any message.
func written(list []rule, r rule) bool {
	return slices.ContainsFunc(list, func(x rule) bool { return x.Rule.Rule == r.Rule.Rule && x.class == r.class })
}

// follows reports whether a rule is true for all values for which the old rules of its class are.
func follows(old []rule, r rule) bool {
	if r.tree == nil {
		return false
	}
	known := &celtree.Expr{Op: celtree.Call, Name: opAnd}
	for _, o := range old {
		if o.tree != nil && o.class == r.class {
			known.Args = append(known.Args, parts(o.tree, opAnd)...)
		}
	}
	if len(known.Args) == 0 {
		return isBool(r.tree, true) && r.class == "value"
	}
	p := &prover{left: mostSteps}
	return p.implies(known, r.tree)
}
