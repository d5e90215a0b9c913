package pruning_test

import (
	"fmt"
	"testing"
)

func BenchmarkUnknown(b *testing.B) {
	s := schema(b, `{type: object, properties: {spec: {type: object}}}`)
	fields := map[string]any{}
	for i := range 1 << 18 {
		fields[fmt.Sprintf("x%06x", i)] = int64(1)
	}
	o := map[string]any{"spec": fields}
	b.ReportAllocs()
	for b.Loop() {
		prune(b, o, s)
	}
}

func BenchmarkNothing(b *testing.B) {
	s := schema(b, listsAndMaps)
	list := []any{}
	for range 100 {
		list = append(list, map[string]any{"a": "x", "b": int64(1)})
	}
	o := map[string]any{"apiVersion": "v1", "spec": map[string]any{"list": list, "map": map[string]any{"k": "v", "l": "w"}}}
	b.ReportAllocs()
	for b.Loop() {
		prune(b, o, s)
	}
}

func BenchmarkSmall(b *testing.B) {
	s := schema(b, `{type: object, properties: {spec: {type: object, properties: {a: {type: string}}}}}`)
	o := map[string]any{"apiVersion": "v1", "spec": map[string]any{"a": "k"}}
	b.ReportAllocs()
	for b.Loop() {
		prune(b, o, s)
	}
}
