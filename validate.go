package crdschema

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// validate validates the prepared object in the server's order: object metadata
// (in updates), type metadata, object metadata (of new objects), values, scale
// values, metadata of embedded resources, list types. The values of an object of
// another type are not validated.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// strategies' Validate and ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateUpdate.
func (a *admission) validate() bool {
	a.res.invalid = subject{group: a.definition.group, kind: a.in.typed.Kind, name: a.meta.Text("name")}
	if a.req.Operation != Create {
		a.add(objectmeta.ValidateUpdate(a.res.Validated, a.old, a.definition.scope))
	}
	if errs := objectmeta.ValidateType(a.res.Validated, a.definition.group, a.version.name, a.definition.names.Kind); len(errs) > 0 {
		a.mistyped, a.harmless = true, len(a.res.Errors)
		a.add(errs)
	}
	switch a.req.Operation {
	case Create:
		a.validateCreate()
	case Update:
		a.validateUpdate()
	case UpdateStatus:
		a.validateStatus()
	}
	return true
}

// validateRules evaluates the validation rules. If other errors prevent that, it
// adds an error that says so. A cancelled context is a failure.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// hasBlockingErr.
func (a *admission) validateRules(ctx context.Context) bool {
	if a.version.rules.Empty() || !slices.ContainsFunc(a.res.Errors[a.harmless:], blocksRules) {
		return a.evaluateRules(ctx)
	}
	a.add(structural.Errors{{Kind: structural.Invalid, Code: codes.RulesNotChecked, Detail: codes.RulesNotCheckedDetail}})
	return true
}

// blocksRules reports whether an error prevents the evaluation of rules.
func blocksRules(err *structural.Error) bool {
	switch err.Kind {
	case structural.NotSupported, structural.Required, structural.TooLong, structural.TooMany, structural.TypeInvalid:
		return true
	default:
		return false
	}
}

func (a *admission) evaluateRules(ctx context.Context) bool {
	in := celrules.Input{Object: a.res.Validated}
	if a.old != nil {
		in.Old = a.old
	}
	if a.managersChanged {
		in.Object = withChangedManagers(a.res.Validated)
	}
	verdict, err := a.version.rules.Validate(ctx, in)
	if err != nil {
		return a.fail(err)
	}
	a.res.Cost = verdict.Cost
	a.addRatcheting(verdict.Errors, verdict.Ratcheted)
	a.warnings.addErrors(verdict.Ratcheted)
	return true
}

// finish validates generateName and warns of finalizers. The server does that only
// for objects without errors.
func (a *admission) finish() bool {
	if len(a.res.Errors) > 0 || a.req.Operation == UpdateStatus {
		return true
	}
	if a.req.Operation == Create {
		a.add(objectmeta.ValidateGenerateName(a.res.Validated))
	}
	if len(a.res.Errors) == 0 {
		if texts := objectmeta.FinalizerWarnings(a.res.Validated, a.old); len(texts) > 0 {
			a.warnings.add(metaedit.PathOf("finalizers"), texts...)
		}
	}
	return true
}

func (a *admission) add(errs structural.Errors) {
	a.res.Errors = append(a.res.Errors, errs...)
}

func (a *admission) addRatcheting(errs, ratcheted structural.Errors) {
	a.res.Errors = append(a.res.Errors, errs...)
	a.res.Ratcheted = append(a.res.Ratcheted, ratcheted...)
}
