package validate

import (
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/defaults"
	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// schemas checks what the schemas of all versions must be together.
func (c *checker) schemas() {
	s := &c.form.spec
	if s.shared.Schema.get() == nil {
		for i := range s.versions {
			c.missingSchema(&s.versions[i])
		}
	}
	c.structural = !c.tolerance.nonStructural || !s.preserve
	for _, schema := range s.schemas() {
		holdsDefaults := hasDefault(schema.Schema)
		c.structural = c.structural || holdsDefaults || schema.UsesExtensions()
		if holdsDefaults && s.preserve && !c.preserveReported {
			c.preserveReported = true
			c.invalid(s.at.field("preserveUnknownFields"), true, "must be false in order to use defaults in the schema")
		}
	}
}

// hasDefault tells whether there is a default anywhere, in a branch for one.
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

func (c *checker) missingSchema(v *versionForm) {
	if v.Schema.get() != nil {
		return
	}
	at := v.at.field("schema").field("openAPIV3Schema")
	switch {
	case !c.tolerance.noSchema:
		c.required(at, "")
	case v.Served && !c.form.spec.preserve:
		c.required(at, "because otherwise all fields are pruned")
	}
}

// container checks the schema of a version, or that of all versions.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func (c *checker) container(s *sharedForm, version string, status bool) {
	schema := s.Schema.get()
	if schema == nil {
		return
	}
	if s == &c.form.spec.shared {
		version = c.form.spec.version
	}
	c.put(s.schema.field("openAPIV3Schema"), c.schema(schema, c.tolerance.unchanged[version], status))
}

// schema checks one schema. The errors are located in it.
func (c *checker) schema(s *schemaForm, unchanged, status bool) (errs structural.Errors) {
	if status {
		errs = append(errs, statusRoot(s)...)
	}
	if s.Nullable() {
		errs = append(errs, &structural.Error{Path: structural.Path{structural.Field("nullable")}, Kind: structural.Forbidden,
			Value: structural.Omitted, Detail: "nullable cannot be true at the root"})
	}
	sound := c.structural && len(s.unconvertible) == 0
	if sound {
		wrong := structural.Check(s.Schema)
		if len(wrong) == 0 {
			wrong = c.defaults(s.Schema)
			s.coerced = true
		}
		sound = len(wrong) == 0
		errs = append(errs, wrong...)
	}
	options := append([]structural.CheckOption{structural.WithSchemaCheck(celrules.CheckFields)}, c.tolerance.keywords...)
	keywords := structural.CheckKeywords(s.Schema, options...)
	errs = append(errs, keywords...)
	if sound && s.Holds(facts.Rules) {
		errs = append(errs, c.rules(s.Schema, keywords, unchanged)...)
	}
	if c.structural && len(errs) == 0 && len(s.unconvertible) > 0 {
		errs = structural.Errors{{Kind: structural.Invalid, Value: "", Detail: s.unconvertible[0].Detail}}
	}
	return errs
}

// statusRoot is structural.CheckStatusRoot with the schema as errors show it.
func statusRoot(s *schemaForm) structural.Errors {
	errs := structural.CheckStatusRoot(s.Schema)
	for _, e := range errs {
		if len(e.Path) == 0 {
			e.Value = s
		}
	}
	return errs
}

// rules checks the expressions of a schema.
func (c *checker) rules(s *structural.Schema, beside structural.Errors, unchanged bool) structural.Errors {
	options := append([]celrules.CheckOption{celrules.WithKeywordErrors(beside)}, c.tolerance.rules...)
	if unchanged {
		options = append(options, celrules.WithUnchangedSchema())
	}
	return c.Rules.Check(s, options...)
}

// defaults checks the defaults of a schema.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// ValidateDefaults.
func (c *checker) defaults(s *structural.Schema) structural.Errors {
	if !s.Holds(facts.Defaults) {
		return nil
	}
	values := defaultValues{checker: c, root: s, budget: celrules.ObjectBudget}
	return defaults.Check(s, nil, defaults.Checks{
		Metadata: objectmeta.ValidateValue,
		Resource: objectmeta.ValidateResource,
		Value:    values.check,
		Done:     func() bool { return values.budget < 0 },
		Unpruned: c.tolerance.unpruned,
	})
}
