package celrules

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/runtime"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestExplain compares the root of every explanation with the reference's estimate, each part
// that is an expression of its own with the reference's estimate of that expression, and
// adds up the shares of the parts.
func TestExplain(t *testing.T) {
	cases := parity.Join(ruledSchemas(t), parity.Generated(parity.Full(10_000), drawn))
	parity.Run(t, "cel-explain", cases, func(c *parity.Check, m map[string]any) {
		if _, s, ok := readable(c, m); ok {
			explanation, err := compiler.Compile(s, structural.Resource).ExplainCost(context.Background())
			if err != nil {
				panic(err)
			}
			compareExplanation(c, m, explanation)
		}
	})
}

func compareExplanation(c *parity.Check, m map[string]any, got ours.CostExplanation) {
	withParts := runtime.DeepCopyJSON(m)
	mine := map[string]string{}
	var alone []string // parts, which may need a variable of a macro
	for _, e := range got.Expressions {
		mine[e.Path.String()] = fmt.Sprintf("%d × %d", e.Part.Share, e.Times)
		walkParts(e.Part, func(p ours.CostPart) {
			if sum := sumOf(p); sum != p.Share || p.Text == "" {
				c.Fail("sum", p.Share, sum, "%s: %q", e.Path, p.Text)
			}
			path := addRule(withParts, e.Path, "["+p.Text+"].all(zz, true)")
			mine[path] = fmt.Sprintf("%d × %d", listed(p.Cost), timesOf(got, e))
			alone = append(alone, path)
		})
	}
	theirs := costsOf(withParts)
	for _, path := range alone {
		if _, compiles := theirs[path]; !compiles {
			delete(mine, path)
		}
	}
	c.Equal("costs", mine, theirs)
}

// costsOf returns the reference's estimates by the paths of expressions.
func costsOf(m map[string]any) map[string]string {
	props, err := upstream.Schema(m)
	if err != nil {
		panic(err)
	}
	out := map[string]string{}
	for _, j := range upstream.CompileRules(props, upstream.Environments(37), cel.StoredExpressionsEnvLoader()) {
		if !j.HasRule {
			continue
		}
		out[j.Path+".rule"] = fmt.Sprintf("%d × %d", j.Cost, j.Times)
		if j.HasMessage {
			out[j.Path+".messageExpression"] = fmt.Sprintf("%d × 1", j.Message)
		}
	}
	return out
}

// listed returns the cost of [x].all(y, true) if x costs n: of the list and a round.
func listed(n uint64) uint64 { return add(n, 10+4) }

func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

func sumOf(p ours.CostPart) uint64 {
	sum := p.Own
	for _, inside := range p.Parts {
		sum = add(sum, inside.Share)
	}
	return sum
}

func walkParts(p ours.CostPart, visit func(ours.CostPart)) {
	visit(p)
	for _, inside := range p.Parts {
		walkParts(inside, visit)
	}
}

// timesOf returns how often the rules beside an expression are evaluated.
func timesOf(x ours.CostExplanation, e ours.ExplainedCost) uint64 {
	rule := e.Path[:len(e.Path)-1].String() + ".rule"
	for _, other := range x.Expressions {
		if other.Path.String() == rule {
			return other.Times
		}
	}
	panic("a messageExpression without a rule")
}

// addRule adds a rule beside an expression, with the same oldSelf, and returns its path.
func addRule(m map[string]any, at structural.Path, text string) string {
	node := any(m)
	steps := at[:len(at)-3]
	for _, step := range steps {
		node = node.(map[string]any)[step.Name()]
	}
	object := node.(map[string]any)
	list := object[rulesKey].([]any)
	rule := map[string]any{"rule": text}
	if old, given := list[at[len(at)-2].Index()].(map[string]any)["optionalOldSelf"]; given {
		rule["optionalOldSelf"] = old
	}
	object[rulesKey] = append(list, rule)
	return strings.TrimPrefix(steps.Append(structural.Field(rulesKey), structural.Index(len(list)), structural.Field("rule")).String(), ".")
}

// BenchmarkExplain compiles the schema of the corpus with the most rules, and explains the
// costs of its rules. The factor between them should stay below 10.
func BenchmarkExplain(b *testing.B) {
	s := mostRules(b)
	compile := func() *ours.Rules {
		rules := ours.Compile(s, structural.Resource)
		if err := rules.Precompile(b.Context()); err != nil {
			b.Fatal(err)
		}
		return rules
	}
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			compile()
		}
	})
	b.Run("explain", func(b *testing.B) {
		for b.Loop() {
			got, err := ours.Compile(s, structural.Resource).ExplainCost(b.Context())
			if err != nil || len(got.Expressions) == 0 {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(got.Expressions)), "expressions")
		}
	})
}

func mostRules(b *testing.B) (most *structural.Schema) {
	all, rules := ruledSchemas(b), 0
	for i := range all.N {
		_, m := all.At(i)
		s, _ := cases.FromMap(m)
		n := 0
		for node := range s.Schemas() {
			n += node.NumRules()
		}
		if n > rules {
			most, rules = s, n
		}
	}
	return most
}
