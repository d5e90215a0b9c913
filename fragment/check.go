package fragment

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Checked is the verdict on a schema.
type Checked struct {
	// Errors are the reasons to reject the schema.
	Errors structural.Errors
	// Unknown are the errors of unknown keywords. The server drops them, unless the request
	// demands strict field validation.
	Unknown structural.Errors
}

// Check calls [Compiler.Check] of a new compiler.
func Check(ctx context.Context, schema map[string]any, opts ...Option) (Checked, error) {
	c := with(defaultConfig, opts)
	return newCompiler(c).check(ctx, schema, c)
}

// Check returns the verdict on an OpenAPI v3 schema, as a server checks the schema of a
// property of a new CRD: the package documentation has the order. It fails if schema is not a
// JSON value, if an option is wrong, or if the context is done.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func (c *Compiler) Check(ctx context.Context, schema map[string]any, opts ...CheckOption) (Checked, error) {
	return c.check(ctx, schema, with(c.config, opts))
}

func (c *Compiler) check(ctx context.Context, schema map[string]any, cfg config) (Checked, error) {
	ctx, _ = work.Share(ctx)
	normal, err := structural.Normalize(schema)
	if err = cmp.Or(cfg.err, ctx.Err(), err); err != nil {
		return Checked{}, err
	}
	fields, _ := normal.(map[string]any)
	s, problems, err := structural.FromMap(ctx, fields, structural.WithNormalizedInput())
	if err != nil {
		return Checked{}, err
	}
	p := sorted(problems)
	if len(p.undecodable) > 0 {
		return Checked{Errors: stages.Located(p.undecodable, cfg.path)}, nil
	}
	checker, err := c.checker(ctx, s, cfg)
	if err != nil {
		return Checked{}, err
	}
	errs, err := checker.errors(ctx, s, p.unconvertible)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return Checked{}, err
	}
	return Checked{Errors: stages.Located(errs, cfg.path), Unknown: stages.Located(p.unknown, cfg.path)}, nil
}

type problems struct{ undecodable, unconvertible, unknown structural.Errors }

func sorted(errs structural.Errors) (p problems) {
	for _, e := range errs {
		switch e.Kind {
		case field.Undecodable:
			p.undecodable = append(p.undecodable, e)
		case field.UnknownField:
			p.unknown = append(p.unknown, e)
		default:
			p.unconvertible = append(p.unconvertible, e)
		}
	}
	return p
}

type checker struct{ schemacheck.Checker }

func (c *Compiler) checker(ctx context.Context, s *structural.Schema, cfg config) (*checker, error) {
	out := &checker{schemacheck.Checker{
		Rules: c.rules, FormatsMinor: cfg.minor - 1, Root: structural.Property, Budget: cfg.budget, CallLimit: cfg.callLimit,
		RuleOptions: []celrules.CheckOption{celrules.WithExpressionLimit(cfg.expressionLimit), celrules.WithSchemaLimit(cfg.schemaLimit)},
	}}
	if cfg.old == nil {
		return out, nil
	}
	normal, err := structural.Normalize(cfg.old)
	if err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	old, problems, err := structural.FromMap(ctx, fields, structural.WithNormalizedInput())
	if err != nil {
		return nil, err
	}
	errs, err := structural.Check(ctx, old, structural.Property)
	if err != nil {
		return nil, err
	}
	problems = slices.DeleteFunc(problems, isUnknownField)
	return out, out.tolerate(ctx, s, old, len(problems) == 0 && len(errs) == 0)
}

func (c *checker) tolerate(ctx context.Context, s, old *structural.Schema, isStructural bool) error {
	c.KeywordOptions = append(c.KeywordOptions, structural.WithOldSchemas(old))
	c.RuleOptions = append(c.RuleOptions, celrules.WithOldSchemas(old))
	if structural.SemanticEqual(s, old) {
		c.RuleOptions = append(c.RuleOptions, celrules.WithUnchangedSchema())
	}
	if !isStructural {
		return nil
	}
	pruned, err := schemacheck.PruneDefaults(ctx, old, structural.Property)
	if err == nil && pruned != old {
		c.Unpruned = schemacheck.Tolerated
	}
	return ctx.Err()
}

// errors reports an unconvertible keyword only if there are no other errors, as the server
// does.
func (c *checker) errors(ctx context.Context, s *structural.Schema, unconvertible structural.Errors) (structural.Errors, error) {
	strictness := schemacheck.Structural
	if len(unconvertible) > 0 {
		strictness = schemacheck.AnySchema
	}
	out, err := c.Check(ctx, s, strictness)
	if len(out.Errors) == 0 && len(unconvertible) > 0 {
		first := unconvertible[0]
		out.Errors = structural.Errors{{Kind: field.Invalid, Code: first.Code, Value: "", Detail: first.Detail}}
	}
	return out.Errors, err
}
