package options

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/structural/field"
)

// The values of options.
const (
	DryRunAll = "All"
	Ignore    = "Ignore"
	Warn      = "Warn"
	Strict    = "Strict"
)

// Write holds the options of a request to create or update an object.
type Write struct {
	DryRun          []string
	FieldManager    string
	FieldValidation string
}

// Validate returns the errors of w.
//
// Rules: ValidateCreateOptions, ValidateUpdateOptions.
func (w Write) Validate() field.Errors {
	c := checker{errs: managedfields.ValidateName(codes.FieldManager, w.FieldManager).In(pathOf("fieldManager")...)}
	c.dryRun(w.DryRun)
	switch w.FieldValidation {
	case "", Ignore, Warn, Strict:
	default:
		c.report(field.NotSupported, codes.FieldValidation, "fieldValidation", w.FieldValidation, codes.FieldValidationDetail)
	}
	return c.errs
}

// Patch holds the options of a request to patch an object.
type Patch struct {
	Write
	Force *bool
	Apply bool // of an apply patch
}

// Validate returns the errors of p.
//
// Rule: ValidatePatchOptions.
func (p Patch) Validate() field.Errors {
	var c checker
	switch {
	case p.Apply && p.FieldManager == "":
		c.report(field.Required, codes.FieldManager, "fieldManager", field.Omitted, codes.FieldManagerRequiredDetail)
	case !p.Apply && p.Force != nil:
		c.forbid(codes.Force, "force", codes.ForceDetail)
	}
	return append(c.errs, p.Write.Validate()...)
}

// dryRun checks the values of dryRun.
//
// Rule: ValidateDryRun.
func (c *checker) dryRun(values []string) {
	if slices.ContainsFunc(values, func(v string) bool { return v != DryRunAll }) {
		c.report(field.NotSupported, codes.DryRun, "dryRun", values, codes.DryRunDetail)
	}
}
