package crdschema

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/strategy"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// ValidateCreate validates obj, a new object that registry.PrepareCreate has prepared. obj
// must be normalized (structural.Normalize) and have a name. A generateName is validated
// last, if there are no other errors.
//
// The error is the context's or the budget's, or says that the Kubernetes version of the
// compiler is unknown.
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

// ValidateUpdate validates obj, an update of old that registry.PrepareUpdate has prepared.
// Both are normalized objects of this version. Errors in unchanged values are tolerated as
// the server tolerates them. obj needs a resourceVersion. The error is the same as of
// [Version.ValidateCreate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateUpdate.
func (v *Version) ValidateUpdate(ctx context.Context, obj, old map[string]any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	c := newValidation(v, obj, old, opts)
	c.Add(objectmeta.ValidateUpdate(ctx, obj, old, v.definition.scope))
	c.validateType()
	if !c.mistyped {
		c.Values(ctx, obj)
		c.validateScale()
	}
	c.Embedded(ctx, obj)
	c.Lists(ctx, obj)
	return c.validateRules(ctx, obj)
}

func (v *Version) strategy() strategy.Strategy { return strategy.Strategy{OwnStatus: v.status} }

type objectEndpoint struct{ *admission }

func (e objectEndpoint) served() bool { return true }

func (e objectEndpoint) subresource() string { return "" }

func (e objectEndpoint) readBody(ctx context.Context) bool { return e.readObject(ctx) }

func (e objectEndpoint) appliedVersion() string { return e.in.typed.Version }

// decode decodes the body. Dropped and defaulted fields are reported even if a later stage
// rejects the request.
func (e objectEndpoint) decode(ctx context.Context) bool {
	if !e.checkTypeMeta(ctx) {
		return false
	}
	body, meta := e.body, metaedit.Edit(e.body.object)
	e.in.name, e.body.object = meta.Text("name"), nil // its memory is needed for the report of what is dropped
	in, err := e.definition.decode(ctx, body)
	if err != nil {
		return e.end(err)
	}
	e.setDecoded(in)
	return true
}

func (e objectEndpoint) setDecoded(in Decoded) {
	e.decoded = in
	e.res.Decoded, e.res.Defaulted = in.Object, in.Defaulted
	e.meta = metaedit.Edit(in.Object)
	e.res.Dropped = slices.Grow(e.res.Dropped, len(in.Unknown))
	for _, problem := range in.Unknown {
		e.res.Dropped = append(e.res.Dropped, problem.Path)
	}
}

func (e objectEndpoint) checkFields() bool {
	switch e.req.FieldValidation {
	case Strict:
		return e.reject(e.decoded.StrictStatus(e.req.Duplicates))
	case Warn:
		if len(e.req.Duplicates) > 0 {
			e.warnings.Add(nil, decode.Document{Strict: e.req.Duplicates}.Warnings()...)
		}
		e.warnings.AddErrors(e.decoded.Unknown)
	}
	return true
}

func (e objectEndpoint) checkVersion() bool {
	return e.reject(request.CheckVersion(e.in.typed.GroupVersion, e.version.typeMeta().GroupVersion))
}

func (e objectEndpoint) readCurrent() bool { return true }

func (e objectEndpoint) currentText(w *work.Tracker) ([]byte, error) {
	return jsontext.Marshal(w, e.old)
}

// decodePatched decodes the patched text as the object of an update.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyPatchToCurrentObject.
func (e objectEndpoint) decodePatched(ctx context.Context) bool {
	in, err := e.readPatched(ctx)
	if err != nil {
		return e.fail(decode.Failure(ctx, err)) && e.rejectPatched(err.Error())
	}
	e.setDecoded(in)
	return true
}

func (e objectEndpoint) setApplied(obj map[string]any) {
	e.res.Decoded = obj
	e.meta = metaedit.Edit(obj)
	e.in.typed = gotype.TypeMetaOf(obj)
}

// assumeVersion sets a resource version if neither the stored object nor the patched one has
// one.
func (e objectEndpoint) assumeVersion() bool {
	old := metaedit.Edit(e.old)
	if e.creates || old.Text("resourceVersion") != "" || e.meta.Text("resourceVersion") != "" {
		return true
	}
	old.Set("resourceVersion", anyResourceVersion)
	e.meta.Set("resourceVersion", anyResourceVersion)
	e.old, e.versionless = old.Object(e.old), true
	return true
}

func (e objectEndpoint) decodedOwners() map[string]any { return e.res.Decoded }

// prepare sets the object to validate to the decoded one, prepared.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, BeforeCreate and BeforeUpdate;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, the strategies'
// PrepareForCreate and PrepareForUpdate.
func (e objectEndpoint) prepare() bool {
	if e.creates {
		e.prepareCreate()
	} else {
		e.prepareUpdate()
	}
	return true
}

func (e objectEndpoint) prepareCreate() {
	e.prepareManagedFields(&metaedit.Editor{})
	named := metaedit.PrepareCreate(&e.meta, metaedit.SystemFields{
		CreationTimestamp: metaedit.Timestamp(e.req.CreationTimestamp), UID: e.req.UID, NameSuffix: e.req.NameSuffix,
	})
	e.nameless = named && e.req.NameSuffix == ""
	e.res.Validated = e.meta.Object(e.version.strategy().ResetStatus(e.res.Decoded))
}

func (e objectEndpoint) prepareUpdate() {
	obj, old := e.version.strategy().KeepStatus(e.res.Decoded, e.old), metaedit.Edit(e.old)
	if e.prepareManagedFields(&old) && e.version.status {
		managedfields.DisownStatus(&e.meta, e.res.Decoded, e.old, e.definition.apiVersion(e.version.name))
	}
	metaedit.PrepareUpdate(&e.meta, &old, !metaedit.EqualBut(obj, e.old, "metadata"))
	e.res.Validated = e.meta.Object(obj)
	e.keepTimes()
}

// prepareManagedFields sets the managed fields: the tracker's, else the request's, else the
// old object's. It reports whether the server can then add the fields that the request
// changes.
func (e objectEndpoint) prepareManagedFields(old *metaedit.Editor) bool {
	if e.tracks() {
		e.meta.Set("managedFields", e.managers)
		return false
	}
	managedfields.Keep(&e.meta, old)
	return e.meta.Get("managedFields") != nil && managedfields.Merge(&e.meta, old, e.definition.declares)
}

func (e objectEndpoint) verdict(ctx context.Context) (Validation, error) {
	if e.creates {
		return e.version.ValidateCreate(ctx, e.res.Validated, e.validation()...)
	}
	return e.version.ValidateUpdate(ctx, e.res.Validated, e.old, e.validation()...)
}

func (e objectEndpoint) warn(ctx context.Context) bool { return e.warnOfFinalizers(ctx) }

func (e objectEndpoint) answer() bool { return true }

func (a *admission) warnOfFinalizers(ctx context.Context) bool {
	if len(a.res.Errors) > 0 {
		return true
	}
	texts, err := objectmeta.FinalizerWarnings(ctx, a.res.Validated, a.old)
	if len(texts) > 0 {
		a.warnings.Add(metaedit.PathOf("finalizers"), texts...)
	}
	return a.fail(err)
}
