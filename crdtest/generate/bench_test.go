package generate_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

// BenchmarkGenerator makes valid objects and near misses of the definitions of testdata. An
// operation is one object.
func BenchmarkGenerator(b *testing.B) {
	files, err := filepath.Glob("../../testdata/corpus/*/crds/*.yaml")
	require.NoError(b, err)
	require.NotEmpty(b, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(b, err)
		definition, err := crdschema.CompileYAML(b.Context(), text)
		require.NoError(b, err)
		g := generate.New(definition.StorageVersion())
		if _, err := g.Valid(b.Context(), 0); err != nil {
			continue // a definition that accepts nothing
		}
		name := filepath.Base(file)
		b.Run("valid/"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_, err := g.Valid(b.Context(), i)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "objects/s")
		})
		b.Run("near-miss/"+name, func(b *testing.B) {
			found, targets := 0, g.Targets()
			for i := 0; b.Loop(); i++ {
				if _, err := g.NearMiss(b.Context(), targets[i%len(targets)]); err == nil {
					found++
				}
			}
			b.ReportMetric(float64(found)/b.Elapsed().Seconds(), "objects/s")
		})
	}
}
