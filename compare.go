package crdschema

import (
	"cmp"
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// findOld reads the object that a patch changes. An apply may create the object.
func (a *admission) findOld(ctx context.Context) bool {
	return a.creates || a.normalizeOld() && a.checkExists() && a.readOld(ctx)
}

// normalizeOld checks the stored object of an update. Without one, it needs a name to report.
func (a *admission) normalizeOld() bool {
	if a.req.Old == nil {
		return a.nameMissing()
	}
	old, err := a.definition.normalizeStored(a.req.Old, "old object")
	a.old, a.storedOld = old.object, old
	_, a.storedVersion = groupVersion(a.old)
	return a.fail(err)
}

// nameMissing sets the name of a missing object: from the URL, else from the body.
func (a *admission) nameMissing() bool {
	if a.req.Name = a.requested().Name; a.req.Name == "" {
		return a.fail(errors.New("there is neither an old object nor its name"))
	}
	return true
}

// checkExists rejects an update of an object that is not stored (404).
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (a *admission) checkExists() bool {
	return a.req.Old != nil || a.reject(a.requested().NotFound())
}

// defaultNamespace is the namespace in the URL of kubectl's requests if nobody names one.
const defaultNamespace = "default"

// namespace returns the namespace in the URL: the request's, else the stored object's, else
// for a new object its own or the default one.
func (a *admission) namespace() string {
	old := metaedit.Edit(a.old)
	if out := cmp.Or(a.req.Namespace, old.Text("namespace")); out != "" {
		return out
	}
	if !a.creates || a.req.NoDefaultNamespace || a.definition.scope != objectmeta.Namespaced || a.meta.Text("namespace") != "" {
		return ""
	}
	return defaultNamespace
}

func (a *admission) name() string {
	old := metaedit.Edit(a.old)
	return cmp.Or(a.req.Name, old.Text("name"))
}

func (a *admission) checkNamespace() bool {
	return a.reject(request.CheckNamespace(&a.meta, a.definition.scope, a.namespace()))
}

func (a *admission) checkName() bool {
	return a.reject(request.CheckName(a.meta.Text("name"), a.name()))
}

// deduplicateOwners drops repeated owner references with dedup and warns of them.
func (a *admission) deduplicateOwners(ctx context.Context, dedup deduplication) bool {
	obj, warning, err := dedup(ctx, a.endpoint.decodedOwners())
	if err != nil {
		return a.fail(err)
	}
	if warning != "" {
		meta := metaedit.Edit(obj)
		a.meta.Set("ownerReferences", meta.Get("ownerReferences"))
		a.warnings.Add(metaedit.PathOf("ownerReferences"), warning)
	}
	return true
}

type deduplication func(ctx context.Context, obj map[string]any) (out map[string]any, warning string, err error)

// readOld reads the stored object at the version of the request. A conversion may fail.
func (a *admission) readOld(ctx context.Context) bool {
	old, err := a.definition.read(ctx, a.storedOld, a.version)
	if err != nil {
		return a.refuse(ctx, err, a.unreadable)
	}
	a.old = old
	return true
}

// unreadable returns the Status for a stored object that cannot be read. A dry run reads it
// like a GET.
func (a *admission) unreadable(err error) *Status {
	meta := metaedit.Edit(a.old)
	revision, _ := request.Revision(&meta)
	if a.req.DryRun {
		return StatusOf(&failedError{err, a.definition.key("/", &meta).String(), revision})
	}
	return status.Unexpected(status.NotDecodable(revision, err.Error()))
}

func (a *admission) checkUID() bool {
	old := metaedit.Edit(a.old)
	return a.reject(request.CheckUID(a.definition.key(request.KeyPrefix(a.req.StoragePrefix, a.req.DryRun), &a.meta), &a.meta, &old))
}

// checkState compares an update with the stored resourceVersion. It rejects a new object of a
// definition that is being deleted, and a new applied one whose resourceVersion is not a number.
func (a *admission) checkState() bool {
	switch {
	case !a.creates:
		return a.checkResourceVersion()
	case a.req.applies():
		return a.checkTerminating() && a.reject(request.CheckRevision(&a.meta))
	default:
		return a.checkTerminating()
	}
}

func (a *admission) checkTerminating() bool {
	decoded := metaedit.Edit(a.res.Decoded) // a generated name does not count
	return !a.definition.terminating || a.reject(request.CheckTerminating(a.definition.resource(&decoded)))
}

func (a *admission) checkResourceVersion() bool {
	old := metaedit.Edit(a.old)
	a.res.invalid = a.definition.resource(&a.meta)
	status, errs := request.CheckResourceVersion(a.res.invalid, &a.meta, &old)
	a.res.Errors = errs
	return a.reject(status) && len(errs) == 0
}

// checkType rejects an update of an object without a version. Only a patch can remove it.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, objectMetaAndKind.
func (a *admission) checkType() bool {
	if a.in.typed.Version != "" {
		return true
	}
	return a.reject(status.Internal(gotype.MissingVersion("object has no apiVersion field")))
}
