package cellib_test

import (
	"context"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

var variable = regexp.MustCompile(`\b[sulnd]\b`)

// The programs of a planner have the same results and costs as CEL's own.
func TestPlansAgree(t *testing.T) {
	expressions := []string{
		"has((true ? {'a': s} : {'b': s}).a)", "(s == '' ? s : s + 'x').size() > 1", "[s, s + 'x'][1] + {s: 'a'}['abc']", "s in ['a', 'b'] || s in [s]",
		"optional.of(s).or(optional.none()).orValue('x')", "{'a': s}[?'b'].orValue(s + s)", "s.matches('^a') && s.matches(s) && 'a'.find('a') == s.find('a')",
		"l.all(x, l.exists(y, x == y || y in ['a', s]))", "n.map(x, x * 2).filter(x, x > 2).size()", "n.all(i, v, i < 9 && v > 0)", "n.transformMap(i, v, [i, v])",
		"l.map(x, x.replace(x, s, 10 / (size(x) - 1)))", "n.exists(x, x / 0 == 1) || true", "d == 1 || d.a", "string(1 / 0)", "d.nothing", "n[7]", "n[n[0] - 3]",
		"[1, 2].map(x, {'k': x}).exists(m, m.k == 2 && has(m.k) && !has(m.l))", "n.sort() == n.reverse() && sets.contains(n, [1])", "dyn(s) < 1", "-n[0] + 1",
		"n.map(a, n.map(b, n.map(c, a + b + c)))", "lists.range(200).all(a, lists.range(200).all(b, lists.range(200).all(c, a + b + c >= 0)))",
	}
	files, err := filepath.Glob("testdata/libraries/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		cases.Run(t, file, []string{"value", "error", "program", "refused", "most", "cost"}, func(_ *testing.T, c cases.Case) {
			expressions = append(expressions, c.Name)
		})
	}
	kinds := map[string]*cel.Type{"s": cel.StringType, "u": cel.StringType, "d": cel.DynType, "l": cel.ListType(cel.StringType), "n": cel.ListType(cel.IntType)}
	compared := 0
	for _, text := range expressions {
		name := variable.FindString(text)
		if name == "" {
			name = "s"
		}
		env, err := cellib.Env(kubeversion.Newest, cellib.Stored)
		require.NoError(t, err)
		env, err = env.Extend(cel.Variable("self", kinds[name]))
		require.NoError(t, err)
		ast, issues := env.Compile(regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, "self"))
		if issues.Err() == nil {
			compared++
			agree(t, env, ast, name, text)
		}
	}
	assert.Greater(t, compared, 200)
}

func agree(t *testing.T, env *cel.Env, ast *cel.Ast, name, text string) {
	t.Helper()
	planner, err := cellib.NewPlanner(env)
	require.NoError(t, err)
	theirs, want := env.Program(ast, cellib.ProgramOptions()...)
	ours, got := planner.Plan(ast)
	if want != nil || got != nil {
		assert.Equal(t, want, got, text)
		return
	}
	m := cellib.NewEvaluator()
	require.NoError(t, m.Begin(work.Start(context.Background(), "")))
	defer m.End()
	m.Self = types.DefaultTypeAdapter.NativeToValue(variables[name])
	for range 2 {
		value, cost, err := m.Run(ours)
		wanted, details, wantedErr := theirs.ContextEval(context.Background(), map[string]any{"self": m.Self})
		assert.Equal(t, *details.ActualCost(), cost, text)
		if wantedErr != nil {
			assert.EqualError(t, err, wantedErr.Error(), text)
			continue
		}
		if assert.NoError(t, err, text) {
			assert.Equal(t, show(wanted), show(value), text)
		}
	}
}
