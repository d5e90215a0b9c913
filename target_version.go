package crdschema

import (
	"cmp"
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// CheckTerminating rejects a new object if the definition is being deleted (403).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, forbidCreateAdmission.
func (t Target) CheckTerminating(obj map[string]any) *Status {
	d := t.Version.definition
	if !d.terminating {
		return nil
	}
	meta := metaedit.Edit(obj)
	return d.resource(&meta).Forbidden("create not allowed while custom resource definition is terminating")
}

// CheckResourceVersion rejects an update whose resourceVersion is missing (422), not a
// number (500), or not that of the stored object, if that has one (409). An update of the
// status needs one, too.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (t Target) CheckResourceVersion(obj, old map[string]any) *Status {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	of := t.Version.definition.resource(&meta)
	status, errs := checkResourceVersion(of, &meta, &stored)
	return cmp.Or(status, of.Invalid(errs))
}

// checkResourceVersion returns a status, or an error if there is no resource version.
func checkResourceVersion(of status.Resource, meta, old *metaedit.Editor) (*Status, structural.Errors) {
	given, err := resourceVersion(meta)
	if err != nil {
		return status.Unexpected(err.Error()), nil
	}
	if given == 0 {
		return nil, structural.Errors{{
			Path: structural.Path{structural.Field("metadata"), structural.Field("resourceVersion")},
			Kind: structural.Invalid, Code: codes.ResourceVersionRequired, Value: int64(0), Detail: codes.ResourceVersionRequiredDetail,
		}}
	}
	if stored, err := resourceVersion(old); err == nil && stored != 0 && stored != given {
		return of.Modified(), nil
	}
	return nil, nil
}

// CheckUnversioned rejects a new object with a resourceVersion (500). The server checks it
// after validation, and not in a dry run.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.Create.
func (t Target) CheckUnversioned(obj map[string]any) *Status {
	meta := metaedit.Edit(obj)
	return checkUnversioned(&meta, t.DryRun)
}

func checkUnversioned(meta *metaedit.Editor, dryRun bool) *Status {
	if version, err := resourceVersion(meta); dryRun || err != nil || version == 0 {
		return nil
	}
	return status.VersionOnCreate()
}

// resourceVersion returns the resource version of an object, or 0 if it has none.
//
// Rule: k8s.io/apiserver/pkg/storage, APIObjectVersioner.ObjectResourceVersion.
func resourceVersion(meta *metaedit.Editor) (uint64, error) {
	text := meta.Text("resourceVersion")
	if text == "" {
		return 0, nil
	}
	return strconv.ParseUint(text, 10, 64)
}

// Finalized reports whether an update removes the object: old, the stored object, is being
// deleted, and obj, the valid update, has no finalizers. The server then stores nothing and
// answers with obj.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, ShouldDeleteDuringUpdate.
func Finalized(obj, old map[string]any) bool {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	finalizers, _ := meta.Get("finalizers").([]any)
	grace, _ := stored.Get("deletionGracePeriodSeconds").(int64)
	return len(finalizers) == 0 && stored.Get("deletionTimestamp") != nil && grace == 0
}
