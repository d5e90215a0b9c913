package crdschema

import (
	"path"
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// replacement is the metadata of an update and of the object that it replaces.
type replacement struct {
	meta, old metaedit.Editor
	of        subject // as an object of its resource
	key       string  // in storage
}

// checkUID returns a status if the update has another uid than the stored object, and
// both have one.
//
// Rule: k8s.io/apiserver/pkg/storage, Preconditions.Check.
func (r *replacement) checkUID() *Status {
	given, stored := r.meta.Text("uid"), r.old.Text("uid")
	if given == "" || stored == "" || given == stored {
		return nil
	}
	return r.of.conflict(wire.OtherUID(r.key, given, stored))
}

// checkResourceVersion returns a status if the resource version of the update is not a
// number or not that of the stored object. It returns an error if there is none: the
// server does not validate the update any further.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (r *replacement) checkResourceVersion() (*Status, structural.Errors) {
	given, err := resourceVersion(&r.meta)
	if err != nil {
		return internalError(err.Error()), nil
	}
	if given == 0 {
		return nil, structural.Errors{{
			Path: structural.Path{structural.Field("metadata"), structural.Field("resourceVersion")},
			Kind: structural.Invalid, Code: codes.ResourceVersionRequired, Value: int64(0), Detail: codes.ResourceVersionRequiredDetail,
		}}
	}
	if stored, err := resourceVersion(&r.old); err == nil && stored != 0 && stored != given {
		return r.of.conflict(wire.OtherResourceVersion), nil
	}
	return nil, nil
}

// checkUnversioned returns a status if a new object has a resource version.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.Create.
func checkUnversioned(meta *metaedit.Editor) *Status {
	if version, err := resourceVersion(meta); err != nil || version == 0 {
		return nil
	}
	return internalError(wire.ResourceVersionOnCreate)
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

// checkConflicts rejects an update of another state of the crd than the stored one.
func (w *definitionAdmission) checkConflicts() bool {
	if w.req.Operation == Create {
		return true
	}
	r := replacement{
		meta: metaedit.Edit(w.req.CRD), old: metaedit.Edit(w.req.Old),
	}
	r.of = subject{group: crd.Group, kind: definitionsResource, name: r.meta.Text("name")}
	r.key = path.Join("/registry", crd.Group, definitionsResource, r.of.name)
	w.res.invalid = r.of // of the errors found here
	if w.res.Status = r.checkUID(); w.res.Status == nil {
		w.res.Status, w.res.Errors = r.checkResourceVersion()
	}
	return w.res.Status == nil && len(w.res.Errors) == 0
}

// definitionsResource is the plural name of definitions.
const definitionsResource = "customresourcedefinitions"
