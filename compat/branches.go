package compat

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// compareBranches compares allOf, anyOf, oneOf and not.
func (w *walker) compareBranches(p pair) {
	o, n := p.old, p.upgraded
	if all, now := plainBranches(o, o.AllOf()), plainBranches(n, n.AllOf()); !sameBranches(all, now) {
		w.restricts(p, "allOf", count(all), count(now), everyImplied(now, append(all, o)), "each new branch follows from the old schema", branchProbes("allOf", now)...)
	}
	if some, now := plainBranches(o, o.AnyOf()), plainBranches(n, n.AnyOf()); !sameBranches(some, now) {
		safe := len(now) == 0 || len(some) > 0 && !slices.ContainsFunc(some, func(b *structural.Schema) bool {
			return !slices.ContainsFunc(now, func(x *structural.Schema) bool { return impliesSchema(b, x) })
		})
		w.restricts(p, "anyOf", count(some), count(now), safe, "each old branch is one of the new ones", branchProbes("anyOf", now)...)
	}
	if some, now := o.OneOf(), n.OneOf(); !sameBranches(some, now) {
		w.restricts(p, "oneOf", count(some), count(now), len(now) == 0, "there are no branches any more", branchProbes("oneOf", now)...)
	}
	if was, now := o.Not(), n.Not(); !structural.SemanticEqual(was, now) {
		safe := now == nil || was != nil && impliesSchema(now, was)
		w.restricts(p, "not", was.Map(), now.Map(), safe, "the old schema excludes the same values", branchProbes("not", []*structural.Schema{now})...)
	}
}

// plainBranches returns branches without those that only spell out an int-or-string.
func plainBranches(s *structural.Schema, list []*structural.Schema) []*structural.Schema {
	if !s.IntOrString() {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(b *structural.Schema) bool {
		m := b.Map()
		_, typed := m["type"]
		_, any := m["anyOf"]
		return len(m) == 1 && (typed || any)
	})
}

func count(list []*structural.Schema) any {
	if list == nil {
		return nil
	}
	out := make([]any, len(list))
	for i, b := range list {
		out[i] = b.Map()
	}
	return out
}

// sameBranches reports whether two lists have equal schemas, in any order.
func sameBranches(a, b []*structural.Schema) bool {
	return len(a) == len(b) && contains(a, b) && contains(b, a)
}

func contains(all, some []*structural.Schema) bool {
	return !slices.ContainsFunc(some, func(s *structural.Schema) bool {
		return !slices.ContainsFunc(all, func(x *structural.Schema) bool { return structural.SemanticEqual(x, s) })
	})
}

func branchProbes(keyword string, branches []*structural.Schema) []probe {
	list := make([]any, 0, len(branches))
	for _, b := range branches {
		if m := b.Map(); m != nil {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	about := "objects that satisfy no new branch"
	switch keyword {
	case "not":
		excluded := list[0]
		return []probe{{about: "objects that the new schema excludes", edit: func(node map[string]any) { node["allOf"] = []any{excluded} }}}
	case "allOf":
		var out []probe
		for _, b := range list[:min(len(list), 4)] {
			out = append(out, probe{about: "objects that do not satisfy a new branch", edit: not(b.(map[string]any))})
		}
		return out
	}
	return []probe{{about: about, edit: not(map[string]any{keyword: list})}, {about: "objects that satisfy all branches", edit: func(node map[string]any) {
		node["allOf"] = slices.Concat(list, anyList(node["allOf"]))
		delete(node, "oneOf")
	}}}
}

func anyList(v any) []any {
	l, _ := v.([]any)
	return l
}

// everyImplied reports whether each schema follows from one of the others.
func everyImplied(schemas, from []*structural.Schema) bool {
	return !slices.ContainsFunc(schemas, func(s *structural.Schema) bool {
		return !slices.ContainsFunc(from, func(x *structural.Schema) bool { return impliesSchema(x, s) })
	})
}

// impliesSchema reports whether every value that branch a accepts is accepted by branch b. false
// means unknown: only keywords of values, properties and items are compared.
func impliesSchema(a, b *structural.Schema) bool {
	if structural.SemanticEqual(a, b) {
		return true
	}
	if b.Type() != structural.NoType && kindsOf(a)&^kindsOf(b) != 0 || b.IntOrString() != a.IntOrString() || b.Nullable() != a.Nullable() {
		return false
	}
	w := walker{steps: 1_000, stack: nil}
	p := pair{old: a, upgraded: b}
	w.compareEnum(p)
	w.compareFormat(p)
	w.comparePattern(p)
	w.compareNumbers(p)
	w.compareSizes(p)
	if slices.ContainsFunc(w.changes, func(c *change) bool { return len(c.possible) > 0 }) {
		return false
	}
	if slices.ContainsFunc(b.Required(), func(name string) bool { return !slices.Contains(a.Required(), name) }) {
		return false
	}
	if !contains(a.AllOf(), b.AllOf()) || !contains(a.AnyOf(), b.AnyOf()) && len(b.AnyOf()) > 0 || !sameBranches(a.AnyOf(), b.AnyOf()) && len(b.AnyOf()) > 0 ||
		!sameBranches(a.OneOf(), b.OneOf()) && len(b.OneOf()) > 0 || b.Not() != nil && !structural.SemanticEqual(a.Not(), b.Not()) {
		return false
	}
	return impliesParts(a, b)
}

func impliesParts(a, b *structural.Schema) bool {
	for name, s := range b.Properties() {
		if !impliesSchema(a.Property(name), s) {
			return false
		}
	}
	if b.AdditionalProperties() != nil || b.DeniesAdditional() {
		return structural.SemanticEqual(a.AdditionalProperties(), b.AdditionalProperties()) && a.DeniesAdditional() == b.DeniesAdditional()
	}
	return b.Items() == nil || impliesSchema(a.Items(), b.Items())
}
