package crdschema

import (
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/defaults"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// A Compiler compiles definitions with the same options. What the validation
// rules of definitions have in common is compiled once and kept for as long as
// the compiler or one of the definitions lives: where definitions change without
// end, begin with a new one now and then. It is safe for concurrent use.
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
	c.rules = celrules.NewCompiler(celrules.KubernetesMinor(c.config.minor))
	return c
}

// Compile is short for NewCompiler(opts...).Compile(crd).
func Compile(crd map[string]any, opts ...Option) (*Definition, structural.Errors) {
	return NewCompiler(opts...).Compile(crd)
}

// Compile makes a definition out of a CustomResourceDefinition manifest,
// apiextensions.k8s.io/v1 or v1beta1, as a server does that holds it: it does
// not ask whether a server would accept the manifest today, and unknown fields
// in it are ignored. The manifest is not kept; strings are shared.
//
// The errors say why a server could not serve objects with this manifest; there
// is no definition then. They are located in the manifest.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func (c *Compiler) Compile(crd map[string]any) (*Definition, structural.Errors) {
	if len(c.config.errs) > 0 {
		return nil, c.config.errs
	}
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, structural.Errors{{Kind: structural.Undecodable, Value: structural.Omitted, Detail: err.Error()}}
	}
	fields, _ := normal.(map[string]any)
	m, errs := validate.Read(fields)
	d := newDefinition(c.config, m)
	shared := map[string]*Version{}
	for i := range m.Versions {
		v, bad := c.newVersion(d, &m.Versions[i], shared)
		errs = append(errs, bad...)
		d.add(v, m.Versions[i].Storage)
	}
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	d.warnOfDeprecation(m)
	d.stored, d.terminating = lifecycle.Stored(fields), lifecycle.Ending(fields)
	return d, nil
}

// newVersion compiles one version. Versions by the place of their schema are in
// done: v1beta1 has one schema for all.
func (c *Compiler) newVersion(d *Definition, m *validate.Version, done map[string]*Version) (*Version, structural.Errors) {
	v := &Version{definition: d, name: m.Name, served: m.Served, status: m.StatusSubresource, scale: m.Scale}
	place := m.SchemaPath.String()
	if other := done[place]; other != nil {
		v.schema, v.values, v.rules = other.schema, other.values, other.rules
		return v, nil
	}
	done[place] = v
	errs := v.compile(m)
	v.rules = c.rules.Compile(v.schema)
	return v, errs
}

// compile reads the schema of a version. A definition that still preserves
// unknown fields is served whatever its schema looks like.
func (v *Version) compile(m *validate.Version) structural.Errors {
	s, problems := structural.FromMap(m.Schema, structural.WithNormalizedInput(), structural.WithoutDocumentation())
	errs := blocking(problems).In(m.SchemaPath...)
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
			Path: m.SchemaPath.Append(structural.Field("default")), Value: s.Default(), Detail: err.Error(),
		})
	}
	v.schema, v.values = pruned, pruned
	return errs
}

// blocking are the problems with a schema that keep a server from serving it:
// all but unknown keywords, which it drops.
func blocking(problems structural.Errors) structural.Errors {
	var out structural.Errors
	for _, p := range problems {
		if p.Kind != structural.UnknownField {
			out = append(out, p)
		}
	}
	return out
}
