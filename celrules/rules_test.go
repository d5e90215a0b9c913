package celrules

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

func parse(t testing.TB, m map[string]any) *structural.Schema {
	t.Helper()
	s, _ := structural.FromMap(m)
	return s
}

// object is an object schema with properties given in pairs.
func object(rules []string, pairs ...any) map[string]any {
	properties := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		properties[pairs[i].(string)] = pairs[i+1]
	}
	out := map[string]any{"type": "object", "properties": properties}
	if rules != nil {
		out[validations] = ruleList(rules)
	}
	return out
}

func ruleList(texts []string) []any {
	out := []any{}
	for _, text := range texts {
		out = append(out, map[string]any{"rule": text})
	}
	return out
}

func TestNilWorks(t *testing.T) {
	var none *Rules
	none.Prepare()
	assert.Zero(t, none.Cost())
	assert.Nil(t, none.root())
	assert.Nil(t, Compile(nil))
	assert.Nil(t, Compile(parse(t, object(nil))))
	assert.Empty(t, Check(nil))
	assert.Empty(t, Form(nil))
}

// What was compiled before for other schemas changes nothing.
func TestSharingIsNotSeen(t *testing.T) {
	shared := NewCompiler()
	for seed := range uint64(300) {
		s := parse(t, generate.New(seed, generate.WithRules()).Schema(generate.Nearly))
		assert.Equal(t, Check(s), shared.Check(s), seed)
		assert.Equal(t, Compile(s).Cost(), shared.Compile(s).Cost(), seed)
	}
}

// One text is checked once for values that it cannot tell apart.
func TestResultsAreShared(t *testing.T) {
	text := "has(self.a) && self.b.c == 'x'"
	inner := func(extra ...any) map[string]any {
		return object(nil, append([]any{"c", map[string]any{"type": "string"}}, extra...)...)
	}
	number := map[string]any{"type": "integer"}
	compiler := NewCompiler()
	compile := func(m map[string]any) rule {
		r := compiler.Compile(parse(t, m))
		r.Prepare()
		return r.root().ready[0]
	}
	first := compile(object([]string{text}, "a", number, "b", inner()))
	same := compile(object([]string{text}, "a", number, "b", inner("d", number), "z", number))
	other := compile(object([]string{text}, "a", map[string]any{"type": "string"}, "b", inner()))
	wrong := compile(object([]string{text}, "a", number, "b", inner("c", number)))
	assert.Same(t, first.condition, same.condition)
	assert.NotSame(t, first.condition, other.condition)
	assert.NotNil(t, other.condition)
	assert.Nil(t, wrong.condition)
	assert.Contains(t, wrong.conditionErr, "found no matching overload for '_==_' applied to '(int, string)'")
}

// The tree has the nodes that a server has.
func TestTree(t *testing.T) {
	ruled := func(typ string) map[string]any {
		return map[string]any{"type": typ, validations: ruleList([]string{"self == oldSelf"})}
	}
	unknown := map[string]any{"x-kubernetes-preserve-unknown-fields": true, validations: ruleList([]string{"true"})}
	r := Compile(parse(t, object(nil,
		"a", ruled("string"), "b", map[string]any{"type": "string"}, "1c", ruled("integer"), "u", unknown,
		"list", map[string]any{"type": "array", "items": ruled("string")},
		"map", map[string]any{"type": "object", "additionalProperties": ruled("string")},
		"e", map[string]any{"type": "object", "x-kubernetes-embedded-resource": true, "properties": map[string]any{
			"kind": ruled("string"), "metadata": object(nil, "name", ruled("string"), "labels", ruled("object"))}},
	)))
	root := r.root()
	names := []string{}
	for _, p := range root.properties {
		names = append(names, p.name)
	}
	assert.Equal(t, []string{"1c", "a", "e", "list", "map"}, names)
	assert.Nil(t, root.property("b"))
	assert.Nil(t, root.property("u"), "not visible to any rule")
	assert.NotNil(t, root.property("list").items)
	assert.NotNil(t, root.property("map").additional)
	assert.Same(t, root.property("a"), root.property("list").items, "equal parts of a schema are one node")
	meta := root.property("e").property("metadata")
	assert.NotNil(t, meta.property("name"))
	assert.Nil(t, meta.property("labels"), "hidden")
	r.Prepare()
	assert.True(t, root.property("a").asksOld)

	unusable := Compile(parse(t, map[string]any{"x-kubernetes-preserve-unknown-fields": true, validations: ruleList([]string{"true"})}))
	assert.Equal(t, notDeclared, unusable.root().wrong)
	branch := object([]string{"true"}, "x", map[string]any{"type": "integer", "allOf": []any{map[string]any{validations: ruleList([]string{"self > 1"})}}})
	assert.Len(t, Compile(parse(t, branch)).root().property("x").allOf, 1)
}

// A rule that does not compile is kept, with what to say.
func TestRulesThatDoNotCompile(t *testing.T) {
	m := object([]string{"self.a", "", "true", "'a'.find('(') == ''"})
	m[validations].([]any)[2].(map[string]any)["messageExpression"] = "1"
	m[validations].([]any)[2].(map[string]any)["fieldPath"] = "['nowhere']"
	r := Compile(parse(t, m))
	r.Prepare()
	rules := r.root().ready
	require.Len(t, rules, 4)
	assert.Contains(t, rules[0].conditionErr, "undefined field 'a'")
	assert.Zero(t, rules[1].compiled)
	assert.NotNil(t, rules[2].condition)
	assert.Nil(t, rules[2].message)
	assert.Equal(t, "messageExpression must evaluate to a string", rules[2].messageErr)
	assert.Empty(t, rules[2].fieldText)

	for i, want := range []string{"compilation failed: ERROR: ", "", "", "program instantiation failed: error parsing regexp"} {
		condition, message, wrong := rules[i].programs()
		assert.Equal(t, i == 2, condition != nil)
		assert.Nil(t, message)
		assert.True(t, strings.HasPrefix(wrong, want) && (wrong == "") == (want == ""), wrong)
	}
}

func TestFieldPathsAreResolved(t *testing.T) {
	m := object([]string{"true"}, "spec", object(nil, "m", map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}}))
	m[validations].([]any)[0].(map[string]any)["fieldPath"] = ".spec.m['a b']"
	r := Compile(parse(t, m))
	r.Prepare()
	assert.Equal(t, "spec.m[a b]", r.root().ready[0].fieldText)
	assert.Equal(t, structural.Path{structural.Field("spec"), structural.Field("m"), structural.Key("a b")}, r.root().ready[0].fieldPath)
}

// Nothing is compiled before it is needed.
func TestLazy(t *testing.T) {
	c := NewCompiler()
	r := c.Compile(parse(t, object([]string{"true"})))
	assert.Zero(t, c.dialects)
	assert.Nil(t, r.root().ready)
	assert.Zero(t, c.dialects)
	r.Prepare()
	assert.NotNil(t, r.root().ready)
}

func TestConcurrency(t *testing.T) {
	c := NewCompiler()
	var schemas []*structural.Schema
	var want []structural.Errors
	for seed := range uint64(20) {
		s := parse(t, generate.New(seed, generate.WithRules()).Schema(generate.Nearly))
		schemas, want = append(schemas, s), append(want, Check(s))
	}
	shared := c.Compile(schemas[0])
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			shared.Prepare()
			shared.Cost()
			for i, s := range schemas {
				assert.Equal(t, want[i], c.Check(s))
				c.Compile(s).Prepare()
			}
		})
	}
	group.Wait()
}

// Hostile rules are refused or bounded.
func TestHostileRules(t *testing.T) {
	repeat := strings.Repeat
	texts := map[string]string{
		repeat("é", 100_001):             "expression code point size exceeds limit",
		repeat("(", 50_000):              "expression recursion limit exceeded: 250",
		repeat("[", 99_000) + "]":        "expression recursion limit exceeded: 250",
		"self" + repeat(".a", 49_000):    "max recursion depth exceeded",
		"true" + repeat("==true", 9_000): "max recursion depth exceeded",
		repeat("$", 99_000):              "token recognition error",
		"'a'.matches('(a{1000}){1000}')": "invalid matches argument",
		"'a'.find('" + repeat("(", 2_000) + repeat(")", 2_000) + "') == ''": "program instantiation failed: error parsing regexp: expression nests too deeply",
		"optional.of(1)" + repeat(".optMap(x, x)", 100) + ".hasValue()":     "optMap() makes the expression too large",
		"optional.of(1)" + repeat(".optFlatMap(x, x)", 100) + ".hasValue()": "optFlatMap() makes the expression too large",
	}
	c := NewCompiler()
	for text, want := range texts {
		began := time.Now()
		errs := c.Check(parse(t, object([]string{text})))
		require.NotEmpty(t, errs, text[:20])
		assert.Contains(t, errs[0].Detail, want)
		assert.Less(t, time.Since(began), 10*time.Second, text[:20])
	}
	for _, n := range []int{1, 3} {
		text := "optional.of(1)" + repeat(".optMap(x, x + 1)", 3*n) + ".hasValue()"
		assert.Empty(t, c.Check(parse(t, object([]string{text}))), "usual numbers are fine")
	}
}

// Deep schemas with a rule at every level, wide ones, and lists inside of lists.
func TestHostileSchemas(t *testing.T) {
	leaf := map[string]any{"type": "string"}
	deep, lists := leaf, leaf
	for i := range 2_000 {
		deep = object([]string{fmt.Sprint("has(self.a) || ", i, " == ", i), "self.nothing"}, "a", deep)
		lists = map[string]any{"type": "array", "items": lists}
	}
	wide := []any{}
	for i := range 20_000 {
		wide = append(wide, fmt.Sprint("p", i), leaf)
	}
	for name, m := range map[string]map[string]any{
		"deep": deep, "lists": object([]string{"self.l == self.l && self.x"}, "l", lists), "wide": object([]string{"self.p7 == self.p8"}, wide...),
	} {
		began := time.Now()
		s := parse(t, m)
		errs := Check(s)
		assert.Len(t, errs, map[string]int{"deep": 2_000, "lists": 1}[name], name)
		Compile(s).Prepare()
		assert.Less(t, time.Since(began), 20*time.Second, name)
		t.Log(name, time.Since(began))
	}
}

// The text of all errors is bounded.
func TestErrorsAreBounded(t *testing.T) {
	long := strings.Repeat("a", 60_000)
	rules := []string{}
	for i := range 1_000 {
		rules = append(rules, fmt.Sprint(long, i))
	}
	errs := Check(parse(t, object(rules)))
	size := 0
	for _, text := range errs.Texts() {
		size += len(text)
	}
	assert.Less(t, size, 2*maxReport)
	assert.Contains(t, errs[len(errs)-1].Error(), "more errors are not listed")
}

// All objects are of one form, and so are all lists of objects: few environments
// do for many types.
func TestEnvironmentsAreShared(t *testing.T) {
	c := NewCompiler()
	for i := range 100 {
		one := object([]string{fmt.Sprintf("has(self.p%d)", i)}, fmt.Sprint("p", i), map[string]any{"type": "integer"})
		list := map[string]any{"type": "array", "items": one, validations: ruleList([]string{"self.size() > 1"})}
		c.Compile(parse(t, object(nil, "one", one, "list", list))).Prepare()
	}
	assert.Len(t, c.dialects[cellib.Stored].scopes, 2)
	assert.Len(t, c.dialects[cellib.Stored].texts, 101)
	assert.Nil(t, c.dialects[cellib.New])

	for bits := range 2 * maxScopes { // lists and maps in every order
		nested := map[string]any{"type": "integer"}
		for b := bits; b > 0; b /= 2 {
			if b%2 == 0 {
				nested = map[string]any{"type": "array", "items": nested}
			} else {
				nested = map[string]any{"type": "object", "additionalProperties": nested}
			}
		}
		nested[validations] = ruleList([]string{"self == oldSelf"})
		c.Compile(parse(t, object(nil, "n", nested))).Prepare()
		assert.LessOrEqual(t, len(c.dialects[cellib.Stored].scopes), maxScopes)
	}
}

// A rule on each of many levels, whose places together take hundreds of
// megabytes.
func TestCostReportsAreBounded(t *testing.T) {
	const depth = 2_000
	s := map[string]any{"type": "object"}
	for range depth {
		s = map[string]any{"type": "object", "properties": map[string]any{"p": s},
			"x-kubernetes-validations": []any{map[string]any{"rule": "true"}}}
	}
	cost := Compile(parse(t, s)).Cost()
	assert.Positive(t, cost.Left)
	assert.Equal(t, depth, len(cost.Expressions)+cost.Left)
	assert.Contains(t, cost.String(), fmt.Sprint(cost.Left, " more expressions"))
}

// What cannot be parsed is not kept, and of what can be only so much.
func TestTextsAreBounded(t *testing.T) {
	c := NewCompiler()
	for i := range 300 {
		c.Check(parse(t, object([]string{fmt.Sprintf("%s == %d", strings.Repeat("'a' + ", 1_500)+"'a'", i), fmt.Sprintf("(%d", i)})))
	}
	for _, d := range c.dialects {
		if d != nil {
			assert.LessOrEqual(t, d.kept, maxTexts)
			assert.NotContains(t, d.texts, "(1")
		}
	}
}
