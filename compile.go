package crdschema

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Compiler compiles definitions for servers of one Kubernetes version. It compiles equal
// validation rules once and keeps them as long as the compiler or one of its definitions is
// in use. If definitions change often, or are written by tenants, replace the compiler from
// time to time, or use one for each tenant. A Compiler is safe for concurrent use.
type Compiler struct {
	config config
	rules  *celrules.Compiler
}

// NewCompiler returns a compiler. It needs no options.
func NewCompiler(opts ...CompilerOption) *Compiler {
	return newCompiler(with(config{minor: kubeversion.Newest}, opts))
}

func newCompiler(c config) *Compiler {
	return &Compiler{config: c, rules: celrules.NewCompiler(celrules.WithKubernetesVersion(kubeversion.Name(c.minor)))}
}

// Compile calls Compile of a new compiler. See [Compiler.Compile].
func Compile(ctx context.Context, crd map[string]any, opts ...Option) (*Definition, error) {
	// The compiler is used once, so it may have the options of the definition.
	return newCompiler(with(config{minor: kubeversion.Newest}, opts)).Compile(ctx, crd)
}

// Compile returns the definition of a CustomResourceDefinition, apiextensions.k8s.io/v1 or
// v1beta1, as the server serves a stored one: Compile ignores unknown fields and does not
// check whether the server would accept the CRD today ([ValidateCRD]). It does not keep the
// CRD, but shares its strings. [Compiler.CompileYAML] decodes text as the server does.
//
// The error says why the server could not serve objects of the CRD. structural.ErrorsOf
// returns its parts, located in the CRD. If one of them has a Remark, the text ends with
// it. Or there is no verdict: the CRD is not a JSON value (see structural.Normalize;
// ErrorsOf returns one part for that, too), an option is wrong, the context is done, or the
// budget of work is spent (structural.ErrTooMuchWork).
//
// The definition does not keep the context. The first call that needs rules or patterns
// compiles them as part of its own work (see [Version.Precompile]). If its context or budget
// ends meanwhile, the next call compiles the unfinished ones again.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func (c *Compiler) Compile(ctx context.Context, crd map[string]any, opts ...DefinitionOption) (*Definition, error) {
	ctx, tracker := work.Share(ctx)
	cfg := with(c.config, opts)
	if err := cmp.Or(cfg.err, ctx.Err()); err != nil {
		return nil, err
	}
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	tracker.SetStage("reading a definition")
	m, errs := model.Serving(tracker, fields)
	if err := tracker.Err(); err != nil {
		return nil, err
	}
	m.Conversion.Strategy = cmp.Or(string(cfg.strategy), m.Conversion.Strategy)
	if cfg.core {
		m.Group = ""
	}
	d := newDefinition(cfg, m)
	if err := c.addVersions(ctx, d, m, errs); err != nil || errs.Len() > 0 {
		return nil, cmp.Or(err, errlist.ErrWithRemark(errs.Sorted()))
	}
	if err := cfg.checkStrategy(m.Name, m.Conversion.Strategy); err != nil {
		return nil, err
	}
	d.warnOfDeprecation(m)
	d.terminating = model.IsTerminating(fields)
	return d, nil
}

// addVersions compiles the versions, each schema once: v1beta1 has one for all versions, at the
// same path. It adds their errors and returns why there is no verdict.
func (c *Compiler) addVersions(ctx context.Context, d *Definition, m *model.CRD, errs *errlist.List) error {
	compiled := map[string]*Version{}
	for i := range m.Versions {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, at := m.Versions[i].OpenAPIV3Schema()
		path := at.String()
		if errs.Len() > 0 && compiled[path] != nil {
			continue // there will be no definition, and no more errors
		}
		v, invalid, err := c.newVersion(ctx, d, &m.Versions[i], compiled[path])
		if err != nil {
			return err
		}
		compiled[path] = v
		for _, e := range invalid {
			errs.Add(nil, e)
		}
		if errs.Len() == 0 { // else there will be no definition
			d.add(v, m.Versions[i].Storage)
		}
	}
	return ctx.Err()
}

// newVersion compiles one version. other is a compiled version with the same schema, or
// nil.
func (c *Compiler) newVersion(ctx context.Context, d *Definition, m *model.Version, other *Version) (*Version, structural.Errors, error) {
	v := &Version{
		definition: d, name: m.Name, served: m.Served,
		status: m.Subresources.HasStatus(), scale: m.ScalePaths(),
		columns: d.sharedColumns(m.AdditionalPrinterColumns), selectable: m.SelectableFields,
	}
	if other != nil {
		v.schema = other.schema
		return v, nil, nil
	}
	v.schema = &stages.Schema{Minor: d.config.minor, Root: structural.Resource, KeepsUnknown: d.preserveUnknown}
	errs, err := v.compile(ctx, m)
	v.schema.Rules = c.rules.Compile(v.schema.Structural, structural.Resource)
	return v, errs, err
}

// compile reads the schema of a version. A definition that still preserves
// unknown fields is served with any schema.
func (v *Version) compile(ctx context.Context, m *model.Version) (structural.Errors, error) {
	schema, path := m.OpenAPIV3Schema()
	s, problems, err := structural.FromMap(ctx, schema, structural.WithNormalizedInput(), structural.WithoutDocumentation())
	if err != nil {
		return nil, err
	}
	errs := withoutUnknownKeywords(problems).In(path...)
	if v.definition.preserveUnknown {
		v.schema.Values = s
		if len(errs) == 0 {
			v.schema.Structural = s
		}
		return nil, nil
	}
	pruned, err := schemacheck.PruneDefaults(ctx, s, structural.Resource)
	if err != nil {
		errs = append(errs, &structural.Error{
			Path: path.Append(structural.Field("default")), Code: codes.DefaultNotPrunable, Value: s.Default(), Detail: err.Error(),
		})
	}
	v.schema.Structural, v.schema.Values = pruned, pruned
	return errs, nil
}

// withoutUnknownKeywords returns the problems of a schema except unknown keywords. The
// server drops these, and does not serve a schema with any other problem.
func withoutUnknownKeywords(problems structural.Errors) structural.Errors {
	var errs structural.Errors
	for _, p := range problems {
		if p.Kind != field.UnknownField {
			errs = append(errs, p)
		}
	}
	return errs
}

// sharedColumns returns columns, or the equal columns of the version before: most versions
// have the same.
func (d *Definition) sharedColumns(columns []model.Column) []model.Column {
	if n := len(d.versions); n > 0 && !model.IsSame(columns, d.versions[n-1].columns) && slices.Equal(d.versions[n-1].columns, columns) {
		return d.versions[n-1].columns
	}
	return columns
}
