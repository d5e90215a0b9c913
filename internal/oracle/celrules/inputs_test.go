package celrules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

type schemas = parity.Cases[map[string]any]

const rulesKey = "x-kubernetes-validations"

// texts returns the texts of errors, in order.
func texts(list field.ErrorList) []string {
	out := make([]string, len(list))
	for i, err := range list {
		out[i] = normal(err.Error())
	}
	return out
}

// ruledSchemas returns the schemas of the corpus that have rules.
func ruledSchemas(t testing.TB) schemas {
	t.Helper()
	var out []corpus.Schema
	for _, s := range corpus.Load(t).Schemas() {
		if holdsRules(s.Map) {
			out = append(out, s)
		}
	}
	return parity.Map(parity.List(out, corpus.Schema.Label), func(s corpus.Schema) map[string]any { return s.Map })
}

func holdsRules(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if _, found := v[rulesKey]; found {
			return true
		}
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), holdsRules)
	case []any:
		return slices.ContainsFunc(v, holdsRules)
	}
	return false
}

// occurrence is one rule with its node.
type occurrence struct {
	label string
	node  map[string]any // as it is in the corpus
	root  bool
	rule  map[string]any
}

// schema returns a small schema with only that rule.
func (o occurrence) schema() map[string]any {
	node := withoutRules(o.node).(map[string]any)
	node[rulesKey] = []any{o.rule}
	if o.root {
		return node
	}
	return map[string]any{"type": "object", "properties": map[string]any{"x": node}}
}

// withoutRules returns a copy without rules and descriptions.
func withoutRules(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			if text, _ := e.(string); k == "description" && text != "" || k == rulesKey {
				continue
			}
			out[k] = withoutRules(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutRules(e)
		}
		return out
	}
	return v
}

// rulesOf returns all rules of the corpus.
func rulesOf(t testing.TB) parity.Cases[occurrence] {
	t.Helper()
	var out []occurrence
	for _, s := range corpus.Load(t).Schemas() {
		collect(s.Label(), s.Map, true, &out)
	}
	return parity.List(out, func(o occurrence) string { return o.label })
}

func collect(label string, v any, root bool, out *[]occurrence) {
	node, ok := v.(map[string]any)
	if !ok {
		return
	}
	list, _ := node[rulesKey].([]any)
	for i, r := range list {
		if rule, ok := r.(map[string]any); ok {
			*out = append(*out, occurrence{fmt.Sprint(label, " rule ", i), node, root, rule})
		}
	}
	for _, k := range []string{"items", "additionalProperties"} {
		collect(label+"."+k, node[k], false, out)
	}
	properties, _ := node["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		collect(label+"."+name, properties[name], false, out)
	}
}

// damaged returns a rule with changes that make it invalid in most cases.
func damaged(seed uint64, o occurrence) occurrence {
	r := parity.Rand(seed)
	rule := runtime.DeepCopyJSON(o.rule)
	for range 1 + r.IntN(2) {
		damageRule(r, rule)
	}
	o.rule = rule
	return o
}

func damageRule(r *rand.Rand, rule map[string]any) {
	text, _ := rule["rule"].(string)
	switch r.IntN(14) {
	case 0:
		rule["messageExpression"] = one(r, "'a' + 'b'", "self.nothing", "string(self)", "1", "", " ", "'x'.format([1])", "oldSelf == self ? 'a' : 'b'", text)
	case 1:
		rule["optionalOldSelf"] = r.IntN(2) == 0
	case 2:
		rule["fieldPath"] = one(r, ".spec", ".nothing", " ", "['a b']", ".a\n", "a", "[0]", ".x.y", "['a'", ".")
	case 3:
		rule["reason"] = one(r, "FieldValueRequired", "FieldValueWrong", "")
	case 4:
		rule["message"] = one(r, " ", "a\nb", "fine", "\r")
	default:
		rule["rule"] = damageText(r, text)
	}
}

func one[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }
