package celeval

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// countFlip returns a case whose size is the number of rules that share a budget.
func countFlip(seed uint64) flip {
	d := drawer{parity.Rand(seed), 1}
	r := one(d, flipRules()...)
	v := sizedValues[r.sort]
	n := 1 + d.IntN(v.most/4)
	compiled := map[int]sizedCase{}
	return flipOf(r.text, sizedCase{most: 6 + d.IntN(14), at: func(size int) evalCase {
		if _, found := compiled[size]; !found {
			rules := slices.Repeat([]any{object{"rule": r.text}}, size)
			rules[size/2] = object{"rule": "self.n > 0", "messageExpression": "self.n == 0 ? 'first' : 'second'"}
			node := object{"type": "object", "properties": object{"v": v.schema, "n": object{"type": "integer"}}, "x-kubernetes-validations": rules}
			compiled[size] = flipUse{}.sized(node, v)
		}
		return compiled[size].at(n)
	}}.budgeted(d))
}

// depthFlip returns a case whose size is the depth of objects that have the same
// rules on every level.
func depthFlip(seed uint64) flip {
	d := drawer{parity.Rand(seed), 1}
	rule := one(d, "has(self.next) || self.s.contains('b')", "self == self", "self.s == 'ab' && !has(self.o)",
		"!has(self.next) || self.next.s == self.s", "self.s.contains('c')", "!has(self.next) || has(self.next.next)")
	const most = 16
	schema := object{"type": "string"}
	for range most + 1 {
		properties := object{"s": object{"type": "string"}, "o": object{"type": "string"}, "next": schema}
		schema = object{"type": "object", "properties": properties, "x-kubernetes-validations": []any{object{"rule": rule}}}
	}
	r, ok := compile(object{"type": "object", "properties": object{"x": schema}})
	if !ok {
		panic(rule)
	}
	update := d.maybe(2)
	return flipOf(rule, sizedCase{most: most, at: func(size int) evalCase {
		var x any = object{"s": "ab"}
		for range size {
			x = object{"s": "ab", "next": x}
		}
		j := evalCase{rules: r, object: object{"x": x}}
		if update {
			j.old = j.object
		}
		return j
	}}.budgeted(d))
}

// oneRule returns the rules for the limit of one evaluation.
func oneRule(text string) []any {
	return []any{object{"rule": "self.t.startsWith(self.t) && (" + text + " || true)"}}
}

// manyRules returns rules that exceed the budget of an object only together.
func manyRules(text string) []any {
	rules := slices.Repeat([]any{object{"rule": text + " || true"}}, 17)
	rules[3] = object{"rule": "self.t.startsWith(self.t)"}
	return rules
}

// limitFlip returns a case of the true limits. The value is of the greatest size
// within the limit, and the size of the case is that of a text, in steps that cost
// one.
func limitFlip(r flipRule, rules func(text string) []any) flip {
	v := sizedValues[r.sort]
	node := object{"type": "object", "properties": object{"v": v.schema, "t": object{"type": "string"}}, "x-kubernetes-validations": rules(r.text)}
	sized, ok := compile(object{"type": "object", "properties": object{"x": node}})
	if !ok {
		panic(fmt.Sprint(node))
	}
	text := repeated("0123456789")
	at := func(value any, steps int) evalCase {
		return evalCase{rules: sized, object: object{"x": object{"v": value, "t": text(steps)}}}
	}
	const most = 1 << 20
	coarse := flipOf(r.text, sizedCase{most: most, at: func(size int) evalCase { return at(v.value(size), 1) }})
	value := v.value(coarse.size - 1)
	return flipOf(r.text, sizedCase{most: most, at: func(steps int) evalCase { return at(value, steps) }})
}
