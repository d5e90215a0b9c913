package crdschema

import (
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// prepareStatus sets the object to validate to the old one with the status of the
// decoded one.
func (a *admission) prepareStatus() {
	a.res.Validated = withStatusOf(a.old, a.res.Decoded)
	a.managersChanged = !equalBut(a.res.Decoded, a.old, "metadata", "spec", "status")
}

// withChangedManagers returns obj with different managed fields. The server updates
// them before it evaluates rules, if the manager of a field changes; rules only
// see that they differ.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.GetResetFields.
func withChangedManagers(obj map[string]any) map[string]any {
	meta := metaedit.Edit(obj)
	meta.Set("managedFields", []any{meta.Get("managedFields")})
	return meta.Object(obj)
}

// validateStatus validates an object that differs from the old one in its status
// only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.ValidateUpdate.
func (a *admission) validateStatus() {
	obj, v := a.res.Validated, a.version
	if !a.mistyped {
		a.validateStatusValue()
		a.add(v.scale.ValidateStatus(obj))
	}
	a.addRatcheting(listtype.ValidateUpdate(obj, a.old, v.schema))
}

// validateStatusValue validates the value of the status only.
func (a *admission) validateStatusValue() {
	status, found := a.res.Validated["status"]
	if !found {
		return
	}
	if validator, declared := a.version.validator().Property("status"); declared {
		a.addRatcheting(validator.ValidateUpdate(status, a.old["status"]))
	}
}
