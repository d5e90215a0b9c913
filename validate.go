package crdschema

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// validate judges the prepared object, in the server's order: type metadata,
// object metadata, values, scale values, metadata of embedded resources, list
// types. An object of another type is not asked for its values. old is nil for a
// new object.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateUpdate.
func (a *admission) validate(old map[string]any) {
	obj := a.res.Object
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
		if len(a.res.Errors) == 0 {
			a.refuse(objectmeta.ValidateGenerateName(obj))
		}
		a.warn(objectmeta.FinalizerWarnings(obj, nil))
	case Update:
		a.refuse(objectmeta.ValidateUpdate(obj, old, a.definition.scope))
		if len(wrong) == 0 {
			a.tolerate(a.version.validator().ValidateUpdate(obj, old))
			a.refuse(a.version.scale.ValidateSpec(obj))
			a.refuse(a.version.scale.ValidateStatus(obj))
		}
		a.refuse(objectmeta.ValidateEmbedded(obj, a.version.schema))
		a.tolerate(listtype.ValidateUpdate(obj, old, a.version.schema))
		a.warn(objectmeta.FinalizerWarnings(obj, old))
	case UpdateStatus:
		a.refuse(objectmeta.ValidateUpdate(obj, old, a.definition.scope))
		if len(wrong) == 0 {
			a.validateStatus(obj, old)
			a.refuse(a.version.scale.ValidateStatus(obj))
		}
		a.tolerate(listtype.ValidateUpdate(obj, old, a.version.schema))
	}
	a.res.Errors.Sort()
	a.res.Ratcheted.Sort()
	a.gateRules()
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

// gateRules says, after all other errors, that validation rules are not looked
// at, if there are any, because of errors that may make them meaningless.
//
// Rule: the same package, hasBlockingErr.
func (a *admission) gateRules() {
	if !slices.ContainsFunc(a.res.Errors, blocks) || a.version.rules.Empty() {
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
