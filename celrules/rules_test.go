package celrules

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

func parse(t testing.TB, m map[string]any) *structural.Schema {
	t.Helper()
	s, _ := cases.FromMap(m)
	return s
}

func check(t testing.TB, c *Compiler, s *structural.Schema) structural.Errors {
	t.Helper()
	errs, err := c.Check(context.Background(), s, structural.Resource)
	require.NoError(t, err)
	return errs
}

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

func TestNil(t *testing.T) {
	var none *Rules
	prepare(t, none)
	assert.Zero(t, costs(t, none))
	assert.Nil(t, none.root())
	assert.Nil(t, Compile(nil, structural.Resource))
	assert.Nil(t, Compile(parse(t, object(nil)), structural.Resource))
	assert.Empty(t, check(t, NewCompiler(), nil))
	fields, err := CheckFields(t.Context(), nil)
	assert.Empty(t, fields)
	assert.NoError(t, err)
}

// Earlier compilations do not change a compiler's answers.
func TestSharingIsInvisible(t *testing.T) {
	shared := NewCompiler()
	for seed := range uint64(300) {
		s := parse(t, generate.New(seed, generate.WithRules()).Schema(generate.Nearly))
		assert.Equal(t, check(t, NewCompiler(), s), check(t, shared, s), seed)
		assert.Equal(t, costs(t, Compile(s, structural.Resource)), costs(t, shared.Compile(s, structural.Resource)), seed)
	}
}

// An expression is checked once for all types with the same result.
func TestExpressionsAreShared(t *testing.T) {
	text := "has(self.a) && self.b.c == 'x'"
	inner := func(extra ...any) map[string]any {
		return object(nil, append([]any{"c", map[string]any{"type": "string"}}, extra...)...)
	}
	number := map[string]any{"type": "integer"}
	compiler := NewCompiler()
	compile := func(m map[string]any) *runnableRule {
		r := compiler.Compile(parse(t, m), structural.Resource)
		prepare(t, r)
		return &r.root().compiled.Load().rules[0]
	}
	first := compile(object([]string{text}, "a", number, "b", inner()))
	same := compile(object([]string{text}, "a", number, "b", inner("d", number), "z", number))
	other := compile(object([]string{text}, "a", map[string]any{"type": "string"}, "b", inner()))
	invalid := compile(object([]string{text}, "a", number, "b", inner("c", number)))
	assert.Same(t, first.condition, same.condition)
	assert.NotSame(t, first.condition, other.condition)
	assert.NotNil(t, other.condition)
	assert.Nil(t, invalid.condition)
	assert.Contains(t, invalid.conditionErr.detail, "found no matching overload for '_==_' applied to '(int, string)'")
}

// The tree has the same nodes as the server's.
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
	)), structural.Resource)
	root := r.root()
	names := []string{}
	for _, p := range root.properties {
		names = append(names, p.name)
	}
	assert.Equal(t, []string{"1c", "a", "e", "list", "map"}, names)
	assert.Nil(t, property(root, "b"))
	assert.Nil(t, property(root, "u"), "not visible to any rule")
	assert.NotNil(t, property(root, "list").items)
	assert.NotNil(t, property(root, "map").additional)
	assert.Same(t, property(root, "a"), property(root, "list").items, "equal parts of a schema are one node")
	meta := property(property(root, "e"), "metadata")
	assert.NotNil(t, property(meta, "name"))
	assert.Nil(t, property(meta, "labels"), "hidden")
	prepare(t, r)
	assert.True(t, property(root, "a").compiled.Load().usesOld)

	unusable := Compile(parse(t, map[string]any{"x-kubernetes-preserve-unknown-fields": true, validations: ruleList([]string{"true"})}), structural.Resource)
	assert.True(t, unusable.root().untyped())
	branch := object([]string{"true"}, "x", map[string]any{"type": "integer", "allOf": []any{map[string]any{validations: ruleList([]string{"self > 1"})}}})
	assert.Len(t, property(Compile(parse(t, branch), structural.Resource).root(), "x").allOf, 1)
}

func property(n *ruleNode, name string) *ruleNode {
	for _, p := range n.properties {
		if p.name == name {
			return p.node
		}
	}
	return nil
}

func TestRulesThatDoNotCompile(t *testing.T) {
	m := object([]string{"self.a", "", "true", "'a'.find('(') == ''"})
	m[validations].([]any)[2].(map[string]any)["messageExpression"] = "1"
	m[validations].([]any)[2].(map[string]any)["fieldPath"] = "['nowhere']"
	r := Compile(parse(t, m), structural.Resource)
	prepare(t, r)
	rules := r.root().compiled.Load().rules
	require.Len(t, rules, 4)
	assert.Equal(t, codes.RuleUndefinedField, rules[0].conditionErr.code)
	assert.Contains(t, rules[0].conditionErr.detail, "undefined field 'a'")
	assert.Zero(t, rules[1].checkedRule)
	assert.NotNil(t, rules[2].condition)
	assert.Nil(t, rules[2].message)
	assert.Equal(t, &expressionError{codes.RuleResultType, "messageExpression must evaluate to a string"}, rules[2].messageErr)
	assert.Empty(t, rules[2].fieldPathText)
	for i, want := range map[int]string{2: "", 3: "error parsing regexp"} {
		program, err := rules[i].condition.plan()
		assert.Equal(t, want == "", err == nil)
		assert.Equal(t, want == "", program != nil)
		if err != nil {
			assert.Contains(t, err.Error(), want)
		}
	}
}

func TestFieldPathsAreResolved(t *testing.T) {
	m := object([]string{"true"}, "spec", object(nil, "m", map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}}))
	m[validations].([]any)[0].(map[string]any)["fieldPath"] = ".spec.m['a b']"
	r := Compile(parse(t, m), structural.Resource)
	prepare(t, r)
	assert.Equal(t, "spec.m[a b]", r.root().compiled.Load().rules[0].fieldPathText)
	assert.Equal(t, structural.Path{structural.Field("spec"), structural.Field("m"), structural.Key("a b")}, r.root().compiled.Load().rules[0].fieldPath)
}

func TestLazy(t *testing.T) {
	c := NewCompiler()
	r := c.Compile(parse(t, object([]string{"true"})), structural.Resource)
	assert.Zero(t, c.environments)
	assert.Nil(t, r.root().compiled.Load())
	assert.Zero(t, c.environments)
	prepare(t, r)
	assert.NotNil(t, r.root().compiled.Load())
}

func TestConcurrency(t *testing.T) {
	c := NewCompiler()
	var schemas []*structural.Schema
	var want []structural.Errors
	for seed := range uint64(20) {
		s := parse(t, generate.New(seed, generate.WithRules()).Schema(generate.Nearly))
		schemas, want = append(schemas, s), append(want, check(t, NewCompiler(), s))
	}
	shared := c.Compile(schemas[0], structural.Resource)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			prepare(t, shared)
			costs(t, shared)
			for i, s := range schemas {
				assert.Equal(t, want[i], check(t, c, s))
				assert.Equal(t, want[i], check(t, NewCompiler(), s), "compilers share a planner")
				prepare(t, c.Compile(s, structural.Resource))
			}
		}()
	}
	group.Wait()
}

func TestHostileRules(t *testing.T) {
	repeat := strings.Repeat
	texts := map[string]string{
		repeat("é", 100_001):             "expression code point size exceeds limit",
		repeat("(", 30_000):              "expression recursion limit exceeded: 250",
		repeat("[", 30_000) + "]":        "expression recursion limit exceeded: 250",
		"self" + repeat(".a", 16_000):    "max recursion depth exceeded",
		"true" + repeat("==true", 5_000): "max recursion depth exceeded",
		repeat("$", 30_000):              "token recognition error",
		"'a'.matches('(a{1000}){1000}')": "invalid matches argument",
		"'a'.find('" + repeat("(", 2_000) + repeat(")", 2_000) + "') == ''": "program instantiation failed: error parsing regexp: expression nests too deeply",
		"optional.of(1)" + repeat(".optMap(x, x)", 100) + ".hasValue()":     "optMap() makes the expression too large",
		"optional.of(1)" + repeat(".optFlatMap(x, x)", 100) + ".hasValue()": "optFlatMap() makes the expression too large",
	}
	c := NewCompiler()
	for text, want := range texts {
		began := time.Now()
		errs := check(t, c, parse(t, object([]string{text})))
		require.NotEmpty(t, errs, text[:20])
		assert.Contains(t, errs[0].Detail, want)
		assert.Less(t, time.Since(began), 10*time.Second, text[:20])
	}
	for _, n := range []int{3, 6} {
		text := "optional.of(1)" + repeat(".optMap(x, x + 1)", n) + ".hasValue()"
		assert.Empty(t, check(t, c, parse(t, object([]string{text}))), "usual numbers of calls are fine")
	}
	assert.Empty(t, check(t, c, parse(t, object([]string{repeat("1==1||", 500) + "true"}))))
}

// An expression with a long check is too much work, because the check cannot be
// interrupted.
func TestTooMuchWorkToCheck(t *testing.T) {
	repeat := strings.Repeat
	for text, of := range map[string]string{
		"true" + repeat(" ", 40_000):                                      "the length of an expression",
		repeat("1==1||", 3_000) + "true":                                  "the calls of an expression",
		"[1]" + repeat(".map(x, {x: x})", 30) + " == []":                  "the types of an expression",
		"optional.of(1)" + repeat(".optMap(x, x + 1)", 9) + ".hasValue()": "the calls of an expression",
		"'a'.matches('" + repeat("a{1000}", 1_000) + "')":                 "a regular expression",
		"'a'.find('" + repeat("a{1000}", 1_000) + "') == ''":              "a regular expression",
		"matches('a', '" + repeat("a{1000}", 1_000) + "')":                "a regular expression",
		"'a'.matches(string(b'" + repeat("a{1000}", 1_000) + "'))":        "a regular expression",
		"'a'.matches(r'" + repeat(`\pL`, 10_000) + "')":                   "a regular expression",
		"'a'.matches('" + repeat("a{1000}", 200) + "') || matches('a', '" + repeat("b{1000}", 250) + "') || " +
			"'a'.findAll('" + repeat("c{1000}", 250) + "') == [] || 'a'.findAll('" + repeat("d{1000}", 250) + "') == [] || 'a'.matches(r'" + repeat(`\pL`, 700) + "x')": "the regular expressions of an expression",
		"[[]" + repeat(", []", 1_000) + "] == [] && [1" + repeat(", 1", 9_000) + "] == []": "the calls of an expression",
	} {
		s := parse(t, object([]string{text}))
		c := NewCompiler()
		errs, err := c.Check(t.Context(), s, structural.Resource)
		assert.EqualError(t, err, "too much work: "+of+": more than 134217728 steps checking rules at x-kubernetes-validations[0].rule")
		assert.ErrorIs(t, err, budget.ErrTooMuchWork, text[:20])
		assert.Nil(t, errs)
		report, err := c.Compile(s, structural.Resource).Cost(t.Context())
		assert.ErrorIs(t, err, budget.ErrTooMuchWork, text[:20])
		assert.Zero(t, report)
		assert.ErrorIs(t, c.Compile(s, structural.Resource).Precompile(t.Context()), budget.ErrTooMuchWork, text[:20])
		result, err := c.Compile(s, structural.Resource).Validate(t.Context(), Input{Object: map[string]any{}})
		assert.ErrorIs(t, err, budget.ErrTooMuchWork, text[:20])
		assert.Zero(t, result)
	}
}

func TestTooMuchWorkOfMessage(t *testing.T) {
	s := parse(t, map[string]any{"type": "object", "x-kubernetes-validations": []any{
		map[string]any{"rule": "true"}, map[string]any{"rule": "false", "messageExpression": "'" + strings.Repeat("a", 40_000) + "'"},
	}})
	_, err := NewCompiler().Check(t.Context(), s, structural.Resource)
	assert.EqualError(t, err, "too much work: the length of an expression: more than 134217728 steps checking rules at x-kubernetes-validations[1].messageExpression")
}

// Deep schemas with a rule at every level, wide ones, and lists inside lists.
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
		errs := check(t, NewCompiler(), s)
		assert.Equal(t, map[string]int{"deep": 2_000, "lists": 1}[name], listedAndNot(t, errs), name)
		prepare(t, Compile(s, structural.Resource))
		assert.Less(t, time.Since(began), 20*time.Second, name)
		t.Log(name, time.Since(began))
	}
}

func listedAndNot(t *testing.T, errs structural.Errors) int {
	if last := len(errs) - 1; last >= 0 && errs[last].Code == codes.MoreErrors {
		left := 0
		_, err := fmt.Sscanf(errs[last].Error(), "%d more errors are not listed", &left)
		require.NoError(t, err)
		return last + left
	}
	return len(errs)
}

func TestErrorsAreBounded(t *testing.T) {
	long := strings.Repeat("a", 30_000)
	rules := []string{}
	for i := range 320 {
		rules = append(rules, fmt.Sprint(long, i))
	}
	errs := check(t, NewCompiler(), parse(t, object(rules)))
	size := 0
	for _, text := range errs.Texts() {
		size += len(text)
	}
	assert.Less(t, size, 64<<20)
	assert.Contains(t, errs[len(errs)-1].Error(), "more errors are not listed")
}

// All objects share an environment, and so do all lists of objects.
func TestEnvironmentsAreShared(t *testing.T) {
	c := NewCompiler()
	for i := range 100 {
		one := object([]string{fmt.Sprintf("has(self.p%d)", i)}, fmt.Sprint("p", i), map[string]any{"type": "integer"})
		list := map[string]any{"type": "array", "items": one, validations: ruleList([]string{"self.size() > 1"})}
		prepare(t, c.Compile(parse(t, object(nil, "one", one, "list", list)), structural.Resource))
	}
	assert.Len(t, c.environments[cellib.Stored].environments, 2)
	assert.Len(t, c.environments[cellib.Stored].sources, 101)
	assert.Nil(t, c.environments[cellib.New])

	for bits := range 2 * maxEnvironments { // lists and maps in every order
		nested := map[string]any{"type": "integer"}
		for b := bits; b > 0; b /= 2 {
			if b%2 == 0 {
				nested = map[string]any{"type": "array", "items": nested}
			} else {
				nested = map[string]any{"type": "object", "additionalProperties": nested}
			}
		}
		nested[validations] = ruleList([]string{"self == oldSelf"})
		prepare(t, c.Compile(parse(t, object(nil, "n", nested)), structural.Resource))
		assert.LessOrEqual(t, len(c.environments[cellib.Stored].environments), maxEnvironments)
	}
}

// Each of many levels has a rule; all paths together take hundreds of megabytes.
func TestCostReportsAreBounded(t *testing.T) {
	const depth = 2_000
	s := map[string]any{"type": "object"}
	for range depth {
		s = map[string]any{"type": "object", "properties": map[string]any{"p": s},
			"x-kubernetes-validations": []any{map[string]any{"rule": "true"}}}
	}
	cost := costs(t, Compile(parse(t, s), structural.Resource))
	assert.Positive(t, cost.Omitted)
	assert.Equal(t, depth, len(cost.Expressions)+cost.Omitted)
	assert.Contains(t, cost.String(), fmt.Sprint(cost.Omitted, " more expressions"))
}

// Expressions that do not parse are not kept, and the texts of the others are bounded.
func TestSourcesAreBounded(t *testing.T) {
	c := NewCompiler()
	for i := range 300 {
		check(t, c, parse(t, object([]string{fmt.Sprintf("%s == %d", strings.Repeat("'a' + ", 1_500)+"'a'", i), fmt.Sprintf("(%d", i)})))
	}
	for _, set := range c.environments {
		if set != nil {
			assert.LessOrEqual(t, set.sourceBytes, maxSourceBytes)
			assert.NotContains(t, set.sources, "(1")
		}
	}
}

func TestCheckCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range []*structural.Schema{nil, parse(t, object([]string{"self.x"}))} {
		c := NewCompiler()
		errs, err := c.Check(ctx, s, structural.Resource)
		require.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, errs)
		assert.Equal(t, [2]*environmentSet{}, c.environments, "nothing was compiled")
	}
}

func TestUnknownTypesAreNumberedInOrder(t *testing.T) {
	const issues = "ERROR: <input>:1:5: no overload for list(_var7), a_var7 and _var3\n | self._var9\nERROR: _var7"
	assert.Equal(t, "ERROR: <input>:1:5: no overload for list(_var0), a_var7 and _var1\n | self._var9\nERROR: _var0", renumberTypes(issues, "self._var9"))
	assert.Equal(t, "ERROR: none", renumberTypes("ERROR: none", ""))
}

func TestUnsupportedVersion(t *testing.T) {
	const want = `Kubernetes version "1.38" is not one of 1.30 to 1.37`
	c := NewCompiler(WithKubernetesVersion("1.38"))
	for _, s := range []*structural.Schema{nil, parse(t, object([]string{"true"}))} {
		_, err := c.Check(t.Context(), s, structural.Resource)
		assert.EqualError(t, err, want)
		assert.Equal(t, codes.KubernetesVersion, structural.ErrorsOf(err)[0].Code)
		for _, r := range []*Rules{c.Compile(s, structural.Resource), c.ForSubschemas().Compile(s)} {
			prepare(t, r)
			assert.Zero(t, costs(t, r))
			_, err := r.Validate(context.Background(), Input{Object: map[string]any{}})
			assert.EqualError(t, err, want)
		}
	}
}

func prepare(t *testing.T, r *Rules) {
	t.Helper()
	assert.NoError(t, r.Precompile(context.Background()))
}

func costs(t *testing.T, r *Rules) CostReport {
	t.Helper()
	report, err := r.Cost(context.Background())
	assert.NoError(t, err)
	return report
}

// The memory of rules is bounded, however little they cost.
func TestAllocationsAreBounded(t *testing.T) {
	rules := []string{}
	for i := range 100 {
		rules = append(rules, fmt.Sprintf("'a'.matches('%s%d')", strings.Repeat("x{1000}", 128), i))
	}
	_, err := NewCompiler().Check(t.Context(), parse(t, object(rules)), structural.Resource)
	assert.ErrorIs(t, err, budget.ErrTooMuchWork, "regular expressions of 13 million instructions")

	ones := strings.Repeat("1,", 299) + "1"
	text := strings.Repeat("x", 100_000)
	for _, call := range []string{"findAll('')", "findAll('x')", "split('')", "split('x')"} {
		s := parse(t, object([]string{"[" + ones + "].map(i, self.s." + call + ").size() >= 0"}, "s", map[string]any{"type": "string", "maxLength": int64(100_000)}))
		allocated := worktest.Allocated(func() {
			_, err = Compile(s, structural.Resource).Validate(t.Context(), Input{Object: map[string]any{"s": text}})
		})
		assert.Less(t, allocated, uint64(400<<20), call)
		if strings.HasPrefix(call, "findAll('')") {
			assert.ErrorIs(t, err, budget.ErrTooMuchWork, call)
		}
	}
}

// An error names the rule in the schema, also of a rule with a fieldPath, in branches, and that
// does not compile. Door 4.
func TestWhichRuleFailed(t *testing.T) {
	doc, err := decode.YAML(t.Context(), []byte(`
type: object
properties:
  spec:
    type: object
    x-kubernetes-validations: [{rule: "true"}, {rule: "false", fieldPath: .a}]
    properties:
      a: {type: string, x-kubernetes-validations: [{rule: "false"}]}
      c: {type: string, x-kubernetes-validations: [{rule: "true"}, {rule: self.x}]}
      l: {type: array, items: {type: string, x-kubernetes-validations: [{rule: "false"}]}}
      m:
        type: object
        additionalProperties: {type: integer}
        allOf: [{required: [k]}, {additionalProperties: {x-kubernetes-validations: [{rule: "false"}]}}]
`))
	require.NoError(t, err)
	got, err := Compile(parse(t, doc.Value.(map[string]any)), structural.Resource).Validate(t.Context(), Input{
		Object: map[string]any{"spec": map[string]any{"a": "x", "c": "x", "l": []any{"y"}, "m": map[string]any{"k": int64(1)}}},
		Path:   structural.Path{structural.Field("at")},
	})
	require.NoError(t, err)
	var places []string
	for _, e := range got.Errors {
		places = append(places, e.Path.String()+" "+e.RulePath.String())
	}
	const spec = "properties[spec]"
	assert.Equal(t, []string{
		"at.spec.a " + spec + ".x-kubernetes-validations[1]",
		"at.spec.a " + spec + ".properties[a].x-kubernetes-validations[0]",
		"at.spec.c " + spec + ".properties[c].x-kubernetes-validations[1]",
		"at.spec.l[0] " + spec + ".properties[l].items.x-kubernetes-validations[0]",
		"at.spec.m[k] " + spec + ".properties[m].allOf[1].additionalProperties.x-kubernetes-validations[0]",
	}, places)
}
