package crdschema

import (
	"context"
	"errors"
	"strconv"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// persist writes the object to storage and reads it back at the version of the request.
//
// Rules: k8s.io/apiserver/pkg/registry/generic/registry, Store.Create and
// Store.Update; k8s.io/apiserver/pkg/storage/etcd3, store.
func (a *admission) persist(ctx context.Context) bool {
	if len(a.res.Errors) > 0 || !a.checkUnversioned() {
		return true
	}
	if a.finalized() {
		a.res.Object, a.res.Gone = a.res.Validated, true
		return true
	}
	written, err := a.writeAndRead(ctx)
	switch {
	case err == nil:
		a.res.Stored, a.res.Object, a.res.Unchanged = written.stored, written.object, written.unchanged
		return true
	case ctx.Err() != nil:
		return a.fail(ctx.Err())
	case lacksConverter(err): // the verdict is that of validation alone
		return true
	default:
		return a.reject(unexpected(err))
	}
}

// writeAndRead writes the object and reads it back at the version of the request.
func (a *admission) writeAndRead(ctx context.Context) (out written, err error) {
	w, obj := a.writing(), a.res.Validated
	if !a.settled() {
		return w.writeAndRead(ctx, obj)
	}
	if !a.keepsNumbers() {
		if obj, err = asStored(obj); err != nil {
			return written{}, err
		}
	}
	object := obj
	if w.definition.conversion.Converter != nil { // which fails if it cannot be called
		object, err = w.definition.conversion.Convert(ctx, obj, w.definition.apiVersion(w.version.name))
	}
	return w.written(object, withoutStorageFields(obj), obj), err
}

func (a *admission) writing() writing {
	return writing{definition: a.definition, version: a.version, old: a.storedOld.object, revision: a.req.Revision, dryRun: a.req.DryRun}
}

func (a *admission) finalized() bool {
	meta, old := metaedit.Edit(a.res.Validated), metaedit.Edit(a.old)
	return request.Finalized(&meta, &old)
}

func (a *admission) checkUnversioned() bool {
	return a.req.Operation != Create || a.reject(request.CheckUnversioned(&a.meta, a.req.DryRun))
}

// settled reports whether writing the object and reading it back cannot change it: both
// versions are the same, and decoding it again drops nothing and sets no default. Applied
// objects, the object of a Scale and a status update with another type were not decoded with
// the schema.
func (a *admission) settled() bool {
	v, meta := a.version, metaedit.Edit(a.res.Validated)
	switch {
	case v != a.definition.storage, a.decoded.Object == nil, meta.Get("selfLink") != nil, a.in.typed != v.typeMeta():
		return false
	case !v.schema.Settled(a.res.Defaulted):
		return false
	case a.creates:
		return !(v.status && v.schema.Structural.Property("status").HasDefault()) && meta.Get("resourceVersion") == nil
	default:
		return a.storedVersion == v.name
	}
}

// keepsNumbers reports whether the object, if it is settled, is what the server reads from its JSON
// text: no part of it has a whole number that is a float64.
func (a *admission) keepsNumbers() bool {
	return a.body.clean && (a.creates || a.storedOld.clean) && a.req.Fields == nil && a.version.schema.SettlesDefaults()
}

// writing writes an object to storage and reads it back at a version.
type writing struct {
	definition *Definition
	version    *Version
	old        map[string]any // in storage, or nil for a new object
	revision   uint64         // of the write, or 0 if it is unknown
	dryRun     bool
}

// written is an object in storage.
type written struct {
	stored    map[string]any
	object    map[string]any // as it is read again
	unchanged bool           // stored equals the old object
}

// writeAndRead writes obj and reads it again.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.GuaranteedUpdate.
func (w writing) writeAndRead(ctx context.Context, obj map[string]any) (written, error) {
	stored, err := w.definition.EncodeStored(ctx, withoutStorageFields(obj))
	if err != nil {
		return written{}, err
	}
	object, err := w.definition.read(ctx, w.definition.known(stored), w.version)
	if err != nil {
		return written{}, w.notReadBack(err)
	}
	return w.written(object, stored, obj), nil
}

// notReadBack returns the error of an object that cannot be read after it has been written.
func (w writing) notReadBack(err error) error {
	if w.revision == 0 || w.dryRun || lacksConverter(err) {
		return err
	}
	return errors.New(status.NotDecodable(w.revision, err.Error()))
}

// written sets the resource version of object, the answer: the revision of the write, or the
// request's if nothing is written or the revision is unknown.
func (w writing) written(object, stored, requested map[string]any) written {
	unchanged := w.unchanged(stored)
	meta, sent := metaedit.Edit(object), metaedit.Edit(requested)
	switch {
	case w.dryRun: // which encodes the object as it is
		meta.Set("resourceVersion", sent.Get("resourceVersion"))
		meta.Set("selfLink", sent.Get("selfLink"))
	case w.revision != 0 && !unchanged:
		meta.Set("resourceVersion", strconv.FormatUint(w.revision, 10))
	case w.old != nil:
		meta.Set("resourceVersion", sent.Get("resourceVersion"))
	}
	return written{stored: stored, object: meta.Object(object), unchanged: unchanged}
}

// unchanged reports whether stored equals the old object in storage.
func (w writing) unchanged(stored map[string]any) bool {
	if w.old == nil || !structural.Equal(metaedit.Metadata(w.old)["generation"], metaedit.Metadata(stored)["generation"]) {
		return false
	}
	return structural.Equal(withoutStorageFields(w.old), stored)
}
