package crdschema

import (
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// prepareCreate sets the object to validate to the decoded one with new system
// metadata, and without its status if there is a status subresource.
func (a *admission) prepareCreate() {
	a.prepareManagedFields(&metaedit.Editor{})
	named := metaedit.PrepareCreate(&a.meta, metaedit.SystemFields{
		CreationTimestamp: timestamp(a.req.CreationTimestamp), UID: a.req.UID, NameSuffix: a.req.NameSuffix,
	})
	a.nameless = named && a.req.NameSuffix == ""
	obj := a.res.Decoded
	if a.version.status {
		obj = without(obj, "status")
	}
	a.res.Validated = a.meta.Object(obj)
}

// validateCreate validates a new object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.Validate.
func (a *admission) validateCreate() {
	obj, v := a.res.Validated, a.version
	if !a.mistyped {
		a.add(objectmeta.ValidateCreate(obj, a.definition.scope))
		a.add(v.validator().Validate(obj))
		a.add(v.scale.ValidateSpec(obj))
		a.add(v.scale.ValidateStatus(obj))
	}
	a.add(objectmeta.ValidateEmbedded(obj, v.schema))
	a.add(listtype.Validate(obj, v.schema))
}
