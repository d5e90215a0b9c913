package celenv_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/celrules/celenv"
	"github.com/seed95800270/crdschema/structural"
)

func exampleSchema() *structural.Schema {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "properties": map[string]any{
		"spec": map[string]any{"type": "object", "properties": map[string]any{
			"replicas": map[string]any{"type": "integer"},
			"max-size": map[string]any{"x-kubernetes-int-or-string": true},
			"timeout":  map[string]any{"type": "string", "format": "duration"},
			"hosts":    map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
		}},
	}})
	return s
}

// A policy with an expression of its own about custom resources.
func Example() {
	ctx := context.Background()
	cronTab, err := celenv.NewType("CronTab", exampleSchema(), structural.Resource)
	if err != nil {
		panic(err)
	}
	base, err := celenv.New(celenv.WithKubernetesVersion("1.34"))
	if err != nil {
		panic(err)
	}
	env, err := base.Extend(cronTab.Variable("object"), cel.Variable("limit", cel.IntType))
	if err != nil {
		panic(err)
	}
	_, issues := env.Compile("object.spec.replica <= limit")
	fmt.Println(issues.Err())

	ast, issues := env.Compile("object.spec.replicas <= limit && object.spec.timeout < duration('1h') && isURL(object.spec.hosts[0])")
	if issues.Err() != nil {
		panic(issues.Err())
	}
	program, err := env.Program(ast, cel.InterruptCheckFrequency(100))
	if err != nil {
		panic(err)
	}
	values := celenv.NewValues(ctx)
	out, _, err := program.ContextEval(ctx, map[string]any{"limit": 5, "object": values.Bind(cronTab, map[string]any{
		"spec": map[string]any{"replicas": 3, "timeout": "90s", "hosts": []any{"https://example.com"}},
	})})
	fmt.Println(out, err)
	// Output:
	// ERROR: <input>:1:12: undefined field 'replica'
	//  | object.spec.replica <= limit
	//  | ...........^
	// true <nil>
}

func ExampleNew() {
	for _, version := range []string{"1.33", "1.34", "2.0"} {
		env, err := celenv.New(celenv.WithKubernetesVersion(version))
		if err != nil {
			fmt.Println(err)
			continue
		}
		_, issues := env.Compile("[3, 1].sort() == [1, 3]")
		fmt.Println(version, issues.Err() == nil)
	}
	// Output:
	// 1.33 false
	// 1.34 true
	// Kubernetes version "2.0" is not one of 1.30 to 1.37
}

func ExampleWithKubernetesVersion() {
	env, err := celenv.New(celenv.WithKubernetesVersion("1.30"))
	if err != nil {
		panic(err)
	}
	_, issues := env.Compile("cidr('10.0.0.0/8').containsIP('10.1.2.3')")
	fmt.Println(issues.Err())
	// Output: <nil>
}

func ExampleNewType() {
	cronTab, err := celenv.NewType("CronTab", exampleSchema(), structural.Resource)
	if err != nil {
		panic(err)
	}
	hosts, err := celenv.NewType("Hosts", exampleSchema().Property("spec").Property("hosts"), structural.Value)
	if err != nil {
		panic(err)
	}
	_, err = celenv.NewType("Any", nil, structural.Value)
	fmt.Println(cronTab.CELType(), hosts.CELType(), errors.Is(err, celenv.ErrNoType))
	// Output: CronTab list(string) true
}

func ExampleType_CELType() {
	spec, err := celenv.NewType("Spec", exampleSchema().Property("spec"), structural.Value)
	if err != nil {
		panic(err)
	}
	fmt.Println(cel.ListType(spec.CELType()))
	// Output: list(Spec)
}

func ExampleType_Variable() {
	cronTab, err := celenv.NewType("CronTab", exampleSchema(), structural.Resource)
	if err != nil {
		panic(err)
	}
	env, err := cel.NewEnv(cronTab.Variable("object"), cronTab.Variable("oldObject")) // without the functions of Kubernetes
	if err != nil {
		panic(err)
	}
	ast, issues := env.Compile("object.spec == oldObject.spec ? object.metadata.name : ''")
	fmt.Println(ast.OutputType(), issues.Err())
	// Output: string <nil>
}

// A function of the program returns an object with a schema.
func ExampleType_Provide() {
	cronTab, err := celenv.NewType("CronTab", exampleSchema(), structural.Resource)
	if err != nil {
		panic(err)
	}
	env, err := cel.NewEnv(cronTab.Provide(),
		cel.Function("get", cel.Overload("get_string", []*cel.Type{cel.StringType}, cronTab.CELType())))
	if err != nil {
		panic(err)
	}
	ast, issues := env.Compile("get('nightly').spec.replicas")
	fmt.Println(ast.OutputType(), issues.Err())
	// Output: int <nil>
}

func ExampleNewValues() {
	spec, err := celenv.NewType("Spec", exampleSchema().Property("spec"), structural.Value)
	if err != nil {
		panic(err)
	}
	ctx := structural.WithBudget(context.Background(), structural.Budget{Steps: 1000})
	values := celenv.NewValues(ctx)
	fmt.Println(values.Bind(spec, map[string]any{"replicas": 3}).Value(), values.Err())
	// Output: map[replicas:3] <nil>
}

func ExampleValues_Bind() {
	spec, err := celenv.NewType("Spec", exampleSchema().Property("spec"), structural.Value)
	if err != nil {
		panic(err)
	}
	env, err := cel.NewEnv(spec.Variable("spec"))
	if err != nil {
		panic(err)
	}
	ast, _ := env.Compile("spec.replicas + 1")
	program, err := env.Program(ast)
	if err != nil {
		panic(err)
	}
	var values celenv.Values
	for _, replicas := range []any{3, "three"} {
		out, _, err := program.Eval(map[string]any{"spec": values.Bind(spec, map[string]any{"replicas": replicas})})
		fmt.Println(out.Type(), err)
	}
	// Output:
	// int <nil>
	// error invalid data, expected int, got string
}

func ExampleValues_Err() {
	hosts, err := celenv.NewType("Hosts", exampleSchema().Property("spec").Property("hosts"), structural.Value)
	if err != nil {
		panic(err)
	}
	env, err := cel.NewEnv(hosts.Variable("hosts"))
	if err != nil {
		panic(err)
	}
	ast, _ := env.Compile("hosts.all(x, hosts.all(y, x == y))")
	program, err := env.Program(ast)
	if err != nil {
		panic(err)
	}
	values := celenv.NewValues(structural.WithBudget(context.Background(), structural.Budget{Steps: 10_000}))
	_, _, err = program.Eval(map[string]any{"hosts": values.Bind(hosts, make1000("a"))})
	fmt.Println(err, errors.Is(values.Err(), structural.ErrTooMuchWork))
	// Output: operation cancelled true
}

func make1000(v any) []any {
	out := make([]any, 1000)
	for i := range out {
		out[i] = v
	}
	return out
}

func ExampleEscape() {
	for _, name := range []string{"replicas", "max-size", "namespace", "a b"} {
		fmt.Println(celenv.Escape(name))
	}
	// Output:
	// replicas true
	// max__dash__size true
	// __namespace__ true
	//  false
}

func ExampleUnescape() {
	fmt.Println(celenv.Unescape("max__dash__size"))
	// Output: max-size true
}
