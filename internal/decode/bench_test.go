package decode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func large() []byte {
	var b strings.Builder
	b.WriteString(`{"apiVersion": "example.com/v1", "kind": "Large", "metadata": {"name": "large"}, "spec": {"items": [`)
	for i := 0; b.Len() < 1_000_000; i++ {
		if i > 0 {
			b.WriteString(",\n  ")
		}
		fmt.Fprintf(&b, `{"name": "item-%d", "replicas": %d, "weight": %d.5, "enabled": true, "selector": null, "labels": {"app": "web", "über": "a \"quoted\" \u00e4"}, "ports": [80, 443]}`, i, i, i)
	}
	b.WriteString(`]}}`)
	return []byte(b.String())
}

func BenchmarkLarge(b *testing.B) {
	text := large()
	for _, bench := range []struct {
		name string
		call func() error
	}{
		{"values", func() error { _, err := JSON(b.Context(), text); return err }},
		{"nodes", func() error { _, err := Parse(b.Context(), text); return err }},
		{"positions", func() error { _, err := SourceOf(text, MediaJSON).Positions(b.Context()); return err }},
		{"patch", func() error { _, err := MergePatchFields(b.Context(), text); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, bench.call())
			}
		})
	}
}
