package request

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// CheckResourceVersion rejects an update whose resourceVersion is not a number (500), or is not the
// stored one, if that is known (409). It returns an error if the resourceVersion is missing.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func CheckResourceVersion(of status.Resource, meta, old *metaedit.Editor) (*status.Status, structural.Errors) {
	got, err := Revision(meta)
	switch {
	case err != nil:
		return status.Unexpected(err.Error()), nil
	case got == 0:
		return nil, structural.Errors{{
			Path: structural.Path{structural.Field("metadata"), structural.Field("resourceVersion")},
			Kind: field.Invalid, Code: codes.ResourceVersionRequired, Value: int64(0), Detail: codes.ResourceVersionRequiredDetail,
		}}
	}
	if stored, err := Revision(old); err == nil && stored != 0 && stored != got {
		return of.Modified(), nil
	}
	return nil, nil
}

// CheckRevision rejects an object whose resourceVersion is not a number (500).
//
// Rule: the same as for CheckResourceVersion.
func CheckRevision(meta *metaedit.Editor) *status.Status {
	if _, err := Revision(meta); err != nil {
		return status.Unexpected(err.Error())
	}
	return nil
}

// CheckUnversioned rejects a new object with a resourceVersion (500), unless the request is a dry run.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.Create.
func CheckUnversioned(meta *metaedit.Editor, dryRun bool) *status.Status {
	if version, err := Revision(meta); dryRun || err != nil || version == 0 {
		return nil
	}
	return status.VersionOnCreate()
}

// Revision returns the resourceVersion of an object as a number, or 0 if it is empty.
//
// Rule: k8s.io/apiserver/pkg/storage, APIObjectVersioner.ObjectResourceVersion.
func Revision(meta *metaedit.Editor) (uint64, error) {
	text := meta.Text("resourceVersion")
	if text == "" {
		return 0, nil
	}
	return strconv.ParseUint(text, 10, 64)
}
