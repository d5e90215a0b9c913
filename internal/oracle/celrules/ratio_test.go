package celrules

import (
	"context"
	"runtime"
	"testing"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// both is a schema of the corpus that has rules, as both sides hold it.
type both struct {
	ours   *structural.Schema
	theirs *schema.Structural
	props  *apiextensions.JSONSchemaProps
}

func bothWithRules(b *testing.B) (out []both) {
	b.Helper()
	for _, s := range corpus.Load(b).Schemas() {
		props, err := upstream.Schema(s.Map)
		if err != nil {
			continue
		}
		their, err := upstream.NewStructural(s.Map)
		our, _ := cases.FromMap(s.Map, structural.WithoutDocumentation())
		if err == nil && our.Holds(facts.Rules) {
			out = append(out, both{our, their.S, props})
		}
	}
	return out
}

// BenchmarkRatioCompileRules measures compiling all rules of the corpus for
// serving, including programs, with only the environments of the versions
// prepared, and the retained memory.
func BenchmarkRatioCompileRules(b *testing.B) {
	schemas := bothWithRules(b)
	mine := func() any {
		c := ours.NewCompiler()
		out := make([]*ours.Rules, len(schemas))
		for i, s := range schemas {
			out[i] = c.Compile(s.ours, structural.Resource)
			_ = out[i].Precompile(context.Background())
		}
		return out
	}
	theirs := func() any {
		out := make([]*cel.Validator, len(schemas))
		for i, s := range schemas {
			out[i] = cel.NewValidator(s.theirs, true, celconfig.PerCallLimit)
		}
		return out
	}
	ratio.Run(b, ratio.Case{
		Ours: func() { mine() }, Upstream: func() { theirs() },
		KeepOurs: mine, KeepUpstream: theirs,
	})
}

// BenchmarkRatioCompileRulesAlone measures the same with a compiler for each
// schema, as for a single definition.
func BenchmarkRatioCompileRulesAlone(b *testing.B) {
	schemas := bothWithRules(b)
	ratio.Run(b, ratio.Case{
		Ours: func() {
			for _, s := range schemas {
				_ = ours.Compile(s.ours, structural.Resource).Precompile(context.Background())
			}
		},
		Upstream: func() {
			for _, s := range schemas {
				cel.NewValidator(s.theirs, true, celconfig.PerCallLimit)
			}
		},
	})
}

// BenchmarkRatioCheckRules measures checking the rules of the corpus as new ones,
// with estimates and limits.
func BenchmarkRatioCheckRules(b *testing.B) {
	schemas := bothWithRules(b)
	ratio.Run(b, ratio.Case{
		Ours: func() {
			c := ours.NewCompiler()
			for _, s := range schemas {
				if _, err := c.Check(b.Context(), s.ours, structural.Resource); err != nil {
					b.Fatal(err)
				}
			}
		},
		Upstream: func() {
			for _, s := range schemas {
				upstream.CompileRules(s.props, upstream.Environments(37), cel.NewExpressionsEnvLoader())
			}
		},
	})
}

// BenchmarkOpen measures opening a thousand definitions: time and memory for
// each, before any of them is used and after all are.
func BenchmarkOpen(b *testing.B) {
	schemas := bothWithRules(b)
	const definitions = 1000
	var opened, used, openedBytes, usedBytes float64
	for b.Loop() {
		rules := make([]*ours.Rules, definitions)
		c := ours.NewCompiler()
		empty := heap()
		opened += clock(func() {
			for i := range rules {
				rules[i] = c.Compile(schemas[i%len(schemas)].ours, structural.Resource)
			}
		})
		before := heap()
		used += clock(func() {
			for _, r := range rules {
				_ = r.Precompile(context.Background())
			}
		})
		openedBytes, usedBytes = openedBytes+before-empty, usedBytes+heap()-empty
		runtime.KeepAlive(rules)
	}
	n := float64(b.N) * definitions
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(opened/n, "ns/opened")
	b.ReportMetric(used/n, "ns/used")
	b.ReportMetric(openedBytes/n, "B/opened")
	b.ReportMetric(usedBytes/n, "B/used")
}

func clock(f func()) float64 {
	began := time.Now()
	f()
	return float64(time.Since(began))
}

func heap() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}
