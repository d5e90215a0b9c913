package hints

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

// badExpression corrects what a rule of another language has, or a misspelled function.
func badExpression(p *problem) draft {
	const text = "Correct the expression: the error says where it does not compile. self is the value whose schema has the rule."
	if d, ok := p.otherFunction(); ok {
		return d
	}
	tokens := tokensOf(p.text())
	for _, try := range []struct {
		with func([]token) string
		text string
	}{
		{withOperators, "Write the operators of CEL: ==, &&, ||, ! and lower-case true and false."},
		{withPresence, "Write has(self.field) in place of a comparison with null."},
		{p.withEscapes, "Write the field as CEL has it, with escapes for its special characters or as a reserved word."},
	} {
		if better := try.with(tokens); better != p.text() && p.compiles(better) {
			return draft{try.text + " The expression is then " + quoted(better) + ".", []change{set(p.path, better)}}
		}
	}
	return draft{text: text}
}

// otherFunction corrects the name of a misspelled function.
func (p *problem) otherFunction() (draft, bool) {
	_, after, found := strings.Cut(p.err.Detail, "undeclared reference to '")
	name, _, _ := strings.Cut(after, "'")
	meant := spelling.Nearest(name, cellib.Functions())
	if !found || meant == "" || meant == name {
		return draft{}, false
	}
	text := "Write " + meant + " in place of " + name + "."
	better := renamed(tokensOf(p.text()), name, meant)
	if !p.compiles(better) {
		return draft{text: text}, true
	}
	return draft{text, []change{set(p.path, better)}}, true
}

// otherField corrects the name of a field that the schema does not declare, or the way to it.
func (p *problem) otherField(name, meant string) []change {
	tokens := tokensOf(p.text())
	tries := []string{withoutStep(tokens, name)}
	if meant != "" {
		tries = slices.Insert(tries, 0, renamed(tokens, name, meant))
	}
	for _, outer := range p.holders(name) {
		tries = append(tries, withStep(tokens, outer, name))
	}
	tries = append(tries, p.withEscapes(tokens))
	for _, better := range tries {
		if better != p.text() && p.compiles(better) {
			return []change{set(p.path, better)}
		}
	}
	return nil
}

// holders returns the property that has a property called name, if there is just one.
func (p *problem) holders(name string) (out []string) {
	properties := objectIn(objectAt(p.crd, p.above(3)), "properties")
	if !p.spend(len(properties)) {
		return nil
	}
	for _, outer := range sortedNames(properties) {
		if has(objectIn(objectIn(properties, outer), "properties"), name) {
			out = append(out, outer)
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// compiles reports whether the rule compiles with another text for its expression.
func (p *problem) compiles(text string) bool {
	owner := objectAt(p.crd, p.above(3))
	rule := objectAt(p.crd, p.above(1))
	if owner == nil || rule == nil || !p.spend(sizeOf(owner)) {
		return false
	}
	rule = maps.Clone(rule)
	rule[p.step(1).Name()] = text
	alone := withoutRules(owner)
	alone[validations] = []any{rule}
	s, _, err := structural.FromMap(p.ctx, alone)
	if err != nil {
		return false
	}
	root := structural.Value
	if len(p.above(3)) == p.rootDepth() {
		root = structural.Resource
	}
	errs, err := celrules.Check(p.ctx, s, root)
	return err == nil && !slices.ContainsFunc(errs, func(e *structural.Error) bool { return uncompiled[e.Code] })
}

var uncompiled = map[codes.Code]bool{codes.RuleCompile: true, codes.RuleUndefinedField: true, codes.RuleProgram: true, codes.RuleResultType: true, codes.RuleSelfUntyped: true}

// withoutRules returns a copy of a schema without the rules in it.
func withoutRules(schema map[string]any) map[string]any {
	out := make(map[string]any, len(schema))
	for name, v := range schema {
		switch below := v.(type) {
		case map[string]any:
			if name == "properties" {
				properties := make(map[string]any, len(below))
				for k, s := range below {
					properties[k] = s
					if m, ok := s.(map[string]any); ok {
						properties[k] = withoutRules(m)
					}
				}
				out[name] = properties
			} else if name == "items" || name == "additionalProperties" {
				out[name] = withoutRules(below)
			}
		default:
			if name != validations && name != "default" && !slices.Contains(junctors, name) {
				out[name] = v
			}
		}
	}
	return out
}

// sizeOf returns the number of values in v.
func sizeOf(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += sizeOf(e)
		}
	case []any:
		n += len(v)
	}
	return n
}

func quoted(text string) string {
	const longest = 200
	if len(text) > longest {
		return "longer"
	}
	return text
}
