package request

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

// WriteOptions holds the options of a request to create or update an object.
type WriteOptions struct {
	DryRun          []string
	FieldManager    string
	FieldValidation string
}

// Validate returns the errors of w.
//
// Rules: ValidateCreateOptions, ValidateUpdateOptions.
func (w WriteOptions) Validate() field.Errors {
	c := optionChecker{errs: managedfields.ValidateName(codes.FieldManager, w.FieldManager).In(pathOf("fieldManager")...)}
	c.dryRun(w.DryRun)
	switch w.FieldValidation {
	case "", Ignore, Warn, Strict:
	default:
		c.report(field.NotSupported, codes.FieldValidation, "fieldValidation", w.FieldValidation, codes.FieldValidationDetail)
	}
	return c.errs
}

// PatchOptions holds the options of a request to patch an object.
type PatchOptions struct {
	WriteOptions
	Force *bool
	Apply bool // of an apply patch
}

// Validate returns the errors of p.
//
// Rule: ValidatePatchOptions.
func (p PatchOptions) Validate() field.Errors {
	var c optionChecker
	switch {
	case p.Apply && p.FieldManager == "":
		c.report(field.Required, codes.FieldManager, "fieldManager", field.Omitted, codes.FieldManagerRequiredDetail)
	case !p.Apply && p.Force != nil:
		c.forbid(codes.Force, "force", codes.ForceDetail)
	}
	return append(c.errs, p.WriteOptions.Validate()...)
}

// dryRun checks the values of dryRun.
//
// Rule: ValidateDryRun.
func (c *optionChecker) dryRun(values []string) {
	if slices.ContainsFunc(values, func(v string) bool { return v != DryRunAll }) {
		c.report(field.NotSupported, codes.DryRun, "dryRun", values, codes.DryRunDetail)
	}
}
