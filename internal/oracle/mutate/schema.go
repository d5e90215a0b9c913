// Package mutate edits existing schemas. (*generate.Generator).Mutate damages
// objects and values of any type, and generates schemas.
package mutate

import (
	"maps"
	"math/rand/v2"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// Schema returns a copy of an OpenAPI schema in which n keywords at random nodes
// are set, replaced or removed. Most values have the right JSON type: the result
// can be decoded but has errors. Schema does not change its argument and shares
// nothing with it.
func Schema(r *rand.Rand, schema map[string]any, n int) map[string]any {
	out := runtime.DeepCopyJSON(schema)
	for range n {
		nodes := schemaNodes(nil, out)
		node := nodes[r.IntN(len(nodes))]
		if keys := sortedKeys(node); len(keys) > 0 && r.IntN(6) == 0 {
			delete(node, keys[r.IntN(len(keys))])
			continue
		}
		change := keywords[r.IntN(len(keywords))]
		node[change.name] = change.value(r, node)
	}
	return out
}

// schemaNodes returns a node and all nodes below it, in order.
func schemaNodes(out []map[string]any, v any) []map[string]any {
	node, ok := v.(map[string]any)
	if !ok {
		return out
	}
	out = append(out, node)
	for _, keyword := range []string{"items", "additionalProperties", "additionalItems", "not"} {
		out = schemaNodes(out, node[keyword])
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf", "items"} {
		list, _ := node[keyword].([]any)
		for _, e := range list {
			out = schemaNodes(out, e)
		}
	}
	for _, keyword := range []string{"properties", "definitions", "patternProperties", "dependencies"} {
		named, _ := node[keyword].(map[string]any)
		for _, name := range sortedKeys(named) {
			out = schemaNodes(out, named[name])
		}
	}
	return out
}

func sortedKeys(m map[string]any) []string {
	return slices.Sorted(maps.Keys(m))
}
