// Package celenv gives the CEL types and values of schemas to programs with expressions of
// their own: policies, conditions, templates, filters. Validation rules of a CRD need only
// package celrules.
//
//	spec, err := celenv.NewType("CronTab", schema, structural.Resource)
//	base, err := celenv.New()
//	env, err := base.Extend(spec.Variable("object"))
//	ast, issues := env.Compile("object.spec.replicas <= 5")
//	program, err := env.Program(ast, cel.InterruptCheckFrequency(100))
//	values := celenv.NewValues(ctx)
//	out, _, err := program.ContextEval(ctx, map[string]any{"object": values.Bind(spec, object)})
//
// The schema is a [structural.Schema], such as the Schema of a version of a definition.
//
// [New] returns the environment of a Kubernetes version: the language, macros and functions
// of rules. A [Type] declares variables in it, or in any other environment of cel-go. Types,
// fields and values are the same as in rules; package celrules describes them.
//
// # Why this package has types of cel-go
//
// No other package of this module has them in an exported signature, so that a program can
// change to a later cel-go without a change of its code. Here they are the purpose: a
// variable is declared in an environment of the program, together with its own functions.
// The version of cel-go is the version that the program selects. A later cel-go may change
// this package, so it is outside of the stable core, and may still change.
//
// # Budgets
//
// [Values] count their steps, so that reading them ends with the context or the budget of a
// call (structural.WithBudget). They do not count the steps of the program itself: use
// cel.CostLimit, and cel.InterruptCheckFrequency with ContextEval. The costs of cel-go do not
// include the Kubernetes functions. Rules.Validate of package celrules has the costs of the
// server.
//
// # Differences from upstream
//
// D130 of DEVIATIONS.md: reserved words may be field names, as on servers since 1.31, and two
// types of one name are an error. The differences of package celrules in values and declared
// types hold here: D23, D24, D28 and D41. Go values other than JSON values are errors, or
// become JSON values: see structural.Normalize.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model, SchemaDeclType;
// k8s.io/apiserver/pkg/cel, DeclTypeProvider; k8s.io/apiserver/pkg/cel/common,
// UnstructuredToVal; k8s.io/apiserver/pkg/cel/environment, MustBaseEnvSet.
package celenv
