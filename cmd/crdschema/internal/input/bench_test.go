package input

import (
	"os"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// BenchmarkObjects compares the time from text to objects with the time of the YAML parser alone, by
// turns on the same text.
func BenchmarkObjects(b *testing.B) {
	text, err := os.ReadFile("../../../../testdata/acceptance/07-validation.yaml")
	if err != nil {
		b.Fatal(err)
	}
	whole := strings.Repeat("---\n"+string(text)+"\n", 4)
	var ours, parser time.Duration
	for b.Loop() {
		start := time.Now()
		for part := range stream(whole).Texts() {
			part.Objects(b.Context())
		}
		ours += time.Since(start)
		start = time.Now()
		decoder := yaml.NewDecoder(strings.NewReader(whole))
		for err := error(nil); err == nil; {
			var v any
			err = decoder.Decode(&v)
		}
		parser += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(parser), "x-parser")
}
