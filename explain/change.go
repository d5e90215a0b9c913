package explain

import (
	"iter"
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

// changes returns the changes that may repair an error: the ones that keep most of the value
// first.
func (s *search) changes(e *structural.Error, c cause) iter.Seq[change] {
	return func(yield func(change) bool) {
		if c.rule != nil {
			s.changesOfRule(e, c, yield)
			return
		}
		value := valuepath.At(s.object, e.Path)
		for _, v := range s.values(e, c, value) {
			if !yield(change{func(g *generate.Generator, root *solve.Ref) { root.At(e.Path).Set(g, v) }, true}) {
				return
			}
		}
		if !s.structure(e, c, yield) {
			return
		}
		s.redraft(e, yield)
	}
}

// structure yields the changes of errors about fields and elements.
func (s *search) structure(e *structural.Error, c cause, yield func(change) bool) bool {
	remove := change{func(g *generate.Generator, root *solve.Ref) { root.At(e.Path).Remove(g) }, true}
	last := len(e.Path) - 1
	switch e.Code {
	case codes.UnknownField, codes.AdditionalProperties:
		if last < 0 {
			return true
		}
		return yield(change{func(_ *generate.Generator, root *solve.Ref) {
			rename(root.At(e.Path[:last]).Value(), e.Path[last].Name(), c.schema)
		}, true}) && yield(remove)
	case codes.SetDuplicate, codes.MapDuplicate:
		return yield(remove)
	case codes.AnyOf, codes.OneOf, codes.AllOf:
		list, _ := c.demand.([]any)
		for _, branch := range list {
			b, _ := branch.(map[string]any)
			if b != nil && !yield(change{func(g *generate.Generator, root *solve.Ref) {
				satisfy(g, root.At(e.Path), b, list, e.Code == codes.OneOf)
			}, true}) {
				return false
			}
		}
	case codes.Not:
		not, _ := c.demand.(map[string]any)
		for _, name := range texts(not["required"]) {
			if !yield(change{func(g *generate.Generator, root *solve.Ref) { root.At(e.Path).Field(name).Remove(g) }, true}) {
				return false
			}
		}
	}
	return true
}

// rename gives a misspelled field of an object the name that it is meant to have.
func rename(v any, name string, schema map[string]any) {
	m, _ := v.(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	var free []string
	for _, known := range names(properties, nil) {
		if _, taken := m[known]; !taken {
			free = append(free, known)
		}
	}
	if meant := spelling.Nearest(name, free); meant != "" {
		m[meant] = m[name]
		delete(m, name)
	}
}

// satisfy adds the fields that a branch requires and, if no other branch may hold, removes the
// fields that only others require.
func satisfy(g *generate.Generator, p *solve.Ref, branch map[string]any, all []any, one bool) {
	needed := texts(branch["required"])
	for _, name := range needed {
		if _, found := p.Field(name).Get(); !found {
			p.Field(name).Redraft(g)
		}
	}
	properties, _ := branch["properties"].(map[string]any)
	for _, name := range names(properties, nil) {
		f := p.Field(name)
		s, _ := properties[name].(map[string]any)
		if v, found := f.Get(); found && s != nil && !g.Fits(s, v) {
			f.Set(g, g.Draft(both(f.Schema(), s)))
		}
	}
	if branch["type"] != nil || branch["enum"] != nil || branch["pattern"] != nil || branch["format"] != nil {
		p.Set(g, g.Draft(both(p.Schema(), branch)))
	}
	for _, other := range all {
		b, _ := other.(map[string]any)
		for _, name := range texts(b["required"]) {
			if one && !slices.Contains(needed, name) {
				p.Field(name).Remove(g)
			}
		}
	}
}

// both returns a schema of values that satisfy two.
func both(base, branch map[string]any) map[string]any {
	out := map[string]any{"allOf": []any{branch, base}}
	for _, s := range []map[string]any{base, branch} {
		if t, ok := s["type"]; ok {
			out["type"] = t
		}
	}
	return out
}

// redraft yields other values of the schema, of the value or of those around it, and removals.
func (s *search) redraft(e *structural.Error, yield func(change) bool) {
	depth := len(e.Path)
	for i := range 24 {
		draft := change{make: func(g *generate.Generator, root *solve.Ref) {
			if p := root.At(e.Path); p.Schema() != nil {
				p.Redraft(g)
			}
		}}
		if !yield(draft) {
			return
		}
		if i >= 8 && i < 8+depth { // up to the nearest value that may be absent
			n := depth - (i - 8)
			if !yield(change{make: func(g *generate.Generator, root *solve.Ref) { root.At(e.Path[:n]).Remove(g) }}) {
				return
			}
		}
		if i >= 12 && depth > 1 && !yield(change{make: func(g *generate.Generator, root *solve.Ref) {
			if p := root.At(e.Path[:depth-1]); p.Schema() != nil {
				p.Redraft(g)
			}
		}}) {
			return
		}
	}
}

// changesOfRule yields changes that may make a rule true.
func (s *search) changesOfRule(e *structural.Error, c cause, yield func(change) bool) {
	text, _ := c.rule["rule"].(string)
	tree := s.parse(text)
	if tree == nil {
		return
	}
	for range mostRuleAttempts {
		s.left -= costOfRule * s.size
		if !yield(change{make: func(g *generate.Generator, root *solve.Ref) {
			self := root.At(e.Owner())
			rule := solve.Rule{Expr: tree, Self: self}
			if s.old != nil {
				rule.Old = self.In(solve.Frozen(s.old, s.schema.schema))
			}
			solve.Edit(g, rule, true, s.others(self, text))
		}}) {
			return
		}
	}
}

// mostOthers bounds the other rules that a change for a rule respects.
const mostOthers = 20

// others returns the rules of a value and of those around it, without one.
func (s *search) others(self *solve.Ref, without string) (out []solve.Rule) {
	for p := self; p != nil; p = p.Parent() {
		rules, _ := p.Schema()["x-kubernetes-validations"].([]any)
		for _, r := range rules {
			rule, _ := r.(map[string]any)
			text, _ := rule["rule"].(string)
			if tree := s.parse(text); tree != nil && text != without && len(out) < mostOthers {
				out = append(out, solve.Rule{Expr: tree, Self: p})
			}
		}
	}
	return out
}

const longestRule = 1 << 15

// parse returns a rule, or nil for one that cannot be parsed.
func (s *search) parse(text string) *celtree.Expr {
	tree, known := s.trees[text]
	if !known {
		tree, _ = celtree.Parse(text, longestRule)
		s.trees[text] = tree
	}
	return tree
}
