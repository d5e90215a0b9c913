package fragment

import (
	"context"
	"fmt"
	"testing"

	kubefield "k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// schemaPath is upstream.FragmentPath.
var schemaPath = structural.Path{structural.Field("spec"), structural.Field("validation"), structural.Field("openAPIV3Schema"),
	structural.Field("properties"), structural.Key(upstream.FragmentName)}

// schemaCase is a schema and one that it replaces.
type schemaCase struct{ schema, old map[string]any }

// MarshalJSON returns the schemas.
func (c schemaCase) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"schema": c.schema, "old": c.old})
}

// schemaCases returns parts of schemas, unchanged and edited.
func schemaCases(t *testing.T) parity.Cases[schemaCase] {
	corpus, generated := corpusParts(t, 8), parity.Recent(generatedParts(t, parity.Full(10_000)))
	edit := func(parts parity.Cases[*part], n int) parity.Cases[schemaCase] {
		return parity.Times(parts, n, func(seed uint64, p *part) schemaCase {
			return schemaCase{edited(seed, p.schema), edited(seed%2, p.schema)}
		})
	}
	return parity.Join(parity.Tenth(edit(corpus, 5)), edit(generated, 2))
}

// TestFragmentCheck compares the errors of schemas, new ones and changed ones, with those
// of a definition that has the schema as that of a property.
func TestFragmentCheck(t *testing.T) {
	parity.Run(t, "fragment-check", schemaCases(t), func(c *parity.Check, in schemaCase) {
		if !compareChecked(c, "create", in.schema, nil) {
			c.Void()
			return
		}
		compareChecked(c, "update", in.schema, in.old)
	})
}

// compareChecked reports whether the reference has an answer.
func compareChecked(c *parity.Check, what string, schema, old map[string]any) bool {
	type answer struct {
		texts []string
		err   error
	}
	reference := func() (out answer) {
		out.texts, out.err = upstream.CheckFragment(schema, old)
		return out
	}
	first, panicked := upstream.Call(reference)
	if panicked != nil {
		return false // see D29
	}
	ours, err := compiler.Check(context.Background(), schema, fragment.WithPath(schemaPath), fragment.WithOldSchema(old))
	if err != nil {
		c.Fail("failure", err.Error(), nil, "%v", err)
		return true
	}
	c.Coded(ours.Unknown...)
	if first.err != nil {
		if _, err := upstream.CheckFragment(schema, nil); err != nil {
			c.Equal(what+" decodes", len(ours.Errors) > 0 && ours.Errors[0].Kind == field.Undecodable, true)
		}
		return old != nil // an old schema that cannot be decoded was never stored
	}
	mine := once(normal(c.OurTexts(ours.Errors)))
	theirs, _ := parity.Repeat30(func() []string { return once(normal(reference().texts)) }, func(texts []string) bool { return parity.Equal(mine, texts) })
	c.Texts(what, mine, theirs, parity.Row("D26", func() any {
		return once(parity.Tied(mine, theirs, mentionedCost(schema)))
	}))
	return true
}

// mentionedCost returns the cost of the rule that an error names as one of the most
// expensive.
func mentionedCost(schema map[string]any) func(string) (string, bool) {
	return upstream.MentionedCost(func() map[string]string {
		props, err := upstream.Schema(map[string]any{"type": "object", "properties": map[string]any{upstream.FragmentName: schema}})
		if err != nil {
			return nil
		}
		return upstream.RuleCosts(props, "spec.validation.openAPIV3Schema.")
	})
}

// TestFragmentDefaults compares the errors of defaults with those that the reference
// reports without isResourceRoot.
func TestFragmentDefaults(t *testing.T) {
	at := kubefield.NewPath("spec").Key("a")
	path := structural.Path{structural.Field("spec"), structural.Key("a")}
	parity.Run(t, "fragment-defaults", schemaCases(t), func(c *parity.Check, in schemaCase) {
		theirs, err := upstream.NewStructural(in.schema)
		if err != nil {
			c.Void()
			return
		}
		s, _ := cases.FromMap(in.schema)
		if len(cases.Must(structural.Check(t.Context(), s, structural.Value))) > 0 { // a server does not check its defaults
			c.Void()
			return
		}
		if _, err := theirs.CheckFragmentDefaults(at); err != nil { // a failure, not a verdict
			c.Void()
			return
		}
		checker := schemacheck.Checker{Rules: rules, FormatsMinor: 36, Root: structural.Property}
		errs, err := checker.DefaultErrors(context.Background(), s)
		if err != nil {
			c.Fail("failure", err.Error(), nil, "%v", err)
			return
		}
		mine := once(normal(c.OurTexts(errs.PrintedIn(path.String(), path...))))
		answer, _ := parity.Repeat30(func() []string {
			texts, _ := theirs.CheckFragmentDefaults(at)
			return once(normal(texts))
		}, func(texts []string) bool { return parity.Equal(mine, texts) })
		c.Texts("errors", mine, answer, parity.Row("D64", func() any {
			texts, _ := theirs.CheckPropertyDefaults(at)
			return once(normal(texts))
		}))
	})
}

var rules = celrules.NewCompiler()

// TestFragmentCosts compares the estimated costs of all rules, and which of them exceed
// limits of all sizes.
func TestFragmentCosts(t *testing.T) {
	parity.Run(t, "fragment-costs", schemaCases(t), func(c *parity.Check, in schemaCase) {
		var err error
		theirs, panicked := upstream.Call(func() (rules []upstream.CompiledRule) {
			rules, err = upstream.FragmentRules(in.schema)
			return rules
		})
		f, ourErr := compiler.Compile(t.Context(), in.schema)
		if panicked != nil || err != nil || ourErr != nil || len(theirs) == 0 { // panics: see D29
			c.Void()
			return
		}
		mine := map[string]any{}
		report, err := f.Cost(context.Background())
		if err != nil {
			panic(err)
		}
		for _, e := range report.Expressions {
			mine[e.Path.String()] = fmt.Sprint(e.Cost, " × ", e.Times)
		}
		const limit = 1000
		reference, exceeding := costsOf(theirs, limit)
		c.Equal("costs", mine, reference, parity.Row("D65", func() any {
			rules, _ := upstream.FragmentRules(embeddingObjects(in.schema).(map[string]any))
			typed, _ := costsOf(rules, limit)
			return typed
		}))
		without, err := compiler.Check(t.Context(), in.schema)
		if err != nil || len(without.Errors) > 0 {
			return // rules are not checked after some errors
		}
		with, err := compiler.Check(t.Context(), in.schema, fragment.WithExpressionLimit(limit))
		if err != nil {
			c.Fail("failure", err.Error(), nil, "%v", err)
			return
		}
		var paths []string
		for _, e := range with.Errors {
			if e.Code == codes.RuleCost {
				paths = append(paths, e.Path.String())
			}
		}
		c.Texts("exceeding", once(paths), once(exceeding))
	})
}

// costsOf returns the costs of rules by their paths, and the paths of those beyond a limit.
func costsOf(rules []upstream.CompiledRule, limit uint64) (costs map[string]any, exceeding []string) {
	costs = map[string]any{}
	for _, r := range rules {
		if r.HasRule {
			costs[r.Path+".rule"] = fmt.Sprint(r.Cost, " × ", r.Times)
			if r.Times > 0 && r.Cost > limit/r.Times {
				exceeding = append(exceeding, r.Path+".rule")
			}
		}
		if r.HasMessage {
			costs[r.Path+".messageExpression"] = fmt.Sprint(r.Message, " × ", 1)
			if r.Message > limit {
				exceeding = append(exceeding, r.Path+".messageExpression")
			}
		}
	}
	return costs, exceeding
}

// embeddingObjects returns a schema in which only objects are embedded resources.
func embeddingObjects(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if k != "x-kubernetes-embedded-resource" || v["type"] == "object" {
				out[k] = embeddingObjects(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = embeddingObjects(e)
		}
		return out
	}
	return v
}
