package generate

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
)

// fix changes the object so that an error may go away.
func (g *Generator) fix(ctx context.Context, d *generate.Generator, c *candidate, e *structural.Error, t Target) error {
	r := g.rules[e.RulePath.String()]
	if len(e.RulePath) > 0 && r != nil && r.tree() != nil && d.Percent(90) {
		if err := g.fill(ctx, c); err != nil {
			return err
		}
		self := solve.Root(c.obj, g.schema).At(e.Owner())
		solve.Edit(d, g.ruleOf(r, c, self), true, g.others(ctx, c, self, r, g.rules[t.Path.String()]))
		return nil
	}
	p := solve.Root(c.obj, g.schema).At(e.Path)
	_, there := p.Get()
	switch {
	case !there:
		p.Set(d, d.Draft(p.Schema()))
	case branches(p.Schema()) && d.Percent(80):
		impose(d, p, p.Schema(), true, 0)
	case d.Percent(35):
		p.Remove(d)
	case d.Percent(20) && len(e.Path) > 1:
		p.Parent().Redraft(d)
	default:
		p.Redraft(d)
	}
	return nil
}

// ruleOf returns a rule for a value of a candidate.
func (g *Generator) ruleOf(r *rule, c *candidate, self *solve.Ref) solve.Rule {
	out := solve.Rule{Expr: r.tree(), Self: self}
	if c.old != nil && r.update {
		out.Old = self.In(solve.Frozen(c.old, g.schema))
	}
	return out
}

// mostOthers bounds the rules that are looked at beside one that fails.
const mostOthers = 60

// others returns the rules of a value and of those around it, without two. It parses none after
// the end of the context.
func (g *Generator) others(ctx context.Context, c *candidate, self *solve.Ref, without ...*rule) []solve.Rule {
	var out []solve.Rule
	for p := self; p != nil; p = p.Parent() {
		for _, r := range g.rulesOf[schemaOf(p)] {
			if len(out) < mostOthers && !slices.Contains(without, r) && ctx.Err() == nil && r.tree() != nil {
				out = append(out, g.ruleOf(r, c, p))
			}
		}
	}
	return out
}

// schemaOf identifies the node of a schema.
func schemaOf(p *solve.Ref) uintptr { return reflect.ValueOf(p.Schema()).Pointer() }

func branches(s map[string]any) bool {
	for _, k := range []string{"allOf", "anyOf", "oneOf", "not"} {
		if _, ok := s[k]; ok {
			return true
		}
	}
	return false
}

func schemas(s map[string]any, keyword string) []map[string]any {
	list, _ := s[keyword].([]any)
	var out []map[string]any
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// impose changes the value at p so that it satisfies the branches of s, or does not. It looks
// at the presence of fields and at values that are fixed.
func impose(d *generate.Generator, p *solve.Ref, s map[string]any, truth bool, depth int) {
	if depth > 8 {
		return
	}
	if !truth {
		breakBranch(d, p, s, depth)
		return
	}
	if depth > 0 {
		satisfyFields(d, p, s, depth)
	}
	for _, b := range schemas(s, "allOf") {
		impose(d, p, b, true, depth+1)
	}
	if not, ok := s["not"].(map[string]any); ok {
		impose(d, p, not, false, depth+1)
	}
	for _, k := range []string{"anyOf", "oneOf"} {
		list := schemas(s, k)
		if len(list) == 0 {
			continue
		}
		chosen := d.Below(len(list))
		for i, b := range list {
			if i != chosen && k == "oneOf" {
				impose(d, p, b, false, depth+1)
			}
		}
		impose(d, p, list[chosen], true, depth+1)
	}
}

func satisfyFields(d *generate.Generator, p *solve.Ref, s map[string]any, depth int) {
	required, _ := s["required"].([]any)
	for _, r := range required {
		if name, ok := r.(string); ok {
			if f := p.Field(name); absent(f) {
				f.Set(d, d.Draft(f.Schema()))
			}
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if b, ok := properties[name].(map[string]any); ok && !absent(p.Field(name)) {
			impose(d, p.Field(name), b, true, depth+1)
		}
	}
	if enum, _ := s["enum"].([]any); len(enum) > 0 {
		p.Set(d, structural.Clone(enum[d.Below(len(enum))]))
	} else if s["type"] != nil || s["pattern"] != nil || s["format"] != nil {
		p.Set(d, d.Draft(map[string]any{"type": typeOf(s, p.Schema()), "allOf": []any{s, without(p.Schema())}}))
	}
}

func typeOf(s, base map[string]any) any {
	if t, ok := s["type"]; ok {
		return t
	}
	if t, ok := base["type"]; ok {
		return t
	}
	return "string"
}

// without returns the value validations of a node outside of its branches.
func without(s map[string]any) map[string]any {
	out := map[string]any{}
	for _, k := range []string{"minLength", "maxLength", "pattern", "format", "enum", "minimum", "maximum", "multipleOf"} {
		if v, ok := s[k]; ok {
			out[k] = v
		}
	}
	return out
}

func absent(p *solve.Ref) bool {
	_, ok := p.Get()
	return !ok
}

func breakBranch(d *generate.Generator, p *solve.Ref, s map[string]any, depth int) {
	required, _ := s["required"].([]any)
	if len(required) > 0 {
		if name, ok := required[d.Below(len(required))].(string); ok {
			p.Field(name).Remove(d)
			return
		}
	}
	if not, ok := s["not"].(map[string]any); ok {
		impose(d, p, not, true, depth+1)
		return
	}
	for _, k := range []string{"anyOf", "allOf"} {
		for i, b := range schemas(s, k) {
			if k == "anyOf" || i == 0 {
				impose(d, p, b, false, depth+1)
			}
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if f := p.Field(name); !absent(f) && len(properties) == 1 {
			f.Redraft(d)
		}
	}
}
