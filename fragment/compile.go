package fragment

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Compiler compiles and checks fragments. It shares parsed rules and declared types among its
// fragments, and never releases a type: use one for many fragments, and replace it now and
// then if schemas change all the time.
type Compiler struct {
	config config
	rules  *celrules.Compiler
}

// NewCompiler returns a compiler.
func NewCompiler(opts ...CompilerOption) *Compiler {
	return newCompiler(with(defaultConfig, opts))
}

func newCompiler(c config) *Compiler {
	return &Compiler{config: c, rules: celrules.NewCompiler(celrules.WithKubernetesVersion(kubeversion.Name(c.minor)))}
}

// Fragment is the compiled schema of a value.
type Fragment struct{ schema stages.Schema }

// Compile calls [Compiler.Compile] of a new compiler.
func Compile(ctx context.Context, schema map[string]any, opts ...CompilerOption) (*Fragment, error) {
	return NewCompiler(opts...).Compile(ctx, schema)
}

// Compile returns the fragment with an OpenAPI v3 schema, as a server serves a property with
// that schema: it does not check whether a new CRD may have it, see [Check], and ignores
// unknown keywords. Defaults are pruned. Strings of schema are shared. A nil schema specifies
// nothing.
//
// The error is about an option, or says which keywords the server could not serve;
// structural.ErrorsOf returns its parts, located in the schema, and if one has a Remark, the
// text ends with it. The fragment does not keep the context. An invalid rule is an error of
// every value.
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

// CompileSchema compiles a schema that has been read before, and shares it. It fails as
// [Compiler.Compile] does.
func (c *Compiler) CompileSchema(ctx context.Context, s *structural.Schema) (*Fragment, error) {
	ctx, _ = work.Share(ctx)
	if c.config.err != nil {
		return nil, c.config.err
	}
	pruned, err := schemacheck.PruneDefaults(ctx, s, structural.Property)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	return &Fragment{stages.Schema{
		Structural: pruned, Values: pruned, Rules: c.rules.Compile(pruned, structural.Property), Minor: c.config.minor, Root: structural.Property,
	}}, nil
}

func isUnknownField(e *structural.Error) bool { return e.Kind == field.UnknownField }

// Schema returns the schema with pruned defaults, and without documentation if
// [Compiler.Compile] read it, or nil if nothing is specified.
func (f *Fragment) Schema() *structural.Schema { return f.schema.Structural }

// Cost returns the estimated cost of every expression, see celrules.Rules.Cost.
func (f *Fragment) Cost(ctx context.Context) (celrules.CostReport, error) {
	return f.schema.Rules.Cost(ctx)
}

// Precompile compiles the validator and the rules, but not the regular expressions, so that
// the first value need not wait.
func (f *Fragment) Precompile(ctx context.Context) error {
	ctx, _ = work.Share(ctx)
	return f.schema.Precompile(ctx)
}
