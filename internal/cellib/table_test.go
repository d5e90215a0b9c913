package cellib_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/cellib"
	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// TestTables evaluates the expressions that name the cases of the tables, as
// stored in 1.37. Their variables are
//
//	s  string of at most 10 bytes         'abc'
//	u  string of any size                 'abc'
//	l  list of 5 strings of 7 bytes       ['b', 'a']
//	n  list of 5 integers                 [3, 1, 2]
//	d  dyn                                'abc'
//
// A case expects a value or an error of the evaluation, of the program or of the
// compiler (refused), and the cost: the greatest by estimate (most), and the actual
// one.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("testdata/libraries/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	env := extended(t, kubeversion.Newest, cellib.Stored)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			cases.Run(t, file, []string{"value", "error", "program", "refused", "most", "cost"}, func(t *testing.T, c cases.Case) {
				want := map[string]any{}
				for _, key := range []string{"value", "error", "program", "refused", "most", "cost"} {
					if c.Has(key) {
						want[key] = c.Value(key)
					}
				}
				assert.Equal(t, want, outcome(t, env, c.Name))
			})
		})
	}
}

func extended(t testing.TB, minor int, use cellib.Use) *cel.Env {
	env, err := cellib.Env(minor, use)
	require.NoError(t, err)
	env, err = env.Extend(
		cel.Variable("s", cel.StringType), cel.Variable("u", cel.StringType), cel.Variable("d", cel.DynType),
		cel.Variable("l", cel.ListType(cel.StringType)), cel.Variable("n", cel.ListType(cel.IntType)))
	require.NoError(t, err)
	return env
}

var variables = map[string]any{"s": "abc", "u": "abc", "d": "abc", "l": []string{"b", "a"}, "n": []int64{3, 1, 2}}

var known = map[string]uint64{"s": 10, "l": 5, "l.@items": 7, "n": 5}

func sizes(path []string) (uint64, bool) {
	most, ok := known[strings.Join(path, ".")]
	return most, ok
}

func outcome(t testing.TB, env *cel.Env, expression string) map[string]any {
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return map[string]any{"refused": issues.String()}
	}
	estimate := celcost.Estimate(ast.NativeRep(), sizes)
	out := map[string]any{"most": int64(min(estimate.Max, 1<<62))}
	run, err := planned(t, env, ast)
	if err != nil {
		out["program"] = err.Error()
		return out
	}
	value, cost, err := run(variables)
	out["cost"] = int64(cost)
	if err != nil {
		out["error"] = err.Error()
	} else {
		out["value"] = show(value)
	}
	return out
}

// planned returns a function that evaluates a program.
func planned(t testing.TB, env *cel.Env, ast *cel.Ast) (func(map[string]any) (ref.Val, uint64, error), error) {
	planner, err := cellib.NewPlanner(env)
	require.NoError(t, err)
	program, err := planner.Plan(ast)
	return func(vars map[string]any) (value ref.Val, cost uint64, err error) {
		e := cellib.NewEvaluator()
		if e.Variables, err = interpreter.NewActivation(vars); err != nil {
			return nil, 0, err
		}
		if err := e.Begin(work.Start(context.Background(), "")); err != nil {
			return nil, 0, err
		}
		defer e.End()
		return e.Run(program)
	}, err
}

func show(v ref.Val) string {
	switch v := v.(type) {
	case types.String, types.Bytes:
		return fmt.Sprintf("%q", v.Value())
	case types.Bool, types.Int, types.Double:
		return fmt.Sprint(v.Value())
	case *types.Optional:
		if !v.HasValue() {
			return "optional.none()"
		}
		return "optional.of(" + show(v.GetValue()) + ")"
	case traits.Lister:
		var items []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, show(it.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case traits.Mapper:
		var items []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			items = append(items, show(key)+": "+show(v.Get(key)))
		}
		sort.Strings(items)
		return "{" + strings.Join(items, ", ") + "}"
	case values.Quantity, *values.Quantity, values.Format:
		return v.Type().TypeName()
	default:
		return fmt.Sprint(v.Type(), " ", v.Value())
	}
}
