package oracle

import (
	"encoding/json"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/lint"
	"github.com/seed95800270/crdschema/structural"
)

// BenchmarkRatioExplain measures explaining the largest CRDs of the corpus, by their text and by
// their rules: the costs of all rules, the bounds that fit, and lint. It reports
//
//	x-compile  the processor time of that / the one of Compile and Precompile
//
// with new compilers, best of the rounds. Processor time counts all threads, also those of the
// garbage collector, and nothing that runs beside the benchmark.
func BenchmarkRatioExplain(b *testing.B) {
	largest := map[string]map[string]any{}
	sizes := map[string]int{}
	for _, crd := range corpus.Load(b).CRDs {
		for name, size := range map[string]int{"text": textOf(crd.Manifest), "rules": rulesBelow(crd.Manifest)} {
			if size > sizes[name] {
				sizes[name], largest[name] = size, crd.Manifest
			}
		}
	}
	for name, crd := range largest {
		b.Run(name, func(b *testing.B) {
			compile, explained := time.Duration(1<<62), time.Duration(1<<62)
			for b.Loop() {
				compile = min(compile, took(b, func() { prepare(b, crd) }))
				explained = min(explained, took(b, func() { explainAll(b, crd) }))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(rulesBelow(crd)), "rules")
			b.ReportMetric(compile.Seconds()*1000, "ms-compile")
			b.ReportMetric(explained.Seconds()/compile.Seconds(), "x-compile")
		})
	}
}

func textOf(crd map[string]any) int { return len(cases.Must(json.Marshal(crd))) }

// rulesBelow returns the number of rules in v.
func rulesBelow(v map[string]any) (n int) {
	for name, e := range v {
		switch e := e.(type) {
		case map[string]any:
			n += rulesBelow(e)
		case []any:
			if name == "x-kubernetes-validations" {
				n += len(e)
			}
			for _, element := range e {
				below, _ := element.(map[string]any)
				n += rulesBelow(below)
			}
		}
	}
	return n
}

// took returns the processor time of f.
func took(b *testing.B, f func()) time.Duration {
	runtime.GC()
	before := processorTime(b)
	f()
	return processorTime(b) - before
}

func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// versionsOf compiles a CRD and returns its versions.
func versionsOf(b *testing.B, crd map[string]any) (out []*crdschema.Version) {
	d, err := crdschema.Compile(b.Context(), crd)
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		out = append(out, v)
	}
	return out
}

func prepare(b *testing.B, crd map[string]any) {
	for _, v := range versionsOf(b, crd) {
		if err := v.Precompile(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func explainAll(b *testing.B, crd map[string]any) {
	compiler := celrules.NewCompiler()
	for _, v := range versionsOf(b, crd) {
		rules := compiler.Compile(v.Schema(), structural.Resource)
		costs, err := rules.ExplainCost(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		_ = costs.String()
		if _, err := rules.SuggestBounds(b.Context(), celrules.Fit{}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := lint.CRD(b.Context(), crd); err != nil {
		b.Fatal(err)
	}
}
