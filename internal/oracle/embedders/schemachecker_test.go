package embedders

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// TestSchemaChecker compares the costs and the errors that the comparator reports with the
// results of celrules.Check and celrules.Rules.Cost.
func TestSchemaChecker(t *testing.T) {
	var real []corpus.Schema
	for i, s := range corpus.Load(t).Schemas() {
		if parsed, _ := cases.FromMap(s.Map); parsed.Holds(facts.Rules) && (parity.Full(10) == 10 || i%10 == 0) {
			real = append(real, s)
		}
	}
	ruled := parity.Map(parity.List(real, corpus.Schema.Label), func(s corpus.Schema) map[string]any { return s.Map })
	generated := parity.Generated(parity.Full(5_000), func(seed uint64) map[string]any {
		return bounded(seed, generate.New(seed, generate.WithDemandingRules()).Schema(generate.Valid))
	})
	against := newComparison(project{name: "crd-schema-checker"})
	parity.Run(t, "embedder-crd-schema-checker", parity.Join(ruled, generated), func(c *parity.Check, m map[string]any) {
		props, err := upstream.Schema(m)
		s, errs := cases.FromMap(m)
		if err != nil || len(errs) > 0 || len(cases.Must(structural.Check(t.Context(), s, structural.Resource))) > 0 {
			c.Void() // the comparator runs on definitions that a server accepts
			return
		}
		theirs := schemaChecker{envs: environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())}
		theirs.walk(props, nil, "")
		another := theirs.correct(props)
		c.Texts("costs and errors", checkedCosts(c, s), theirs.out)
		against.count(s, len(theirs.untyped) > 0, another)
	})
	against.report(t)
}

// The kinds of differences between the comparator and a server.
const (
	untypedErrors = "schemas without a type for rules are errors if there are rules above them"
	otherCost     = "costs are estimated from the schema of a value alone"
	totalCost     = "the cost of all rules together is not limited"
	oldSelfUse    = "where rules may use oldSelf is not checked"
)

// count counts the differences for a schema.
func (a *comparison) count(s *structural.Schema, untyped, another bool) {
	errs, err := celrules.Check(context.Background(), s, structural.Resource)
	if err != nil {
		panic(err)
	}
	kinds := map[string]bool{untypedErrors: untyped, otherCost: another}
	for _, e := range errs {
		kinds[totalCost] = kinds[totalCost] || e.Code == codes.RuleCostTotal
		kinds[oldSelfUse] = kinds[oldSelfUse] || e.Code == codes.RuleOldSelfUncorrelatable || e.Code == codes.RuleOldSelfUnused
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	other := false
	for kind, found := range kinds {
		if found {
			a.kinds[kind]++
			other = true
		}
	}
	if !other {
		a.same++
	}
}

// bounded returns a schema with limits on the sizes of some lists, maps and strings, so
// that costs differ.
func bounded(seed uint64, m map[string]any) map[string]any {
	r := parity.Rand(seed)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if _, list := v["items"].(map[string]any); list && r.IntN(2) == 0 {
				v["maxItems"] = int64(1 + r.IntN(100_000))
			}
			if of, isMap := v["additionalProperties"].(map[string]any); isMap && r.IntN(2) == 0 {
				v["maxProperties"] = int64(1 + r.IntN(100_000))
				if of["type"] == "string" {
					of["x-kubernetes-validations"] = []any{map[string]any{"rule": "self.matches('a+b+c+')", "messageExpression": "self + 'x'"}}
				}
			}
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if !slices.Contains([]string{"default", "example", "enum"}, name) {
					walk(v[name])
				}
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	out := upstream.Copy(m)
	walk(out)
	return out
}

// checkedCosts returns what our functions say about the same.
func checkedCosts(c *parity.Check, s *structural.Schema) []string {
	errs, err := celrules.Check(context.Background(), s, structural.Resource)
	if err != nil {
		panic(err)
	}
	c.Coded(errs...)
	var out []string
	wrong := map[string]bool{}
	for _, e := range errs {
		path := e.Path.String()
		switch e.Code {
		case codes.RuleCost:
			out = append(out, path+": "+tooExpensive)
		case codes.RuleSelfUntyped:
			out = append(out, path+": "+e.Detail)
		case codes.RuleCompile, codes.RuleUndefinedField, codes.RuleResultType, codes.RuleProgram:
			wrong[path] = true
			out = append(out, path+": "+e.Detail)
		}
	}
	report, err := celrules.Compile(s, structural.Resource).Cost(context.Background())
	if err != nil {
		panic(err)
	}
	for _, e := range report.Expressions {
		if path := e.Path.String(); !wrong[path] {
			out = append(out, fmt.Sprint(path, ": ", e.Total))
		}
	}
	return out
}
