package fragment

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/defaults"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Compiler compiles and checks fragments. It compiles equal rules once and keeps them as
// long as it or one of its fragments is in use: use one compiler for many fragments. It
// is safe for concurrent use; make one with [NewCompiler].
type Compiler struct {
	config config
	rules  *celrules.Compiler
}

// NewCompiler returns a compiler. It needs no options.
func NewCompiler(opts ...CompilerOption) *Compiler {
	return newCompiler(with(defaultConfig, opts))
}

func newCompiler(c config) *Compiler {
	return &Compiler{config: c, rules: celrules.NewCompiler(celrules.WithKubernetesVersion(kubeversion.Name(c.minor)))}
}

// Fragment is the compiled schema of a value. It is immutable and safe for concurrent
// use; make one with [Compile].
type Fragment struct{ schema stages.Schema }

// Compile calls Compile of a new compiler. See [Compiler.Compile].
func Compile(ctx context.Context, schema map[string]any, opts ...CompilerOption) (*Fragment, error) {
	return NewCompiler(opts...).Compile(ctx, schema)
}

// Compile returns the fragment with an OpenAPI v3 schema, as a server serves a property
// with that schema: Compile does not check whether a new CRD may have it, see [Check],
// and ignores unknown keywords. Its defaults are pruned. It does not keep schema, but
// shares its strings. A nil schema specifies nothing.
//
// The error says which keywords the server could not serve; structural.ErrorsOf returns
// its parts, located in the schema, and if one has a Remark, the text ends with it. Or
// an option was wrong. The fragment does not keep the context. The parts that are
// compiled on first use, see [Fragment.Precompile], never fail: an invalid rule is an
// error of every value.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural;
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, PruneDefaults.
func (c *Compiler) Compile(ctx context.Context, schema map[string]any) (*Fragment, error) {
	ctx, _ = work.Share(ctx)
	s, problems, err := structural.FromMap(ctx, schema, structural.WithoutDocumentation())
	invalid := slices.DeleteFunc(problems, isUnknownField)
	if err = cmp.Or(c.config.err, err, errlist.ErrWithRemark(invalid)); err != nil {
		return nil, err
	}
	return c.CompileSchema(ctx, s)
}

// CompileSchema returns the fragment with a schema that has been read before, such as a
// property of another one. It shares the schema. It fails as [Compiler.Compile] does.
func (c *Compiler) CompileSchema(ctx context.Context, s *structural.Schema) (*Fragment, error) {
	ctx, _ = work.Share(ctx)
	if c.config.err != nil {
		return nil, c.config.err
	}
	pruned, err := defaults.PruneFragment(ctx, s)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	return &Fragment{stages.Schema{
		Structural: pruned, Values: pruned, Rules: c.rules.CompileFragment(pruned), Minor: c.config.minor, Root: stages.Property,
	}}, nil
}

func isUnknownField(e *structural.Error) bool { return e.Kind == field.UnknownField }

// Schema returns the schema of f with pruned defaults, and without documentation if
// [Compiler.Compile] read it. It is nil if nothing is specified.
func (f *Fragment) Schema() *structural.Schema { return f.schema.Structural }

// Cost returns the estimated cost of every expression, see celrules.Rules.Cost.
func (f *Fragment) Cost(ctx context.Context) (celrules.CostReport, error) {
	return f.schema.Rules.Cost(ctx)
}

// Precompile compiles the validator and the rules, so that the first value does not wait
// for them. Regular expressions of the schema are still compiled for the first string
// that needs them.
func (f *Fragment) Precompile(ctx context.Context) error {
	ctx, _ = work.Share(ctx)
	return f.schema.Precompile(ctx)
}
