package crdschema

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/structural/validation"
)

// Validation is the verdict on a prepared object: see [Version.ValidateCreate]. The
// object is valid if there are no Errors.
type Validation struct {
	// Errors say why the object is invalid, in the server's order: object metadata (of
	// updates), type metadata, object metadata (of new objects), values, scale values,
	// metadata of embedded resources, list types, rules.
	Errors structural.Errors
	// Ratcheted are the errors that an update tolerates because the value did not
	// change.
	Ratcheted structural.Errors
	// Warnings are the Ratcheted errors of rules. The server sends their texts as
	// warnings, even if there are Errors.
	Warnings structural.Errors
	// Cost is the actual cost of the validation rules in cost units. It is 0 if there are
	// no rules or if other errors prevented their evaluation.
	Cost int64

	group  string
	object map[string]any
}

// Rejection returns the Status with which the server rejects the object (422), with the
// Errors as causes, or nil if it is valid. See [Result.Rejection].
func (v *Validation) Rejection() *Status {
	meta := metaedit.Edit(v.object)
	return status.Resource{Group: v.group, Kind: wire.TypeMetaOf(v.object).Kind, Name: meta.Text("name")}.Invalid(v.Errors)
}

// objectValidation validates one object in the server's order.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateCreate and ValidateUpdate.
type objectValidation struct {
	validationConfig
	Validation
	version *Version
	old     map[string]any
	// mistyped reports whether apiVersion or kind differ from those of the version: then
	// the values are not validated. harmless is the number of errors of the metadata of
	// such an object, which do not prevent the evaluation of rules. They are the first
	// errors.
	mistyped bool
	harmless int
	failure  error // why there is no verdict
}

func newValidation(v *Version, obj, old map[string]any, opts []ValidationOption) objectValidation {
	c := objectValidation{version: v, old: old}
	c.group, c.object = v.definition.group, obj
	for _, o := range opts {
		c.validationConfig = o.applyValidation(c.validationConfig)
	}
	return c
}

// validateType validates apiVersion and kind.
func (c *objectValidation) validateType() {
	d := c.version.definition
	if errs := objectmeta.ValidateType(c.object, d.group, c.version.name, d.names.Kind); len(errs) > 0 {
		c.mistyped, c.harmless = true, len(c.Errors)
		c.add(errs)
	}
}

// validateValue validates a value that replaces old with the schema of the value.
func (c *objectValidation) validateValue(ctx context.Context, validator *validation.Validator, v, old any) {
	if c.strict || c.old == nil {
		errs, err := validator.Validate(ctx, v)
		c.fail(err)
		c.add(errs)
		return
	}
	errs, ratcheted, err := validator.ValidateUpdate(ctx, v, old)
	c.fail(err)
	c.addRatcheting(errs, ratcheted)
}

// fail keeps the first error, unless err is nil. With one the object has no verdict.
func (c *objectValidation) fail(err error) {
	if c.failure == nil {
		c.failure = err
	}
}

// validateScale validates the values of the scale subresource that any request but an
// update of the status may change, and those of the status.
func (c *objectValidation) validateScale() {
	c.add(c.version.scale.ValidateSpec(c.object))
	c.add(c.version.scale.ValidateStatus(c.object))
}

// validateLists validates sets and keyed lists.
func (c *objectValidation) validateLists(ctx context.Context) {
	if c.old == nil {
		errs, err := listtype.Validate(ctx, c.object, c.version.schema)
		c.fail(err)
		c.add(errs)
		return
	}
	errs, ratcheted, err := listtype.ValidateUpdate(ctx, c.object, c.old, c.version.schema)
	c.fail(err)
	c.addRatcheting(errs, ratcheted)
}

// validateRules evaluates the validation rules for the object, unless there is no verdict.
// If other errors prevent that, it adds an error that says so.
func (c *objectValidation) validateRules(ctx context.Context, obj map[string]any) (Validation, error) {
	if c.failure != nil {
		return Validation{}, c.failure
	}
	if c.version.rules.Empty() || !slices.ContainsFunc(c.Errors[c.harmless:], field.BlocksRules) {
		return c.evaluateRules(ctx, obj)
	}
	c.add(structural.Errors{{Kind: structural.Invalid, Code: codes.RulesNotChecked, Detail: codes.RulesNotCheckedDetail}})
	return c.Validation, nil
}

func (c *objectValidation) evaluateRules(ctx context.Context, obj map[string]any) (Validation, error) {
	in := celrules.Input{Object: obj, Budget: c.budget}
	if c.old != nil {
		in.Old = c.old
	}
	if c.strict {
		in.Tolerance = celrules.Strict
	}
	verdict, err := c.version.rules.Validate(ctx, in)
	if err != nil {
		return Validation{}, err
	}
	c.Cost, c.Warnings = verdict.Cost, verdict.Ratcheted
	c.addRatcheting(verdict.Errors, verdict.Ratcheted)
	return c.Validation, nil
}

func (c *objectValidation) add(errs structural.Errors) {
	c.Errors = append(c.Errors, errs...)
}

// addMetadata adds the errors of metadata, or keeps why there is no verdict.
func (c *objectValidation) addMetadata(errs structural.Errors, err error) {
	c.fail(err)
	c.add(errs)
}

func (c *objectValidation) addRatcheting(errs, ratcheted structural.Errors) {
	c.Errors = append(c.Errors, errs...)
	c.Ratcheted = append(c.Ratcheted, ratcheted...)
}
