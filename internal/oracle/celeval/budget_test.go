package celeval

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestBudget evaluates every object with several budgets up to its cost, so that
// the evaluation ends at every possible point. Fields of the objects are removed,
// because the reference visits them in random order.
func TestBudget(t *testing.T) {
	drawnCases := parity.Join(parity.Generated(parity.Full(6_000), drawn(3, false)), parity.Generated(parity.Full(6_000), drawn(3, true)))
	cases := parity.Times(parity.Recent(parity.Join(drawnCases, parity.Tenth(corpusObjects(t)))), parity.Full(2), func(seed uint64, j evalCase) evalCase {
		if j.rules == nil {
			return j
		}
		t := fieldRemover{drawer{parity.Rand(seed), 1}, map[string]bool{}}
		t.removeFields(j.text, j.object, "")
		j.object, j.old = t.keep(j.object, ""), t.keep(j.old, "")
		j.budget = 1 << 40
		spent := j.actualCost()
		j.budget = 1 + int64(seed*7919)%max(spent, 1)
		return j
	})
	parity.Run(t, "cel-budget", parity.Join(cases, exhausting()), compareDrawn)
}

// fieldRemover leaves one field with rules in each object, and two in the root.
type fieldRemover struct {
	drawer
	gone map[string]bool
}

func (t fieldRemover) removeFields(s object, v any, path string) {
	switch v := v.(type) {
	case object:
		var ruled []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if part := partOf(s, name); holdsRules(part) {
				ruled = append(ruled, name)
				t.removeFields(part, v[name], path+"/"+name)
			}
		}
		t.Shuffle(len(ruled), func(i, j int) { ruled[i], ruled[j] = ruled[j], ruled[i] })
		most := 1
		if path == "" {
			most = 2
		}
		for _, name := range ruled[min(most, len(ruled)):] {
			t.gone[path+"/"+name] = true
		}
	case []any:
		items, _ := s["items"].(object)
		for _, e := range v {
			t.removeFields(items, e, path+"/*")
		}
	}
}

func partOf(s object, name string) object {
	if properties, _ := s["properties"].(object); properties[name] != nil {
		part, _ := properties[name].(object)
		return part
	}
	part, _ := s["additionalProperties"].(object)
	return part
}

func holdsRules(v any) bool {
	m, ok := v.(object)
	if !ok {
		return false
	}
	if _, found := m["x-kubernetes-validations"]; found {
		return true
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(m)), holdsRules)
}

func (t fieldRemover) keep(v any, path string) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for name, e := range v {
			if at := path + "/" + name; !t.gone[at] {
				out[name] = t.keep(e, at)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = t.keep(e, path+"/*")
		}
		return out
	}
	return v
}

func (j evalCase) actualCost() int64 {
	a, _, _ := j.own()
	return a.Cost
}

// exhausting returns rules that reach the limit of a call, in the rule or in the
// message, with values of growing sizes, and objects that reach their budget.
func exhausting() evalCases {
	const nested = "self.list.all(a, self.list.all(b, self.list.all(c, a + b + c < 1000000)))"
	const words = "self.list.map(a, self.list.map(b, self.list.map(c, string(a + b + c)).join('')).join('')).join('').size() > 0 ? 'x' : 'y'"
	var rules []object
	for _, optional := range []object{{}, {"message": " short "}, {"messageExpression": words}, {"messageExpression": words, "fieldPath": ".list", "reason": "FieldValueRequired"}} {
		for _, text := range []string{nested, "!(" + nested + ")", "!has(self.list)", "self.list.all(x, x < 100) || " + nested, "size(self.list) < 2 || self == oldSelf || " + nested} {
			rule := object{"rule": text}
			for k, v := range optional {
				rule[k] = v
			}
			rules = append(rules, rule)
		}
	}
	sizes := []int{1, 10, 30, 53, 54, 56, 60, 110}
	list := object{"type": "array", "items": object{"type": "integer"}}
	return parity.Generated(len(rules)*len(sizes)*4, func(seed uint64) evalCase {
		i := int(seed)
		rule, size, shape := rules[i%len(rules)], sizes[i/len(rules)%len(sizes)], i/len(rules)/len(sizes)
		node := object{"type": "object", "properties": object{"list": list}, "x-kubernetes-validations": []any{rule, object{"rule": "self.list[0] == 0"}}}
		v := object{"list": numbers(size)}
		root, obj := object{"type": "object", "properties": object{"x": node}}, object{"x": v}
		if shape > 1 { // many of them
			root["properties"] = object{"x": object{"type": "array", "items": node}}
			obj["x"] = []any{v, v, v, v, v, v, v, v, v, v, v, v}
		}
		r, ok := compile(root)
		if !ok {
			panic(fmt.Sprint(root))
		}
		j := evalCase{rules: r, object: obj}
		if shape%2 == 1 { // an update without changes
			j.old = obj
		}
		return j
	})
}

func numbers(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// TestMessage compares the messages that expressions return for values of all
// types, and all fallbacks.
func TestMessage(t *testing.T) {
	texts := append([]string{
		"'a\\nb'", "'a\\rb'", "'\\n a \\n'", "'\\t'", "''", "'x'.replace('x', self.s)", "self.s + self.s", "self.s", "string(self.n / 0)", "self.l.join(' ')",
		"self.nothing", "1", "'abc", "oldSelf.s", "oldSelf == self ? 'same' : 'other'", "self.s.substring(7)", "dyn(self.n)", "has(self.s) ? self.s : 'none'",
		"self.l[3]", "string(self.e)", "self.l.map(x, x + x).join(self.s)", " ", "'é'.format([])", "'%d %s'.format([self.n, self.l])", "'%s'.format([self])",
		"oldSelf.hasValue() ? 'old' : 'new'", "type(self.n) == int ? 'int' : 'other'", "string(bytes(self.s))", "self.s.split('')[0]",
	}, ruleTexts()["message"]...)
	rules := []string{"false", "self.n > 3", "self == oldSelf", "!has(self.s)", "self.l.size() > 1 / self.n", "oldSelf.hasValue() && false"}
	lengths := []int{0, 1, 2559, 2560, 2561, 5119, 5120, 5121, 6000}
	cases := parity.Generated(parity.Full(20_000), func(seed uint64) evalCase {
		d := drawer{parity.Rand(seed), 2}
		rule := object{"rule": one(d, rules...), "messageExpression": one(d, texts...)}
		if d.maybe(2) {
			rule["message"] = one(d, "plain", " spaces ", "é")
		}
		if d.maybe(3) {
			rule["optionalOldSelf"] = d.maybe(2)
		}
		if d.maybe(3) {
			rule["reason"] = one(d, "FieldValueRequired", "FieldValueForbidden", "FieldValueDuplicate", "FieldValueInvalid", "FieldValueOther")
		}
		if d.maybe(3) {
			rule["fieldPath"] = one(d, ".s", "['l']", ".m.a", ".m['b c']", ".nothing", ".e")
		}
		properties := object{
			"s": object{"type": "string"}, "n": object{"type": "integer"}, "e": object{"type": "string", "format": "byte"},
			"l": object{"type": "array", "items": object{"type": "string"}}, "m": object{"type": "object", "additionalProperties": object{"type": "string"}},
		}
		node := object{"type": "object", "properties": properties, "x-kubernetes-validations": []any{rule, object{"rule": "self.n != 1", "message": "second"}}}
		text := object{"type": "object", "properties": object{"x": node, "y": object{"type": "object", "additionalProperties": node}}}
		r, ok := compile(text)
		if !ok {
			return evalCase{}
		}
		obj := d.fields(text)
		if x, ok := obj["x"].(object); ok {
			x["s"] = long(one(d, lengths...), d.maybe(3))
		}
		j := evalCase{rules: r, object: obj}
		if d.maybe(2) {
			j.old = d.replaced(text, obj)
		}
		if d.maybe(4) {
			j.budget = 1 + int64(d.IntN(12))
		}
		if d.maybe(50) {
			j.budget = math.MaxInt64
		}
		if d.maybe(5) {
			j.tolerance = celrules.Strict
		}
		return j
	})
	parity.Run(t, "cel-message", cases, compareDrawn)
}

// long returns a text of n bytes, including white space around it.
func long(n int, spaced bool) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = 'a'
	}
	if spaced && n > 1 {
		out[0], out[n-1] = ' ', '\n'
	}
	return string(out)
}
