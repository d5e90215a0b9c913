package structural_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// benchmarked returns schemas by name: the schemas of the CRDs in testdata, a deep one and
// a wide one.
func benchmarked(b *testing.B) map[string]map[string]any {
	out := map[string]map[string]any{}
	out["deep"], _ = generate.Deep(2000)
	out["wide"], _ = generate.Wide(2000)
	files, err := filepath.Glob("../testdata/corpus/*/crds/*.yaml")
	require.NoError(b, err)
	require.NotEmpty(b, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(b, err)
		doc, err := decode.YAML(context.Background(), text)
		require.NoError(b, err)
		version := doc.Value.(map[string]any)["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
		if schema, ok := version["schema"].(map[string]any); ok {
			out[filepath.Base(file)] = schema["openAPIV3Schema"].(map[string]any)
		}
	}
	return out
}

func BenchmarkFromMap(b *testing.B) {
	for name, m := range benchmarked(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				structural.FromMap(b.Context(), m)
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for name, m := range benchmarked(b) {
		s, _ := cases.FromMap(m)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				structural.Check(b.Context(), s, structural.Resource)
			}
		})
	}
}

func BenchmarkCheckKeywords(b *testing.B) {
	for name, m := range benchmarked(b) {
		s, _ := cases.FromMap(m)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				structural.CheckKeywords(b.Context(), s, structural.Resource)
			}
		})
	}
}

func BenchmarkNormalize(b *testing.B) {
	for name, m := range benchmarked(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				structural.Normalize(m)
			}
		})
	}
}
