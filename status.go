package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// PrepareStatus returns old with the status and the managedFields of obj, as the server
// prepares an update of the status, and with the resourceVersion of obj if it has one.
// Both are normalized objects of this version. The managedFields are already those after
// the update; the resourceVersions are equal if both have one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.PrepareForUpdate.
func (v *Version) PrepareStatus(obj, old map[string]any) map[string]any {
	given := metaedit.Edit(obj)
	return prepareStatus(obj, old, given.Get("managedFields"))
}

// prepareStatus returns what PrepareStatus returns, with other managed fields.
func prepareStatus(obj, old map[string]any, managedFields any) map[string]any {
	given, meta := metaedit.Edit(obj), metaedit.Edit(old)
	meta.Set("managedFields", managedFields)
	if version := given.Text("resourceVersion"); version != "" {
		meta.Set("resourceVersion", version)
	}
	return meta.Object(withStatusOf(old, obj))
}

// ValidateStatus validates obj, an update of the status of old that
// [Version.PrepareStatus] has prepared. Of the values only the status is validated, but
// lists and rules are those of the whole object. The error is that of
// [Version.ValidateCreate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.ValidateUpdate; k8s.io/apiserver/pkg/registry/rest, ValidateUpdate.
func (v *Version) ValidateStatus(ctx context.Context, obj, old map[string]any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	c := newValidation(v, obj, old, opts)
	return c.validateStatus(ctx, obj)
}

// validateStatus validates an update of the status, but evaluates the rules for withRules.
func (c *objectValidation) validateStatus(ctx context.Context, withRules map[string]any) (Validation, error) {
	c.Add(objectmeta.ValidateUpdate(ctx, c.object, c.old, c.version.definition.scope))
	c.validateType()
	if !c.mistyped {
		c.validateStatusValue(ctx)
		c.Add(c.version.scale.ValidateStatus(c.object), nil)
	}
	c.Lists(ctx, c.object)
	return c.validateRules(ctx, withRules)
}

// validateStatusValue validates the value of the status only.
func (c *objectValidation) validateStatusValue(ctx context.Context) {
	status, found := c.object["status"]
	if !found {
		return
	}
	if validator, declared := c.version.schema.Validator().Property("status"); declared {
		c.ValuesOf(ctx, validator, status, c.old["status"])
	}
}

// prepareStatus sets the object to validate to the old one with the status of the
// decoded one.
func (a *admission) prepareStatus() {
	old := metaedit.Edit(a.old)
	managedFields := old.Get("managedFields")
	if a.tracks() {
		managedFields = a.meta.Get("managedFields")
	}
	a.res.Validated = prepareStatus(a.res.Decoded, a.old, managedFields)
	a.keepTimes()
}

// validateStatus validates an update of the status. The server has updated the managed
// fields before it evaluates rules, if the manager of a field changes, even of one that
// the update then keeps; the rules only see that they differ.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.GetResetFields.
func (a *admission) validateStatus(ctx context.Context) (Validation, error) {
	obj := a.res.Validated
	if a.tracks() || metaedit.EqualBut(a.res.Decoded, a.old, "metadata", "spec", "status") {
		return a.version.ValidateStatus(ctx, obj, a.old)
	}
	meta := metaedit.Edit(obj)
	meta.Set("managedFields", []any{meta.Get("managedFields")})
	c := newValidation(a.version, obj, a.old, nil)
	return c.validateStatus(ctx, meta.Object(obj))
}
