package celrules

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestLimits compares schemas with costs near the limits, new and as updates: of
// another schema with some of the same expressions, and of themselves.
func TestLimits(t *testing.T) {
	cases := parity.Generated(parity.Full(10_000), func(seed uint64) update {
		r := parity.Rand(seed)
		var u update
		switch seed % 4 {
		case 0:
			u.schema = drawn(seed)
		default:
			u.schema = expensive(seed)
		}
		switch r.IntN(4) {
		case 0:
			u.old = runtime.DeepCopyJSON(u.schema)
		case 1:
			u.old = expensive(seed)
			u.schema["properties"].(map[string]any)["added"] = map[string]any{"type": "string"}
		case 2:
			u.old = drawn(seed / 4)
		}
		return u
	})
	parity.Run(t, "cel-limits", cases, func(c *parity.Check, in update) { compareWritten(c, in.schema, in.old) })
}

// expensive returns a schema of nested lists and maps with rules whose costs are
// near the limits.
func expensive(seed uint64) map[string]any {
	d := drawer{parity.Rand(seed)}
	properties := map[string]any{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"}[:1+d.IntN(6)] {
		properties[name] = d.expensiveNode(2 + d.IntN(3))
	}
	return map[string]any{"type": "object", "properties": properties}
}

func (d drawer) expensiveNode(depth int) map[string]any {
	var node map[string]any
	switch {
	case depth == 0:
		node = map[string]any{"type": "string"}
		if !d.maybe(4) {
			node["maxLength"] = one[int64](d.Rand, 10, 100, 1000, 10000)
		}
	case d.maybe(3):
		node = map[string]any{"type": "object", "additionalProperties": d.expensiveNode(depth - 1)}
		if !d.maybe(8) {
			node["maxProperties"] = one[int64](d.Rand, 2, 5, 10, 50, 100)
		}
	case d.maybe(3):
		node = map[string]any{"type": "object", "properties": map[string]any{"s": d.expensiveNode(depth - 1)}}
		if d.maybe(5) {
			node["x-kubernetes-map-type"] = one(d.Rand, "atomic", "granular")
		}
	default:
		node = map[string]any{"type": "array", "items": d.expensiveNode(depth - 1)}
		if !d.maybe(8) {
			node["maxItems"] = one[int64](d.Rand, 2, 5, 10, 50, 100)
		}
	}
	if d.maybe(2) {
		rules := []any{}
		for range 1 + d.IntN(3) {
			rule := map[string]any{"rule": d.about(typedExpr{"self", node}, 3)}
			if d.maybe(4) {
				rule["messageExpression"] = one(d.Rand, "'a'", "string(self)", "self.map(x, x.matches(x) ? 'a' : 'b').join('')", "self + self")
			}
			if d.maybe(6) {
				rule["rule"] = "self == oldSelf"
			}
			rules = append(rules, rule)
		}
		node[rulesKey] = rules
	}
	return node
}
