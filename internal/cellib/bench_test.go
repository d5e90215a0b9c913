package cellib

import (
	"runtime"
	"testing"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// BenchmarkEnv builds an environment, and reports how much memory it retains.
func BenchmarkEnv(b *testing.B) {
	build := func() *cel.Env {
		env, err := cel.NewEnv(envOptions(kubeversion.Newest, mixedNumbersAndOptionals)...)
		if err != nil {
			b.Fatal(err)
		}
		return env
	}
	build()
	b.ReportAllocs()
	for b.Loop() {
		build()
	}
	const kept = 20
	environments := make([]*cel.Env, kept)
	before := heap()
	for i := range environments {
		environments[i] = build()
	}
	b.ReportMetric(float64(heap()-before)/kept, "B-retained")
	runtime.KeepAlive(environments)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkCall(b *testing.B) {
	for _, expression := range []string{"quantity('1.5Gi').isGreaterThan(quantity('500Mi'))", "ip('10.1.2.3').family() == 4", "format.dns1123Label().validate('my-name').hasValue()"} {
		b.Run(expression, func(b *testing.B) {
			env, err := Env(kubeversion.Newest, Stored)
			if err != nil {
				b.Fatal(err)
			}
			ast, issues := env.Compile(expression)
			if issues.Err() != nil {
				b.Fatal(issues.Err())
			}
			planner, err := NewPlanner(env)
			if err != nil {
				b.Fatal(err)
			}
			program, err := planner.Plan(ast)
			if err != nil {
				b.Fatal(err)
			}
			e := NewEvaluator()
			if err := e.Begin(work.Start(b.Context(), "")); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := e.Run(program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
