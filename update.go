package crdschema

import (
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// prepareUpdate sets the object to validate to the decoded one with the system
// metadata of the old object, the next generation if anything but metadata
// changes, and the old status if there is a status subresource.
func (a *admission) prepareUpdate() {
	obj, old := a.res.Decoded, metaedit.Edit(a.old)
	if a.version.status {
		obj = withStatusOf(obj, a.old)
	}
	if a.prepareManagedFields(&old) && a.version.status {
		metaedit.DisownStatus(&a.meta, a.res.Decoded, a.old, a.definition.apiVersion(a.version.name))
	}
	metaedit.PrepareUpdate(&a.meta, &old, !equalBut(obj, a.old, "metadata"))
	a.res.Validated = a.meta.Object(obj)
}

// validateUpdate validates an object that replaces another one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate.
func (a *admission) validateUpdate() {
	obj, v := a.res.Validated, a.version
	if !a.mistyped {
		a.addRatcheting(v.validator().ValidateUpdate(obj, a.old))
		a.add(v.scale.ValidateSpec(obj))
		a.add(v.scale.ValidateStatus(obj))
	}
	a.add(objectmeta.ValidateEmbedded(obj, v.schema))
	a.addRatcheting(listtype.ValidateUpdate(obj, a.old, v.schema))
}
