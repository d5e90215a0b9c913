package registry

import (
	"cmp"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/status"
)

// CheckTerminating rejects a new object if the definition is being deleted (403).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, forbidCreateAdmission.
func (t Target) CheckTerminating(obj map[string]any) *status.Status {
	if !t.Version.Definition().Terminating() {
		return nil
	}
	meta := metaedit.Edit(obj)
	return request.CheckTerminating(t.resource(&meta))
}

// CheckResourceVersion rejects an update whose resourceVersion is missing (422), not a
// number (500), or differs from the stored object's, if that has one (409). An update of
// the status needs one, too.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (t Target) CheckResourceVersion(obj, old map[string]any) *status.Status {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	of := t.resource(&meta)
	rejected, errs := request.CheckResourceVersion(of, &meta, &stored)
	return cmp.Or(rejected, of.Invalid(errs))
}

// CheckUnversioned rejects a new object with a resourceVersion (500). The server checks it
// after validation, and not in a dry run.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.Create.
func (t Target) CheckUnversioned(obj map[string]any) *status.Status {
	meta := metaedit.Edit(obj)
	return request.CheckUnversioned(&meta, t.DryRun)
}

// Finalized reports whether an update removes the object: old, the stored object, is being
// deleted, and obj, the valid update, does not have finalizers. The server then stores
// nothing and answers with obj.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, ShouldDeleteDuringUpdate.
func Finalized(obj, old map[string]any) bool {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	return request.Finalized(&meta, &stored)
}
