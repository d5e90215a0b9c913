package objectmeta

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whatever a server has written once is found unchanged, for free.
func TestNothingIsAllocatedWhereNothingChanges(t *testing.T) {
	for _, c := range readTable(t, "metadata.yaml") {
		want := c.want["reject"]
		meta, ok := want.out.(map[string]any)
		if !ok || holdsOddTime(meta) {
			continue
		}
		root := map[string]any{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": meta}
		assert.Zero(t, testing.AllocsPerRun(10, func() { Metadata(meta, Reject) }), c.name)
		assert.Zero(t, testing.AllocsPerRun(10, func() { CoerceRoot(root, Reject) }), c.name)
		assert.Zero(t, testing.AllocsPerRun(10, func() { CoerceResource(root, nil, Reject) }), c.name)
	}
	for _, g := range readGroups(t) {
		for _, c := range g.cases {
			obj, ok := c.want["reject"].out.(map[string]any)
			if !ok {
				continue
			}
			assert.Zero(t, testing.AllocsPerRun(10, func() { Coerce(obj, g.schema, Drop) }), c.name)
		}
	}
}

func BenchmarkMetadata(b *testing.B) {
	meta := readTable(b, "metadata.yaml")[0].in
	b.ReportAllocs()
	for b.Loop() {
		Metadata(meta, Reject)
	}
}
