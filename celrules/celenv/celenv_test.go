package celenv_test

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/ext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules/celenv"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

// A program declares variables with the type of a schema and binds objects to them. Door 5.
func TestCELTypesOfASchema(t *testing.T) {
	base, err := celenv.New()
	require.NoError(t, err)
	keys := []string{"root", "schema", "expression", "type", "issues", "object", "other", "value", "error"}
	cases.Run(t, "testdata/expressions.yaml", keys, func(t *testing.T, c cases.Case) {
		s := c.Schema(t, "schema")
		root := structural.Value
		if c.Text(t, "root") == "resource" {
			root = structural.Resource
		}
		declared, err := celenv.NewType("C", s, root)
		require.NoError(t, err)
		env, err := base.Extend(declared.Variable("object"), declared.Variable("other"))
		require.NoError(t, err)
		ast, issues := env.Compile(c.Text(t, "expression"))
		if c.Has("issues") {
			assert.EqualError(t, issues.Err(), c.Text(t, "issues"))
			return
		}
		require.NoError(t, issues.Err())
		assert.Equal(t, c.Text(t, "type"), ast.OutputType().String())
		program, err := env.Program(ast)
		require.NoError(t, err)
		values := celenv.NewValues(t.Context())
		out, _, err := program.Eval(map[string]any{"object": values.Bind(declared, c.Value("object")), "other": values.Bind(declared, c.Value("other"))})
		if c.Has("error") {
			assert.EqualError(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		assert.Equal(t, c.Value("value"), native(out))
	})
}

// native returns a value of an expression as JSON, times as text.
func native(v ref.Val) any {
	switch v := v.(type) {
	case types.Timestamp:
		return v.Time.String()
	case traits.Lister:
		out := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			out = append(out, native(it.Next()))
		}
		return out
	case types.Int:
		return int64(v)
	case types.Bool:
		return bool(v)
	case types.String:
		return string(v)
	default:
		return v.Value()
	}
}

func typeOf(t *testing.T, name string, schema map[string]any) *celenv.Type {
	t.Helper()
	s, _ := cases.FromMap(schema)
	declared, err := celenv.NewType(name, s, structural.Value)
	require.NoError(t, err)
	return declared
}

func object(field string) map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{field: map[string]any{"type": "integer"}}}
}

// Variables of several types live in one environment, also if they are added one after the
// other, and the environment without them does not change.
func TestSeveralTypes(t *testing.T) {
	base, err := celenv.New()
	require.NoError(t, err)
	one, err := base.Extend(typeOf(t, "A", object("a")).Variable("a"))
	require.NoError(t, err)
	both, err := one.Extend(typeOf(t, "B", object("b")).Variable("b"), cel.Variable("n", cel.IntType))
	require.NoError(t, err)
	_, issues := both.Compile("a.a + b.b + n > 0 && quantity('1').isInteger()")
	assert.NoError(t, issues.Err())
	_, issues = one.Compile("b.b > 0")
	assert.Error(t, issues.Err())
	_, issues = base.Compile("a.a > 0")
	assert.Error(t, issues.Err())
}

func TestNamesOfTypes(t *testing.T) {
	a := typeOf(t, "A", object("a"))
	for name, tt := range map[string]struct {
		options []cel.EnvOption
		want    string
	}{
		"one type twice":     {[]cel.EnvOption{a.Variable("x"), a.Variable("y")}, ""},
		"part of a name":     {[]cel.EnvOption{a.Variable("x"), typeOf(t, "A.b", object("b")).Variable("y")}, `variable y: two types are named "A" and "A.b"`},
		"the whole name":     {[]cel.EnvOption{typeOf(t, "A.b", object("b")).Variable("x"), a.Provide()}, `two types are named "A.b" and "A"`},
		"another schema":     {[]cel.EnvOption{a.Variable("x"), typeOf(t, "A", object("b")).Variable("y")}, `variable y: two types are named "A" and "A"`},
		"only the beginning": {[]cel.EnvOption{a.Variable("x"), typeOf(t, "Ab", object("b")).Variable("y")}, ""},
		"a type of CEL":      {[]cel.EnvOption{typeOf(t, "int", object("a")).Variable("x")}, `variable x: the environment has a type "int" already`},
		"a message": {[]cel.EnvOption{typeOf(t, "google.protobuf.Duration", object("a")).Variable("x")},
			`variable x: the environment has a type "google.protobuf.Duration" already`},
	} {
		_, err := cel.NewEnv(tt.options...)
		if tt.want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.EqualError(t, err, tt.want, name)
		}
	}
	_, err := celenv.NewType("", nil, structural.Value)
	assert.EqualError(t, err, "a type needs a name")
}

// A library that adds types comes before the variables.
func TestLibrariesComeFirst(t *testing.T) {
	a := typeOf(t, "A", object("a"))
	_, err := cel.NewEnv(ext.Strings(), cel.Types(types.NewObjectType("own")), a.Variable("x"))
	assert.NoError(t, err)
	_, err = cel.NewEnv(a.Variable("x"), cel.Types(types.NewObjectType("own")))
	assert.ErrorContains(t, err, "custom types not supported by provider")
}

func TestZeroTypes(t *testing.T) {
	for _, none := range []*celenv.Type{nil, {}} {
		assert.Equal(t, cel.DynType, none.CELType())
		env, err := cel.NewEnv(none.Variable("x"), none.Provide())
		require.NoError(t, err)
		ast, issues := env.Compile("x.y")
		require.NoError(t, issues.Err())
		program, err := env.Program(ast)
		require.NoError(t, err)
		var values celenv.Values
		_, _, err = program.Eval(map[string]any{"x": values.Bind(none, map[string]any{"y": "a"})})
		assert.EqualError(t, err, celenv.ErrNoType.Error())
		assert.NoError(t, values.Err())
	}
}

// Values that are not JSON are errors, and Go's integers are integers.
func TestValuesAreNormalized(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	for _, tt := range []struct {
		value any
		want  string
	}{
		{map[string]any{"a": int32(4)}, "5"},
		{map[string]any{"a": 4.0}, "invalid data, expected int, got float64"},
		{map[string]any{"a": func() {}}, "a: not a JSON value: the Go type func()"},
		{map[string]any{"a": math.NaN()}, "a: not a JSON value: the number NaN"},
		{cyclic, ""},
	} {
		a := typeOf(t, "A", object("a"))
		env, err := cel.NewEnv(a.Variable("x"))
		require.NoError(t, err)
		ast, _ := env.Compile("x.a + 1")
		program, err := env.Program(ast)
		require.NoError(t, err)
		out, _, err := program.Eval(map[string]any{"x": celenv.NewValues(t.Context()).Bind(a, tt.value)})
		switch {
		case tt.want == "":
			assert.Error(t, err)
		case err != nil:
			assert.EqualError(t, err, tt.want)
		default:
			assert.Equal(t, tt.want, fmt.Sprint(out))
		}
	}
}

// A cancelled context ends the evaluation.
func TestCancelledValues(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(assert.AnError)
	a := typeOf(t, "A", object("a"))
	env, err := cel.NewEnv(a.Variable("x"))
	require.NoError(t, err)
	ast, _ := env.Compile("x.a")
	program, err := env.Program(ast)
	require.NoError(t, err)
	values := celenv.NewValues(ctx)
	_, _, err = program.Eval(map[string]any{"x": values.Bind(a, map[string]any{"a": int64(1)})})
	assert.EqualError(t, err, "operation cancelled")
	assert.ErrorIs(t, values.Err(), assert.AnError)
}

// Types, environments and programs are shared by goroutines with values of their own.
func TestConcurrentValues(t *testing.T) {
	a := typeOf(t, "A", object("a"))
	base, err := celenv.New()
	require.NoError(t, err)
	env, err := base.Extend(a.Variable("x"))
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ast, issues := env.Compile(fmt.Sprintf("x.a + %d", i))
			if !assert.NoError(t, issues.Err()) {
				return
			}
			program, err := env.Program(ast)
			assert.NoError(t, err)
			out, _, err := program.Eval(map[string]any{"x": celenv.NewValues(t.Context()).Bind(a, map[string]any{"a": int64(1)})})
			assert.NoError(t, err)
			assert.Equal(t, types.Int(i+1), out)
		}()
	}
	wg.Wait()
}
