package jsonpatch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func large() []byte {
	var b strings.Builder
	b.WriteString(`{"spec": {"items": [`)
	for i := 0; b.Len() < 1_000_000; i++ {
		if i > 0 {
			b.WriteString(",\n  ")
		}
		fmt.Fprintf(&b, `{"name": "item-%d", "replicas": %d, "enabled": true, "labels": {"app": "web", "über": "a \"quoted\" \u00e4"}, "ports": [80, 443]}`, i, i)
	}
	b.WriteString(`]}}`)
	return []byte(b.String())
}

func BenchmarkLarge(b *testing.B) {
	doc := large()
	for _, bench := range []struct {
		name string
		call func() error
	}{
		{"one field", func() error {
			p, err := Read([]byte(`[{"op": "replace", "path": "/spec/items/7/replicas", "value": 1}]`))
			require.NoError(b, err)
			_, err = p.Apply(b.Context(), doc)
			return err
		}},
		{"all of it", func() error { _, _, err := Merge(b.Context(), []byte(`{}`), doc); return err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, bench.call())
			}
		})
	}
}
