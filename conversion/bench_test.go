package conversion_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
)

// sizes are the numbers of objects that are converted at once.
var sizes = []int{1, 100, 10_000}

func pods(apiVersion string, n int) []map[string]any {
	out := make([]map[string]any, n)
	for i := range out {
		out[i] = map[string]any{
			"apiVersion": apiVersion, "kind": "Thing", "metadata": map[string]any{
				"name": fmt.Sprint("thing-", i), "namespace": "default", "uid": fmt.Sprint("uid-", i),
				"labels": map[string]any{"app": "thing", "tier": "back"}, "annotations": map[string]any{"example.com/note": "text"},
			},
			"spec": map[string]any{
				"hostPort": "localhost:1234", "mode": "on", "replicas": int64(3), "args": []any{"a", "b", "c"},
				"template": map[string]any{"image": "thing:latest", "env": []any{map[string]any{"name": "A", "value": "1"}, map[string]any{"name": "B", "value": "2"}}},
			},
		}
	}
	return out
}

func BenchmarkConvert(b *testing.B) {
	declared, err := declare.NewChain(context.Background(), declare.Declaration{From: older, To: newer, Rules: []declare.Rule{
		{Split: &declare.Split{From: ".spec.hostPort", Separator: ":", To: []declare.Part{{Path: ".spec.host"}, {Path: ".spec.port", Type: "integer"}}}},
		{Values: &declare.Values{Path: ".spec.mode", Pairs: []declare.Pair{{From: "on", To: true}, {From: "off", To: false}}}},
		{Rename: &declare.Rename{Path: ".spec.template.env[*].value", To: "text"}},
	}})
	require.NoError(b, err)
	written := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		spec := maps.Clone(obj["spec"].(map[string]any))
		spec["host"], spec["port"] = "localhost", int64(1234)
		delete(spec, "hostPort")
		out["spec"] = spec
		return out, nil
	})
	for _, c := range []struct {
		name      string
		from      string
		converter conversion.Converter
	}{{"none-at-version", newer, nil}, {"none", older, nil}, {"function", older, written}, {"declared", older, declared}} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) { benchmarkList(b, c.converter, pods(c.from, n)) })
		}
	}
}

func benchmarkList(b *testing.B, c conversion.Converter, objs []map[string]any) {
	items := make([]any, len(objs))
	for i, obj := range objs {
		items[i] = obj
	}
	list := map[string]any{"apiVersion": newer, "kind": "ThingList", "items": items}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := converting(c).ConvertList(context.Background(), list, newer); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(objs)), "ns/object")
}
