package cellib

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// builders make a larger type of an expression %[1]s, with a new variable %[2]s.
var builders = []string{
	"[%[1]s]", "[%[1]s, %[1]s]", "[[], %[1]s]", "{'a': %[1]s}", "{%[1]s: 1}", "{%[1]s: %[1]s}", "optional.of(%[1]s)", "optional.ofNonZeroValue(%[1]s)", "type(%[1]s)",
	"[%[1]s].map(%[2]s, [%[2]s])", "[%[1]s].filter(%[2]s, %[2]s == %[2]s)", "[1].map(%[2]s, %[1]s)", "{'a': %[1]s}.transformMap(%[2]sk, %[2]s, [%[2]s])",
	"{1: %[1]s}.transformMapEntry(%[2]sk, %[2]s, {%[2]sk: %[2]s})", "[%[1]s].transformMapEntry(%[2]si, %[2]s, {%[2]s: %[2]si})", "[%[1]s].transformList(%[2]si, %[2]s, {%[2]s: %[2]s})",
	"optional.of([]).optMap(%[2]s, [%[2]s + [%[1]s], %[2]s])", "optional.of(optional.none()).optMap(%[2]s, [%[2]s, optional.of(%[1]s), %[2]s])",
	"[[]].map(%[2]s, optional.of(%[2]s).optMap(%[2]so, [%[2]so, %[2]so + [%[1]s]]))", "optional.of({}).optMap(%[2]s, [%[2]s, {'a': %[1]s}, %[2]s])",
	"optional.of([[]]).optMap(%[2]s, %[2]s[0] + [%[1]s] == [] ? %[2]s : %[2]s)", "optional.of(%[1]s).optMap(%[2]s, [%[2]s])",
	"optional.of(%[1]s).optFlatMap(%[2]s, optional.of([%[2]s]))", "optional.of(%[1]s).orValue(%[1]s)", "(true ? %[1]s : %[1]s)", "[%[1]s][?0]", "{'a': %[1]s}.?a", "[?optional.of(%[1]s)]",
	"{?'a': optional.of(%[1]s)}", "[[%[1]s]].flatten()", "[%[1]s].reverse()", "[%[1]s].first()", "dyn(%[1]s)", "[%[1]s].sortBy(%[2]s, 1)", "([%[1]s] + [])",
	"[[].all(%[2]s, %[2]s == %[1]s)]", "[[]].map(%[2]s, %[2]s == [%[1]s] ? %[2]s : %[2]s)", "[].map(%[2]s, %[1]s)", "[].exists(%[2]s, [%[2]s].map(%[2]sy, {%[2]sy: %[2]sy}) == [] && %[2]s == %[1]s)",
	"{}.all(%[2]s, [%[2]s] == [] && %[2]s == %[1]s)", "[].all(%[2]si, %[2]s, %[2]s == %[1]s && [%[2]s] == [[%[2]si]])", "([] == %[1]s)", "([%[1]s] == [])", "(%[1]s in [])",
	"[][0][0]", "[[]][0][0] == %[1]s", "{[]: %[1]s}", "[{[]: %[1]s}, {%[1]s: []}]", "[{[]: [%[1]s]}, {[[%[1]s]]: []}]", "optional.none().orValue(%[1]s)", "[optional.none(), optional.of(%[1]s)]",
	"[optional.none()].map(%[2]s, [%[2]s, optional.of(%[1]s)])", "[].all(%[2]s, %[2]s[[%[1]s]] == [%[1]s])", "[].all(%[2]s, %[2]s[0] in %[1]s)", "[][0].first()", "[%[1]s, []].all(%[2]s, %[2]s == [])",
	"(%[1]s == [] ? [] : [%[1]s])", "[[].filter(%[2]s, %[2]s == %[1]s)].map(%[2]sy, {%[2]sy: %[2]sy})", "[%[1]s].map(%[2]s, [])", "[1].map(%[2]s, []).map(%[2]sy, [%[2]sy, [%[1]s]])",
}

// Derived types take at most twice the estimate.
func TestTypeSizes(t *testing.T) {
	env, err := Env(kubeversion.Newest, Stored)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	checked := map[string]int{}
	for range 4_000 {
		text, used := "1", []string{}
		for i := range 1 + random.IntN(4) {
			b := builders[random.IntN(len(builders))]
			text = fmt.Sprintf(b+"%[3]s", text, fmt.Sprint("v", i), "")
			used = append(used, b)
		}
		parsed, issues := env.Parse(text)
		require.NoError(t, issues.Err(), text)
		estimate := cubesOfTypes(parsed.NativeRep().Expr(), 1)
		tree, issues := env.Check(parsed)
		if issues.Err() != nil {
			continue
		}
		for _, b := range used {
			checked[b]++
		}
		assert.LessOrEqual(t, cubesOf(tree.NativeRep()), 2*estimate, text)
	}
	for _, b := range builders {
		assert.Positive(t, checked[b], "never checked: %s", b)
	}
}

func cubesOf(checked *ast.AST) (sum int) {
	for _, derived := range checked.TypeMap() {
		n := sizeOfType(derived)
		sum += n * n * n
	}
	return sum
}

func sizeOfType(t *types.Type) int {
	n := 1
	for _, p := range t.Parameters() {
		n += sizeOfType(p)
	}
	if t.Kind() == types.MapKind && len(t.Parameters()[0].Parameters()) == 0 {
		n-- // a plain key
	}
	return n
}

// A short expression can have a type too large to be checked.
func TestCheckStepsOfTypes(t *testing.T) {
	env, err := Env(kubeversion.Newest, Stored)
	require.NoError(t, err)
	for text, tooMuch := range map[string]bool{
		"[1]" + strings.Repeat(".map(x, {x: x})", 5) + " == []":  false,
		"[1]" + strings.Repeat(".map(x, {x: x})", 16) + " == []": true,
		"[1]" + strings.Repeat(".map(x, [x])", 30) + " == []":    false,
		"[1]" + strings.Repeat(".map(x, [x])", 120) + " == []":   true,
		doublingOpen(3):  false,
		doublingOpen(20): true,
		"[]" + strings.Repeat("[0]", 200) + " == 1": true,
		"[].all(x, x == " + strings.Repeat("[", 60) + strings.Repeat("]", 60) + " && [x]" + strings.Repeat(".map(y, {y: y})", 5) + " == [])": true,
		strings.Repeat("self.orValue([]).all(x, x in [x]) && ", 60) + "true":                                                                 false,

		strings.Repeat("[", 60) + "1" + strings.Repeat("]", 60) + " == []":                   false,
		strings.Repeat("[", 40) + strings.Repeat("]", 40) + " == []":                         false,
		strings.Repeat("[", 200) + strings.Repeat("]", 200) + " == []":                       true,
		"{'a': 1}" + strings.Repeat(".transformMap(k, v, {k: v})", 9) + " != {}":             false,
		strings.Repeat("optional.of(", 200) + "1" + strings.Repeat(")", 200) + ".hasValue()": true,
	} {
		parsed, issues := env.Parse(text)
		require.NoError(t, issues.Err(), text)
		w := work.Start(t.Context(), "checking")
		assert.Equal(t, !tooMuch, SpendCheck(w, parsed.NativeRep().Expr(), 1), text)
		if tooMuch {
			assert.EqualError(t, w.Err(), "too much work: the types of an expression: more than 134217728 steps checking")
		}
	}
}

// doublingOpen returns an expression with n macros of [], with element types that double.
func doublingOpen(n int) string {
	text := "true"
	for i := 1; i < n; i++ {
		text += fmt.Sprintf(" && x%d == {x%d: x%d}", i, i-1, i-1)
	}
	for i := range n {
		text = fmt.Sprintf("[].all(x%d, %s)", i, text)
	}
	return text
}
