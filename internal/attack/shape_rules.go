package attack

import (
	"fmt"
	"strings"
)

func patterns1000(n int) input {
	p, o := obj{}, obj{}
	for i := range n / 100 {
		name := fmt.Sprintf("p%d", i)
		p[name] = obj{"type": "string", "pattern": []string{"(a{1000}){1000}", "^(a?){20}a{20}$", "(x+x+)+y", fmt.Sprintf("^b?a{500}%d", i)}[i%4]}
		o[name] = strings.Repeat("a", 20)
	}
	return inputOf(properties("spec", obj{"type": "object", "properties": p}), obj{"spec": o})
}

// manyClasses returns patterns of classes with 650 ranges for 3 bytes.
func manyClasses(n int) input {
	p, o := obj{}, obj{}
	for i := range max(1, n/150) {
		name := fmt.Sprintf("p%d", i)
		p[name] = obj{"type": "string", "pattern": text("[", 4, `\pL`, "", fmt.Sprintf("%d]x", i))}
		o[name] = "ax"
	}
	return inputOf(properties("spec", obj{"type": "object", "properties": p}), obj{"spec": o})
}

// matchedClasses returns an object with an expression of such classes. A rule compiles the
// expression for each element of a list.
func matchedClasses(n int) input {
	spec := obj{"type": "object", "properties": obj{"l": listOf(obj{"type": "string"}), "s": obj{"type": "string"}}}
	spec["x-kubernetes-validations"] = []any{obj{"rule": "self.l.all(x, x.matches(self.s))"}}
	classes := text("[", min(n/10, 700), `\pL`, "", "]")
	return inputOf(properties("spec", spec), obj{"spec": obj{"l": repeat(n/8, func(int) any { return "a" }), "s": classes}})
}

func longStrings(n int) input {
	schema := obj{"type": "object", "properties": obj{
		"s": obj{"type": "string", "pattern": "^(a|b|ab)*$", "maxLength": int64(10_000_000)},
		"d": obj{"type": "string", "format": "date-time"},
		"u": obj{"type": "string", "format": "uri", "enum": []any{"a"}},
	}}
	long := strings.Repeat("ab", n/8)
	return inputOf(schema, obj{"s": long, "d": long, "u": long})
}

func manyRules(n int) input {
	return rulesOf(n/80, func(i int) string { return fmt.Sprintf("self.size() > %d || self == ''", i%7) })
}

// doublingRules returns rules whose values double, or that loop in loops.
func doublingRules(n int) input {
	rules := []any{
		obj{"rule": "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))"},
		obj{"rule": "self.map(x, self.map(y, self.map(z, [x, y, z]))).size() >= 0"},
		obj{"rule": "self.map(x, string(x)).join('').matches('(0|00)*1')", "messageExpression": "self.map(x, string(x)).join(',')"},
	}
	schema := with(listOf(obj{"type": "integer"}), "x-kubernetes-validations", rules)
	return inputOf(properties("l", schema), obj{"l": repeat(n/4, func(i int) any { return int64(i % 10) })})
}

// typesOfRules returns rules of a few hundred bytes whose types are trees of millions of maps.
func typesOfRules(n int) input {
	return rulesOf(n/400, func(i int) string {
		return fmt.Sprintf("[%d]", i) + strings.Repeat(".map(x, {x: x})", 20) + " == []"
	})
}

// openTypes returns rules whose types double because each element of an empty list is compared
// with a map of the one before.
func openTypes(n int) input {
	return rulesOf(n/700, func(i int) string {
		rule := fmt.Sprintf("%d == 0", i)
		for i := 1; i < 20; i++ {
			rule += fmt.Sprintf(" && x%d == {x%d: x%d}", i, i-1, i-1)
		}
		for i := range 20 {
			rule = fmt.Sprintf("[].all(x%d, %s)", i, rule)
		}
		return rule
	})
}

// listsOfRules returns rules with lists of many types that are not known and of many elements.
func listsOfRules(n int) input {
	const most = 32_000
	return rulesOf(max(1, n/most), func(i int) string {
		length := min(n, most)
		return fmt.Sprintf("[%d", i) + strings.Repeat(", 1", length/6) + "] == [] && [[]" + strings.Repeat(", []", length/10) + "] == []"
	})
}

// rulesOf returns n rules of a string.
func rulesOf(n int, rule func(i int) string) input {
	rules := repeat(n, func(i int) any { return obj{"rule": rule(i)} })
	return inputOf(properties("s", obj{"type": "string", "maxLength": int64(10), "x-kubernetes-validations": rules}), obj{"s": "abc"})
}
