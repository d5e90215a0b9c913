package validate

import (
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// checkSchemas decides whether schemas must be structural.
func (c *checker) checkSchemas() {
	s := &c.form.spec
	if s.shared.Schema.get() == nil {
		for i := range s.versions {
			if !c.step(1) {
				return
			}
			c.checkMissingSchema(i)
		}
	}
	c.structural = !c.tolerance.nonStructural || !s.preserve
	for _, schema := range s.allSchemas() {
		holdsDefaults := hasDefault(schema.Schema)
		c.structural = c.structural || holdsDefaults || schema.UsesExtensions()
		if holdsDefaults && s.preserve && !c.preserveReported {
			c.preserveReported = true
			c.invalid(s.at.field("preserveUnknownFields"), codes.PreserveUnknownFieldsDefault, true, codes.PreserveUnknownFieldsDefaultDetail)
		}
	}
}

// hasDefault reports whether s has a default, also in the branches of junctors, unlike
// facts.Defaults.
func hasDefault(s *structural.Schema) bool {
	if s.Holds(facts.Defaults) {
		return true
	}
	for inner := range s.Schemas() {
		if inner.HasDefault() {
			return true
		}
	}
	return false
}

func (c *checker) checkMissingSchema(i int) {
	s := &c.form.spec
	tolerated := c.tolerance.noSchema && (!s.versions[i].Served || s.preserve)
	if s.schema(i).get() != nil || tolerated || c.omits() {
		return
	}
	detail := ""
	if c.tolerance.noSchema {
		detail = codes.SchemaPrunesDetail
	}
	c.required(s.versionAt(i).field("schema").field("openAPIV3Schema"), codes.SchemaRequired, detail)
}

// checkSchema checks the schema of a version, or of all. status reports whether the status
// subresource is enabled.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func (c *checker) checkSchema(ctx context.Context, p partsForm, version string, status bool) {
	schema := p.Schema.get()
	if schema == nil || c.stopped(ctx) {
		return
	}
	if p.of == ofSpec {
		version = c.form.spec.version
	}
	at := c.form.spec.part(p, schemaPart).field("openAPIV3Schema")
	c.addBelow(at, c.schemaErrors(ctx, schema, c.tolerance.unchanged[version], status))
	c.work.SetStage(checking)
	var spent *budget.Error
	if errors.As(c.failure, &spent) && len(spent.Path) > 0 {
		spent.Path = at.path.Append(spent.Path...)
	}
}

func (c *checker) schemaErrors(ctx context.Context, s *schemaForm, unchanged, status bool) (errs structural.Errors) {
	if status {
		errs = append(errs, statusRootErrors(s)...)
	}
	if s.Nullable() {
		errs = append(errs, &structural.Error{Path: structural.Path{structural.Field("nullable")}, Kind: field.Forbidden,
			Code: codes.NullableRoot, Value: field.Omitted, Detail: codes.NullableRootDetail})
	}
	strictness := schemacheck.AnySchema
	if c.structural && len(s.unconvertible) == 0 {
		strictness = schemacheck.Structural
	}
	checked, err := c.schemaChecker(unchanged).Check(ctx, s.Schema, strictness)
	if err != nil {
		c.failure = err
	}
	s.coerced = s.coerced || checked.DefaultsChecked
	errs = append(errs, checked.Errors...)
	if c.structural && len(errs) == 0 && len(s.unconvertible) > 0 {
		first := s.unconvertible[0]
		errs = structural.Errors{{Kind: field.Invalid, Code: first.Code, Value: "", Detail: first.Detail}}
	}
	return errs
}

// statusRootErrors shows the schema as errors print it.
func statusRootErrors(s *schemaForm) structural.Errors {
	errs := structural.CheckStatusRoot(s.Schema)
	for _, e := range errs {
		if len(e.Path) == 0 {
			e.Value = s
		}
	}
	return errs
}

func (c *checker) schemaChecker(unchanged bool) *schemacheck.Checker {
	rules := c.tolerance.rules
	if unchanged {
		rules = append(slices.Clip(rules), celrules.WithUnchangedSchema())
	}
	return &schemacheck.Checker{
		Rules: c.Rules, FormatsMinor: c.FormatsMinor, Unpruned: c.tolerance.unpruned,
		KeywordOptions: c.tolerance.keywords, RuleOptions: rules,
	}
}
