package crdschema

import (
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/status"
	"github.com/seed95800270/crdschema/internal/defaults"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

// Compiler compiles definitions with the same options. It compiles equal
// validation rules once and keeps them as long as the compiler or one of its
// definitions is in use: if definitions change all the time, replace the compiler
// from time to time. It is safe for concurrent use.
type Compiler struct {
	config config
	rules  *celrules.Compiler
}

// NewCompiler returns a compiler. It needs no options.
func NewCompiler(opts ...Option) *Compiler {
	c := &Compiler{config: config{minor: kubeversion.Newest}}
	for _, o := range opts {
		o.apply(&c.config)
	}
	c.rules = celrules.NewCompiler(celrules.WithKubernetesVersion(kubeversion.Name(c.config.minor)))
	return c
}

// Compile calls Compile of a new compiler. See [Compiler.Compile].
func Compile(crd map[string]any, opts ...Option) (*Definition, error) {
	return NewCompiler(opts...).Compile(crd)
}

// Compile returns the definition of a CustomResourceDefinition,
// apiextensions.k8s.io/v1 or v1beta1, as the server serves a stored one: Compile
// does not check whether the server would accept the crd today, and ignores
// unknown fields. It does not keep the crd, but shares its strings.
//
// The error says why the server could not serve objects of the crd.
// structural.ErrorsOf returns its parts, which are located in the crd.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func (c *Compiler) Compile(crd map[string]any) (*Definition, error) {
	if c.config.err != nil {
		return nil, c.config.err
	}
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	m, errs := model.Serving(fields)
	d := newDefinition(c.config, m)
	compiled := map[string]*Version{}
	for i := range m.Versions {
		v, invalid := c.newVersion(d, &m.Versions[i], compiled)
		errs = append(errs, invalid...)
		d.add(v, m.Versions[i].Storage)
	}
	if len(errs) > 0 {
		return nil, errs.Sort().Err()
	}
	d.warnOfDeprecation(m)
	d.terminating = status.IsTerminating(fields)
	return d, nil
}

// newVersion compiles one version. The map holds the compiled versions by the
// path of their schema: v1beta1 has one schema for all versions.
func (c *Compiler) newVersion(d *Definition, m *model.Version, compiled map[string]*Version) (*Version, structural.Errors) {
	v := &Version{definition: d, name: m.Name, served: m.Served, status: m.Subresources.HasStatus(), scale: m.ScalePaths()}
	_, at := m.OpenAPIV3Schema()
	path := at.String()
	if other := compiled[path]; other != nil {
		v.schema, v.values, v.rules = other.schema, other.values, other.rules
		return v, nil
	}
	compiled[path] = v
	errs := v.compile(m)
	v.rules = c.rules.Compile(v.schema)
	return v, errs
}

// compile reads the schema of a version. A definition that still preserves
// unknown fields is served with any schema.
func (v *Version) compile(m *model.Version) structural.Errors {
	schema, path := m.OpenAPIV3Schema()
	s, problems := structural.FromMap(schema, structural.WithNormalizedInput(), structural.WithoutDocumentation())
	errs := withoutUnknownKeywords(problems).In(path...)
	if v.definition.preserveUnknown {
		v.values = s
		if len(errs) == 0 {
			v.schema = s
		}
		return nil
	}
	pruned, err := defaults.Prune(s)
	if err != nil {
		errs = append(errs, &structural.Error{
			Path: path.Append(structural.Field("default")), Code: codes.DefaultNotPrunable, Value: s.Default(), Detail: err.Error(),
		})
	}
	v.schema, v.values = pruned, pruned
	return errs
}

// withoutUnknownKeywords returns the problems of a schema except unknown keywords,
// which the server drops. It does not serve a schema with any other problem.
func withoutUnknownKeywords(problems structural.Errors) structural.Errors {
	var errs structural.Errors
	for _, p := range problems {
		if p.Kind != structural.UnknownField {
			errs = append(errs, p)
		}
	}
	return errs
}
