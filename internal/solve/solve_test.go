package solve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
)

// TestEdit checks that edits make rules true and false, as the server evaluates them.
func TestEdit(t *testing.T) {
	cases.Run(t, "testdata/rules.yaml", []string{"schema", "self", "old", "rule", "only"}, func(t *testing.T, c cases.Case) {
		checked, err := fragment.Check(t.Context(), ruled(t, c))
		require.NoError(t, err)
		require.Empty(t, checked.Errors.Texts())
		for _, truth := range []bool{true, false} {
			if c.Has("only") && c.Value("only") != truth {
				continue
			}
			found := 0
			for seed := range uint64(40) {
				self, old := edited(t, c, seed, truth)
				if holds(t, c, self, old) == truth {
					found++
				}
			}
			require.GreaterOrEqual(t, found, 20, "of 40 edits, when the rule is to be %t", truth)
		}
	})
}

func value(c cases.Case, key string) any {
	return structural.Clone(c.Value(key))
}

// edited returns the values after an edit. They are in an object, as every value with an old one.
func edited(t *testing.T, c cases.Case, seed uint64, truth bool) (self, old any) {
	schema := c.Object(t, "schema")
	outer := map[string]any{"type": "object", "properties": map[string]any{"f": schema}}
	tree, err := celtree.Parse(value(c, "rule").(string), 1<<12)
	require.NoError(t, err)
	rule := solve.Rule{Expr: tree, Self: solve.Root(map[string]any{"f": value(c, "self")}, outer).Field("f")}
	if c.Has("old") {
		rule.Old = solve.Root(map[string]any{"f": value(c, "old")}, outer).Field("f")
	}
	solve.Edit(generate.New(seed, generate.WithExactSchemas(50)), rule, truth, nil)
	if rule.Old != nil {
		old = rule.Old.Value()
	}
	return rule.Self.Value(), old
}

func ruled(t *testing.T, c cases.Case) map[string]any {
	schema := structural.Clone(c.Object(t, "schema"))
	schema["x-kubernetes-validations"] = []any{map[string]any{"rule": value(c, "rule")}}
	return schema
}

// holds reports whether a value satisfies the rule and, if it does not, that nothing else is wrong.
func holds(t *testing.T, c cases.Case, self, old any) bool {
	f, err := fragment.Compile(t.Context(), ruled(t, c))
	require.NoError(t, err)
	verdict, err := f.Validate(t.Context(), self)
	if old != nil {
		verdict, err = f.ValidateUpdate(t.Context(), self, old)
	}
	require.NoError(t, err)
	for _, e := range verdict.Errors {
		if e.Code == "rule-failed" {
			return false
		}
	}
	return len(verdict.Errors) == 0
}

// TestFrozen checks that nothing is written to a frozen value.
func TestFrozen(t *testing.T) {
	tree, err := celtree.Parse("self.a == oldSelf.a", 100)
	require.NoError(t, err)
	old := map[string]any{"a": "x"}
	for seed := range uint64(20) {
		self := solve.Root(map[string]any{"a": "y"}, nil)
		solve.Edit(generate.New(seed), solve.Rule{Expr: tree, Self: self, Old: solve.Frozen(old, nil)}, true, nil)
		require.Equal(t, map[string]any{"a": "x"}, old)
		require.Equal(t, map[string]any{"a": "x"}, self.Value())
	}
}

// TestKeep checks that other rules stay true where that is possible.
func TestKeep(t *testing.T) {
	parse := func(text string) *celtree.Expr {
		tree, err := celtree.Parse(text, 100)
		require.NoError(t, err)
		return tree
	}
	g := generate.New(1, generate.WithExactSchemas(50))
	self := solve.Root(map[string]any{"a": "x"}, map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}).Field("a")
	keep := solve.Rule{Expr: parse("isURL(self)"), Self: self}
	solve.Edit(g, solve.Rule{Expr: parse("!self.startsWith('http')"), Self: self}, false, []solve.Rule{keep})
	require.True(t, keep.Is(g), "%v", self.Value())
}

// TestConditions checks the conditions that tell objects apart.
func TestConditions(t *testing.T) {
	tree, err := celtree.Parse("self.a < 3 && self.b in ['x', 'y']", 100)
	require.NoError(t, err)
	require.Len(t, solve.Conditions(generate.New(1), tree, 50), 9) // both ways, three values at the bound, two members
	require.Len(t, solve.Conditions(generate.New(1), tree, 4), 4)
}

// FuzzEdit edits values for any rule. It must end, and not panic.
func FuzzEdit(f *testing.F) {
	for _, rule := range []string{
		"self.a == self.b", "self.a.all(x, x.b > 1)", "self.a.map(x, x + 1).filter(y, y > 2).size() == 3", "duration(self.a) > duration('1h')",
		"self.a.split('/')[2].substring(1, 3) == 'x'", "has(self.a) ? self.b[0] : self.c['k']", "self.?a.orValue('x') == 'y'",
		"self.a.all(i, v, v == i)", "url(self.a).getPort() != ''", "self.a % 0 == 1", "self.a - self.b * 2 / 3 >= 4.5", "[[]][0].sum() == -self.a",
	} {
		f.Add(rule, `{"a":[1,{"b":"x/y/z"}],"b":"1h","c":{"k":true}}`, uint64(1))
	}
	f.Fuzz(func(_ *testing.T, rule, object string, seed uint64) {
		self, ok := cases.FromJSON([]byte(object))
		tree, err := celtree.Parse(rule, 1<<10)
		if !ok || err != nil {
			return
		}
		g := generate.New(seed, generate.WithExactSchemas(50))
		for _, truth := range []bool{true, false} {
			root := solve.Root(structural.Clone(self), map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true})
			solve.Edit(g, solve.Rule{Expr: tree, Self: root, Old: solve.Root(structural.Clone(self), nil)}, truth, nil)
		}
	})
}

// TestNegativeIndex edits through an index below 0, where nothing can be set.
func TestNegativeIndex(t *testing.T) {
	schema := map[string]any{"type": "object", "properties": map[string]any{
		"list": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}, "at": map[string]any{"type": "integer"}}}
	tree, err := celtree.Parse("size(self.list[self.at]) > 5 && self.list[-75] == 'a'", 1<<12)
	require.NoError(t, err)
	for seed := range uint64(40) {
		self := solve.Root(map[string]any{"list": []any{"x"}, "at": int64(-1)}, schema)
		require.NotPanics(t, func() { solve.Edit(generate.New(seed), solve.Rule{Expr: tree, Self: self}, true, nil) })
	}
}
