package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// PrepareCreate returns obj, a decoded object of this version, as the server prepares it
// to be created: without a status if there is a status subresource, and with
// generation 1.
//
// What the server does to the metadata of any new object, custom or not, comes before:
// see objectmeta.PrepareCreate.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.PrepareForCreate.
func (v *Version) PrepareCreate(obj map[string]any) map[string]any {
	meta := metaedit.Edit(obj)
	meta.Set("generation", int64(1))
	return meta.Object(v.resetStatus(obj))
}

// resetStatus returns obj without its status if there is a status subresource.
func (v *Version) resetStatus(obj map[string]any) map[string]any {
	if !v.status {
		return obj
	}
	return without(obj, "status")
}

// ValidateCreate validates obj, a new object that [Version.PrepareCreate] has prepared.
// obj must be normalized (structural.Normalize) and have a name. A generateName is
// validated last, if there are no other errors.
//
// The error says that there is no verdict: the context is done, the budget of work is spent
// (structural.ErrTooMuchWork), or the Kubernetes version of the compiler is unknown.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.Validate; k8s.io/apiserver/pkg/registry/rest, ValidateCreate.
func (v *Version) ValidateCreate(ctx context.Context, obj map[string]any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	c := newValidation(v, obj, nil, opts)
	c.validateType()
	if !c.mistyped {
		c.Add(objectmeta.ValidateCreate(ctx, obj, v.definition.scope))
		c.Values(ctx, obj)
		c.validateScale()
	}
	c.Embedded(ctx, obj)
	c.Lists(ctx, obj)
	out, err := c.validateRules(ctx, obj)
	if err == nil && len(out.Errors) == 0 {
		out.Errors = objectmeta.ValidateGenerateName(obj)
	}
	return out, err
}

// prepareCreate sets the object to validate to the decoded one with new system
// metadata, prepared.
func (a *admission) prepareCreate() {
	if !a.tracks() {
		a.prepareManagedFields(&metaedit.Editor{})
	}
	named := metaedit.PrepareCreate(&a.meta, metaedit.SystemFields{
		CreationTimestamp: metaedit.Timestamp(a.req.CreationTimestamp), UID: a.req.UID, NameSuffix: a.req.NameSuffix,
	})
	a.nameless = named && a.req.NameSuffix == ""
	a.res.Validated = a.meta.Object(a.version.resetStatus(a.res.Decoded))
}
