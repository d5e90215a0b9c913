package crdschema

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// validate judges the prepared object, in the server's order: type metadata,
// and if that is right, object metadata, values, scale values, metadata of
// embedded resources, list types. old is nil for a new object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate.
func (a *admission) validate(old map[string]any) {
	obj := a.res.Object
	a.res.Errors = objectmeta.ValidateType(obj, a.definition.group, a.version.name, a.definition.kind)
	if len(a.res.Errors) > 0 {
		return
	}
	switch a.req.Operation {
	case Create:
		a.validateNew(obj)
	case Update:
		a.validateUpdate(obj, old)
	case UpdateStatus:
		a.validateStatus(obj, old)
	}
	a.res.Errors.Sort()
	a.res.Ratcheted.Sort()
	a.gateRules()
}

func (a *admission) validateNew(obj map[string]any) {
	v := a.version
	a.refuse(objectmeta.ValidateCreate(obj, a.definition.scope))
	a.refuse(v.validator().Validate(obj))
	a.refuse(v.scale.ValidateSpec(obj))
	a.refuse(v.scale.ValidateStatus(obj))
	a.refuse(objectmeta.ValidateEmbedded(obj, v.schema))
	a.refuse(listtype.Validate(obj, v.schema))
	if len(a.res.Errors) == 0 {
		a.refuse(objectmeta.ValidateGenerateName(obj))
	}
	a.warn(objectmeta.FinalizerWarnings(obj, nil))
}

func (a *admission) validateUpdate(obj, old map[string]any) {
	v := a.version
	a.refuse(objectmeta.ValidateUpdate(obj, old, a.definition.scope))
	a.tolerate(v.validator().ValidateUpdate(obj, old))
	a.refuse(v.scale.ValidateSpec(obj))
	a.refuse(v.scale.ValidateStatus(obj))
	a.refuse(objectmeta.ValidateEmbedded(obj, v.schema))
	a.tolerate(listtype.ValidateUpdate(obj, old, v.schema))
	a.warn(objectmeta.FinalizerWarnings(obj, old))
}

// validateStatus leaves all values but those of the status unchecked, though
// not their list types.
func (a *admission) validateStatus(obj, old map[string]any) {
	v := a.version
	a.refuse(objectmeta.ValidateUpdate(obj, old, a.definition.scope))
	if status, found := obj["status"]; found {
		if validator, declared := v.validator().Property("status"); declared {
			a.tolerate(validator.ValidateUpdate(status, old["status"]))
		}
	}
	a.refuse(v.scale.ValidateStatus(obj))
	a.tolerate(listtype.ValidateUpdate(obj, old, v.schema))
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

// gateRules says, after all other errors, that validation rules are not looked at, if there are any,
// because of errors that may make them meaningless.
//
// Rule: the same package, hasBlockingErr.
func (a *admission) gateRules() {
	if !a.version.schema.HoldsRules() || !slices.ContainsFunc(a.res.Errors, blocks) {
		return
	}
	a.res.Errors = append(a.res.Errors, &structural.Error{
		Kind:   structural.Invalid,
		Detail: "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
	})
}

func blocks(err *structural.Error) bool {
	switch err.Kind {
	case structural.NotSupported, structural.Required, structural.TooLong, structural.TooMany, structural.TypeInvalid:
		return true
	default:
		return false
	}
}
