package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Validation is the verdict on a prepared object: see [Version.ValidateCreate]. The object
// is valid without Errors.
type Validation struct {
	// Errors say why the object is invalid, in the server's order: object metadata (of
	// updates), type metadata, object metadata (of new objects), values, scale values,
	// metadata of embedded resources, list types, rules.
	Errors structural.Errors
	// Ratcheted are the errors that an update tolerates because the value did not change.
	Ratcheted structural.Errors
	// Warnings are the Ratcheted errors of rules. The server sends their texts as
	// warnings, even if there are Errors.
	Warnings structural.Errors
	// Cost is as in [Result].
	Cost int64

	group  string
	object map[string]any
}

// Status returns the Status with which the server rejects the object (422), with the
// Errors as causes, or nil if it is valid.
func (v Validation) Status() *Status {
	meta := metaedit.Edit(v.object)
	return status.Resource{Group: v.group, Kind: gotype.TypeMetaOf(v.object).Kind, Name: meta.Text("name")}.Invalid(v.Errors)
}

// Err returns [Validation.Status] as an error, or nil if the object is valid.
func (v Validation) Err() error { return v.Status().Err() }

// objectValidation validates one object in the server's order.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateCreate and ValidateUpdate.
type objectValidation struct {
	stages.Run
	version     *Version
	object, old map[string]any
	// mistyped reports whether apiVersion or kind differ from the version's. Then the
	// values are not validated.
	mistyped bool
}

func newValidation(v *Version, obj, old map[string]any, opts []ValidationOption) objectValidation {
	var cfg validationConfig
	for _, o := range opts {
		cfg = o.applyValidation(cfg)
	}
	c := objectValidation{version: v, object: obj, old: old}
	if old == nil {
		c.Run = v.schema.Create(cfg.options())
	} else {
		c.Run = v.schema.Update(cfg.options(), old)
	}
	return c
}

// validateType validates apiVersion and kind. The errors of the metadata of a mistyped
// object do not prevent the evaluation of rules.
func (c *objectValidation) validateType() {
	d := c.version.definition
	if errs := objectmeta.ValidateType(c.object, d.group, c.version.name, d.names.Kind); len(errs) > 0 {
		c.mistyped = true
		c.TolerateForRules()
		c.Add(errs, nil)
	}
}

// validateScale validates the values of the scale subresource that any request except an
// update of the status may change, and the values of the status.
func (c *objectValidation) validateScale() {
	c.Add(c.version.scale.ValidateSpec(c.object), nil)
	c.Add(c.version.scale.ValidateStatus(c.object), nil)
}

// validateRules evaluates the validation rules for obj, the object or the part of it that
// rules see, and returns the verdict.
func (c *objectValidation) validateRules(ctx context.Context, obj map[string]any) (Validation, error) {
	verdict, err := c.Rules(ctx, obj)
	if err != nil {
		return Validation{}, err
	}
	return Validation{
		Errors: verdict.Errors, Ratcheted: verdict.Ratcheted, Warnings: verdict.Warnings, Cost: verdict.Cost,
		group: c.version.definition.group, object: c.object,
	}, nil
}
