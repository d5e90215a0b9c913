package input

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/document"
)

// BenchmarkYAML compares the time from text to objects with the time of the YAML parser alone, by turns on
// the same text.
func BenchmarkYAML(b *testing.B) {
	text, err := os.ReadFile("../../../../testdata/acceptance/07-validation.yaml")
	require.NoError(b, err)
	whole := strings.Repeat("---\n"+string(text)+"\n", 4)
	byTurns(b, "x-parser", func() {
		for part := range stream(whole).Texts() {
			part.Objects(b.Context())
		}
	}, func() {
		decoder := goyaml.NewDecoder(strings.NewReader(whole))
		for err := error(nil); err == nil; {
			var v any
			err = decoder.Decode(&v)
		}
	})
}

// BenchmarkJSON compares the time from a JSON list to its objects with the time of document.DecodeJSON.
func BenchmarkJSON(b *testing.B) {
	var items []string
	for i := range 2000 {
		items = append(items, fmt.Sprintf(`{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "lamp-%d"}, "spec": {"watts": %d, "room": "kitchen"}}`, i, i))
	}
	whole := `{"apiVersion": "v1", "kind": "List", "items": [` + strings.Join(items, ",\n") + "]}"
	byTurns(b, "x-ours", func() {
		for part := range stream(whole).Texts() {
			part.Objects(b.Context())
		}
	}, func() {
		_, err := document.DecodeJSON(b.Context(), []byte(whole))
		require.NoError(b, err)
	})
}

// byTurns reports the median of the ratios of two times.
func byTurns(b *testing.B, unit string, ours, other func()) {
	var ratios []float64
	for b.Loop() {
		start := time.Now()
		ours()
		took := time.Since(start)
		start = time.Now()
		other()
		ratios = append(ratios, float64(took)/float64(time.Since(start)))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], unit)
}
