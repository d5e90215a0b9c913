package crdschema

import (
	"context"
	"errors"
	"strconv"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// AtRevision returns an object as the server reads it from storage: with the revision of
// its last write as the resourceVersion. stored is a [Result.Stored] or [DeleteResult.Stored].
// The result shares all but the metadata with it.
//
// Rule: k8s.io/apiserver/pkg/storage, APIObjectVersioner.UpdateObject.
func AtRevision(stored map[string]any, revision uint64) map[string]any {
	meta := metaedit.Edit(stored)
	meta.Set("resourceVersion", strconv.FormatUint(revision, 10))
	return meta.Object(stored)
}

// writing writes an object to storage and reads it back at a version.
type writing struct {
	definition *Definition
	version    *Version
	old        map[string]any // in storage, or nil for a new object
	revision   uint64         // of the write, or 0 if it is unknown
	dryRun     bool
}

// writeAndRead returns obj as it is stored, and as it is read again.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.GuaranteedUpdate.
func (w writing) writeAndRead(ctx context.Context, obj map[string]any) (stored, object map[string]any, err error) {
	if stored, err = w.definition.EncodeStored(ctx, withoutStorageFields(obj)); err != nil {
		return nil, nil, err
	}
	if object, err = w.definition.read(ctx, stored, w.version); err != nil {
		return nil, nil, w.notReadBack(err)
	}
	return stored, w.versioned(object, stored, obj), nil
}

// notReadBack returns the error of an object that cannot be read back. It has been written
// under the revision.
func (w writing) notReadBack(err error) error {
	var missing noConverterError
	if w.revision == 0 || w.dryRun || errors.As(err, &missing) {
		return err
	}
	return errors.New(status.NotDecodable(w.revision, err.Error()))
}

// versioned returns object, that of the answer, with its resource version: the revision of
// the write, or that of the request if nothing is written or the revision is unknown.
func (w writing) versioned(object, stored, requested map[string]any) map[string]any {
	meta, request := metaedit.Edit(object), metaedit.Edit(requested)
	switch {
	case w.dryRun: // which encodes the object as it is
		meta.Set("resourceVersion", request.Get("resourceVersion"))
		meta.Set("selfLink", request.Get("selfLink"))
	case w.revision != 0 && !w.unchanged(stored):
		meta.Set("resourceVersion", strconv.FormatUint(w.revision, 10))
	case w.old != nil:
		meta.Set("resourceVersion", request.Get("resourceVersion"))
	}
	return meta.Object(object)
}

// unchanged reports whether an object is stored as it was.
func (w writing) unchanged(stored map[string]any) bool {
	return w.old != nil && structural.Equal(withoutStorageFields(w.old), stored)
}
