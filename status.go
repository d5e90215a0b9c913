package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/strategy"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// ValidateStatus validates obj, an update of old's status that registry.PrepareStatus has
// prepared. It validates the value of the status only, but the lists and rules of the whole
// object. The error is the same as of [Version.ValidateCreate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.ValidateUpdate; k8s.io/apiserver/pkg/registry/rest, ValidateUpdate.
func (v *Version) ValidateStatus(ctx context.Context, obj, old map[string]any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	c := newValidation(v, obj, old, opts)
	return c.validateStatus(ctx, obj)
}

// validateStatus validates an update of the status. The rules see withRules.
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

type statusEndpoint struct{ objectEndpoint }

func (e statusEndpoint) served() bool { return e.version.status }

func (e statusEndpoint) subresource() string { return "status" }

func (e statusEndpoint) prepare() bool {
	old := metaedit.Edit(e.old)
	managers := old.Get("managedFields")
	if e.tracks() {
		managers = e.managers
	}
	e.res.Validated = strategy.PrepareStatus(e.res.Decoded, e.old, managers)
	e.keepTimes()
	return true
}

// verdict validates an update of the status. The server updates the managed fields before it
// evaluates rules, even for a field that the update then keeps. The rules only see that they
// differ.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.GetResetFields.
func (e statusEndpoint) verdict(ctx context.Context) (Validation, error) {
	obj := e.res.Validated
	if e.tracks() || metaedit.EqualBut(e.res.Decoded, e.old, "metadata", "spec", "status") {
		return e.version.ValidateStatus(ctx, obj, e.old, e.validation()...)
	}
	meta := metaedit.Edit(obj)
	meta.Set("managedFields", []any{meta.Get("managedFields")})
	c := newValidation(e.version, obj, e.old, e.validation())
	return c.validateStatus(ctx, meta.Object(obj))
}

// warn returns true: the server does not warn of finalizers.
func (e statusEndpoint) warn(context.Context) bool { return true }
