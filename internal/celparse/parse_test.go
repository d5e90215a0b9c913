package celparse_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/debug"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celparse"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

type texts struct{ Parsed, Left []string }

func load(tb testing.TB) (out texts) {
	tb.Helper()
	text, err := os.ReadFile("testdata/texts.yaml")
	require.NoError(tb, err)
	require.NoError(tb, yaml.UnmarshalStrict(text, &out))
	return out
}

func environment(tb testing.TB, minor int, use cellib.Use) *cel.Env {
	tb.Helper()
	env, err := cellib.Env(minor, use)
	require.NoError(tb, err)
	return env
}

func newest(tb testing.TB) *cel.Env {
	tb.Helper()
	return environment(tb, kubeversion.Newest, cellib.New)
}

// TestParse compares trees with those of cel-go in all environments, and checks which texts are left to it.
func TestParse(t *testing.T) {
	in := load(t)
	for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
		for _, use := range []cellib.Use{cellib.New, cellib.Stored} {
			env := environment(t, minor, use)
			parser := celparse.New(env.Macros())
			for _, text := range in.Parsed {
				parsed := parser.Parse(text)
				if assert.NotNil(t, parsed, text) {
					compare(t, env, text, parsed)
				}
			}
			for _, text := range in.Left {
				assert.Nil(t, parser.Parse(text), text)
			}
		}
	}
}

// TestManyArguments expands macros with any number of arguments: Kubernetes has none.
func TestManyArguments(t *testing.T) {
	list := func(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		if target != nil {
			args = append([]ast.Expr{target}, args...)
		}
		return f.NewList(args...), nil
	}
	env, err := newest(t).Extend(cel.Macros(cel.GlobalVarArgMacro("listOf", list), cel.ReceiverVarArgMacro("and", list)))
	require.NoError(t, err)
	parser := celparse.New(env.Macros())
	for _, text := range []string{"listOf()", "listOf(1, a, listOf(b))", "a.and()", "a.and(1, b.and(c))", "a.listOf(1)", "and(a)"} {
		parsed := parser.Parse(text)
		require.NotNil(t, parsed, text)
		compare(t, env, text, parsed)
	}
}

// TestBounds checks that what could reach a limit of cel-go is left to it.
func TestBounds(t *testing.T) {
	env := newest(t)
	parser := celparse.New(env.Macros())
	for _, nested := range []func(n int) string{
		func(n int) string { return strings.Repeat("(", n) + "a" + strings.Repeat(")", n) },
		func(n int) string { return "a" + strings.Repeat(".b", n) },
		func(n int) string { return "a" + strings.Repeat("[0]", n) },
		func(n int) string { return "a" + strings.Repeat(" + a", n) },
		func(n int) string { return strings.Repeat("a ? b : ", n) + "c" },
		func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) },
		func(n int) string { return strings.Repeat("f(", n) + "a" + strings.Repeat(")", n) },
		func(n int) string { return "a" + strings.Repeat(" == a", n) },
		func(n int) string { return strings.Repeat("!", n) + "a" },
		func(n int) string { return strings.Repeat("a + a * (", n) + "a" + strings.Repeat(")", n) },
		func(n int) string { return strings.Repeat("a < a[", n) + "a" + strings.Repeat("]", n) },
		func(n int) string { return strings.Repeat("a[a ? a : ", n) + "a" + strings.Repeat("]", n) },
		func(n int) string { return "a" + strings.Repeat(" && a", n) },
	} {
		taken := 0
		for n := 1; n < 300; n++ {
			if parsed := parser.Parse(nested(n)); parsed != nil {
				taken = n
				compare(t, env, nested(n), parsed)
			}
		}
		assert.Greater(t, taken, 45, nested(3))
	}
	assert.NotNil(t, parser.Parse("a"+strings.Repeat(" ", 10_000)))
	assert.Nil(t, parser.Parse("a"+strings.Repeat(" ", 20_000)))
}

// FuzzParse compares every tree with the one of cel-go.
func FuzzParse(f *testing.F) {
	env := newest(f)
	parser := celparse.New(env.Macros())
	in := load(f)
	for _, text := range slices.Concat(in.Parsed, in.Left) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if parsed := parser.Parse(text); parsed != nil {
			compare(t, env, text, parsed)
		}
	})
}

// compare compares a tree with the one of cel-go: its expressions, IDs and ranges.
func compare(t *testing.T, env *cel.Env, text string, parsed *cel.Ast) {
	t.Helper()
	want, issues := env.Parse(text)
	require.NoError(t, issues.Err(), text)
	ours, theirs := parsed.NativeRep(), want.NativeRep()
	if !reflect.DeepEqual(ours, theirs) {
		assert.Equal(t, debug.ToDebugStringWithIDs(theirs.Expr()), debug.ToDebugStringWithIDs(ours.Expr()), text)
		assert.Equal(t, theirs.SourceInfo(), ours.SourceInfo(), text)
		require.Fail(t, "the trees differ", text)
	}
}

func BenchmarkParse(b *testing.B) {
	env := newest(b)
	parser := celparse.New(env.Macros())
	in := load(b)
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range in.Parsed {
				parser.Parse(text)
			}
		}
	})
	b.Run("cel-go", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range in.Parsed {
				_, _ = env.Parse(text)
			}
		}
	})
}
