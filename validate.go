package crdschema

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// validate judges the prepared object, in the server's order: type metadata,
// object metadata, values, scale values, metadata of embedded resources, list
// types, rules. An object of another type is not asked for its values. old is nil for a
// new object. The error is that of a cancelled context.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateUpdate.
func (a *admission) validate(ctx context.Context, old map[string]any) error {
	obj := a.res.Object
	var unseen structural.Errors // by what decides whether rules are asked
	wrong := objectmeta.ValidateType(obj, a.definition.group, a.version.name, a.definition.kind)
	a.refuse(wrong)
	switch a.req.Operation {
	case Create:
		if len(wrong) == 0 {
			a.refuse(objectmeta.ValidateCreate(obj, a.definition.scope))
			a.refuse(a.version.validator().Validate(obj))
			a.refuse(a.version.scale.ValidateSpec(obj))
			a.refuse(a.version.scale.ValidateStatus(obj))
		}
		a.refuse(objectmeta.ValidateEmbedded(obj, a.version.schema))
		a.refuse(listtype.Validate(obj, a.version.schema))
	case Update:
		if errs := objectmeta.ValidateUpdate(obj, old, a.definition.scope); len(wrong) > 0 {
			unseen = errs
		} else {
			a.refuse(errs)
			a.tolerate(a.version.validator().ValidateUpdate(obj, old))
			a.refuse(a.version.scale.ValidateSpec(obj))
			a.refuse(a.version.scale.ValidateStatus(obj))
		}
		a.refuse(objectmeta.ValidateEmbedded(obj, a.version.schema))
		a.tolerate(listtype.ValidateUpdate(obj, old, a.version.schema))
	case UpdateStatus:
		if errs := objectmeta.ValidateUpdate(obj, old, a.definition.scope); len(wrong) > 0 {
			unseen = errs
		} else {
			a.refuse(errs)
			a.validateStatus(obj, old)
			a.refuse(a.version.scale.ValidateStatus(obj))
		}
		a.tolerate(listtype.ValidateUpdate(obj, old, a.version.schema))
	}
	if err := a.checkRules(ctx, old, unseen); err != nil {
		return err
	}
	a.finish(old)
	return nil
}

// finish does what a server does with those objects only that are valid so far.
func (a *admission) finish(old map[string]any) {
	if len(a.res.Errors) > 0 {
		return
	}
	switch a.req.Operation {
	case Create:
		a.refuse(objectmeta.ValidateGenerateName(a.res.Object))
		a.warn(objectmeta.FinalizerWarnings(a.res.Object, nil))
	case Update:
		a.warn(objectmeta.FinalizerWarnings(a.res.Object, old))
	}
}

// validateStatus looks at the status and at no other value.
func (a *admission) validateStatus(obj, old map[string]any) {
	status, found := obj["status"]
	if !found {
		return
	}
	if validator, declared := a.version.validator().Property("status"); declared {
		a.tolerate(validator.ValidateUpdate(status, old["status"]))
	}
}

func (a *admission) refuse(errs structural.Errors) {
	a.res.Errors = append(a.res.Errors, errs...)
}

func (a *admission) tolerate(errs, ratcheted structural.Errors) {
	a.res.Errors = append(a.res.Errors, errs...)
	a.res.Ratcheted = append(a.res.Ratcheted, ratcheted...)
}

// warn adds what a server says only to those whose object it keeps.
func (a *admission) warn(texts []string) {
	if len(a.res.Errors) == 0 {
		a.warnings.add(texts...)
	}
}

// checkRules asks the validation rules, if there are any. It says, after all other
// errors, if they are not asked because of errors that may make them meaningless.
// Errors about metadata are unseen by this if the type is wrong.
//
// Rule: the same package, hasBlockingErr.
func (a *admission) checkRules(ctx context.Context, old map[string]any, unseen structural.Errors) error {
	rules := a.version.rules
	gated := slices.ContainsFunc(a.res.Errors, blocks) && !rules.Empty()
	if !gated {
		in := celrules.Input{Object: a.res.Object}
		if old != nil {
			in.Old = old
		}
		if a.claims {
			in.Object = claimed(a.res.Object)
		}
		verdict, err := rules.Validate(ctx, in)
		if err != nil {
			return err
		}
		a.res.Cost = verdict.Cost
		a.tolerate(verdict.Errors, verdict.Ratcheted)
		a.warnings.add(verdict.Ratcheted.Texts()...)
	}
	a.refuse(unseen)
	a.res.Errors.Sort()
	a.res.Ratcheted.Sort()
	if gated {
		a.res.Errors = append(a.res.Errors, &structural.Error{
			Kind:   structural.Invalid,
			Detail: "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
		})
	}
	return nil
}

func blocks(err *structural.Error) bool {
	switch err.Kind {
	case structural.NotSupported, structural.Required, structural.TooLong, structural.TooMany, structural.TypeInvalid:
		return true
	default:
		return false
	}
}
