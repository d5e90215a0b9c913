package openapi

import (
	"context"
	"runtime"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// ratioCRDs is the number of definitions of the corpus that are measured.
const ratioCRDs = 40

type pair struct {
	published
	theirs *apiextensionsv1.CustomResourceDefinition
}

func measured(b *testing.B) []pair {
	b.Helper()
	var out []pair
	for i, crd := range corpus.Load(b).CRDs {
		if i == ratioCRDs {
			break
		}
		theirs, err := definitionOf(crd.Manifest)
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range versionsOf(crd.Manifest) {
			out = append(out, pair{p, theirs})
		}
	}
	return out
}

// BenchmarkRatioOpenAPI measures from a decoded definition to the documents of
// all its versions. The bytes are those that the documents retain; bytes-doc is
// the number for one.
func BenchmarkRatioOpenAPI(b *testing.B) {
	pairs := measured(b)
	b.Run("v2", func(b *testing.B) {
		bench(b, pairs, func(p pair) (any, error) { return openapiv2.Build(context.Background(), p.Manifest, p.Version) },
			func(p pair) (any, error) { return theirV2(p.theirs, p.Version) })
	})
	b.Run("v3", func(b *testing.B) {
		bench(b, pairs, func(p pair) (any, error) { return openapiv3.Build(context.Background(), p.Manifest, p.Version) },
			func(p pair) (any, error) { return theirV3(p.theirs, p.Version) })
	})
}

func bench(b *testing.B, pairs []pair, ours, theirs func(pair) (any, error)) {
	all := func(build func(pair) (any, error)) []any {
		out := make([]any, len(pairs))
		for i, p := range pairs {
			doc, err := build(p)
			if err != nil {
				b.Fatal(err)
			}
			out[i] = doc
		}
		return out
	}
	var manifests []map[string]any
	for _, p := range pairs {
		manifests = append(manifests, p.Manifest)
	}
	ratio.Run(b, ratio.Case{
		Objects:      manifests,
		Ours:         func() { all(ours) },
		Upstream:     func() { all(theirs) },
		KeepOurs:     func() any { return all(ours) },
		KeepUpstream: func() any { return all(theirs) },
	})
	before := heap()
	kept := all(ours)
	b.ReportMetric(float64(heap()-before)/float64(len(pairs)), "bytes-doc")
	runtime.KeepAlive(kept)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
