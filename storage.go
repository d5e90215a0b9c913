package crdschema

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Read returns an object from storage at a served version, or at the storage version if
// version is empty. The object is pruned and defaulted with the schema of its stored
// version, converted, and pruned, but not defaulted, with the schema of the requested
// version. Malformed metadata from old servers is dropped.
//
// The error is a *[Status] if the version is not served, else the server's error for an
// object that it cannot read: the definition does not have its version any more, or the
// conversion failed. [StatusOf] returns the Status of either, and nil if the server has no
// answer: the error is the context's or the budget's, stored is not a JSON value (see
// structural.Normalize), or there is no converter.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdConversionRESTOptionsGetter.
func (d *Definition) Read(ctx context.Context, stored map[string]any, version string) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	target, err := d.readable(version)
	if err != nil {
		return nil, err
	}
	obj, err := d.normalizeStored(stored, "stored object")
	if err != nil {
		return nil, err
	}
	read, err := d.read(ctx, obj, target)
	if err != nil {
		meta := metaedit.Edit(obj.object)
		revision, _ := request.Revision(&meta)
		return nil, serverError(ctx, &failedError{err, d.key("/", &meta).String(), revision})
	}
	return read, nil
}

// serverError returns failed, or its cause if the error is not the server's.
func serverError(ctx context.Context, failed *failedError) error {
	if !ofServer(ctx, failed.error) {
		return failed.error
	}
	return failed
}

// DecodeStored returns an object from storage at this version, served or not, as
// [Definition.Read] does. stored must be normalized (structural.NormalizeStored).
//
// The error is the bare cause that Read wraps: a *structural.Error if stored cannot be
// decoded, the error of the conversion, the context or the budget.
//
// Rule: the same as for [Definition.Read].
func (v *Version) DecodeStored(ctx context.Context, stored map[string]any) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	return v.definition.read(ctx, v.definition.known(stored), v)
}

func (d *Definition) read(ctx context.Context, stored normal, target *Version) (map[string]any, error) {
	obj, defaulted, err := d.decodeStored(ctx, stored)
	if err != nil {
		return nil, err
	}
	if target.settled(obj, defaulted) {
		return d.conversion.Convert(ctx, obj, d.apiVersion(target.name))
	}
	return d.convert(ctx, obj, target)
}

// settled reports whether coercing obj, which is decoded as a stored object, cannot change it and
// finds no error: in embedded resources, metadata that is not an object is an error for requests
// only.
func (v *Version) settled(obj map[string]any, defaulted []structural.Path) bool {
	version, owned := v.definition.owns(obj)
	return owned && version == v.name && !v.schema.Structural.Holds(facts.EmbeddedResources) && v.schema.Settled(defaulted)
}

// ReadList returns many stored objects as [Definition.Read] does, or nothing if one of them
// cannot be read. One call of the converter converts all of them; the server calls its
// webhook once for each.
//
// An error of the conversion has the server's words for lists; any other error of Read
// begins with the index of the object. StatusOf returns a Status only for a version that is
// not served.
func (d *Definition) ReadList(ctx context.Context, stored []map[string]any, version string) ([]map[string]any, error) {
	ctx, _ = work.Share(ctx)
	target, err := d.readable(version)
	if err != nil {
		return nil, err
	}
	items := make([]any, len(stored))
	for i, obj := range stored {
		item, err := d.normalizeStored(obj, "object")
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
		if items[i], _, err = d.decodeStored(ctx, item); err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
	}
	list := map[string]any{"apiVersion": d.apiVersion(target.name), "kind": d.names.ListKind, "items": items}
	converted, err := d.conversion.ConvertList(ctx, list, d.apiVersion(target.name))
	if err != nil {
		return nil, err
	}
	out := make([]map[string]any, len(stored))
	for i, item := range converted["items"].([]any) {
		if out[i], err = d.coerceConverted(ctx, item.(map[string]any)); err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
	}
	return out, nil
}

func (d *Definition) readable(version string) (*Version, error) {
	target := d.storage
	if version != "" {
		target, _ = d.Version(version)
	}
	if target == nil || version != "" && !target.served {
		return nil, status.NotServed()
	}
	return target, nil
}

// decodeStored coerces and defaults a stored object with the schema of its own version.
func (d *Definition) decodeStored(ctx context.Context, stored normal) (obj map[string]any, defaulted []structural.Path, err error) {
	in, err := d.coerce(ctx, stored, objectmeta.Repair)
	if err != nil {
		return nil, nil, err
	}
	return d.setDefaults(ctx, in.object)
}

// Store returns an object as the server writes it to storage: without resourceVersion,
// converted to the storage version and, if it had another version, pruned. Whole numbers are
// int64, as the server reads them from its storage. obj is a [Result.Validated] at any version of
// the definition.
//
// The error is the server's for an object that it cannot write, see [StatusOf], or the server
// has no answer: see [Definition.Read].
//
// Rule: the same as for [Definition.Read].
func (d *Definition) Store(ctx context.Context, obj map[string]any) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	normal, err := normalObject(obj, "object")
	if err != nil {
		return nil, err
	}
	stored, err := d.EncodeStored(ctx, withoutStorageFields(normal))
	if err != nil {
		return nil, serverError(ctx, &failedError{error: err})
	}
	return stored, nil
}

// EncodeStored returns obj, a normalized object, at the storage version, as
// [Definition.Store] does, but with its resourceVersion and selfLink.
//
// The error is the bare cause: the conversion's, a *structural.Error if its result cannot
// be decoded, or the context's or the budget's.
//
// Rule: the same as for [Definition.Read].
func (d *Definition) EncodeStored(ctx context.Context, obj map[string]any) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	if obj["apiVersion"] == d.apiVersion(d.storage.name) {
		return asStored(obj) // which the server does not decode again
	}
	converted, err := d.convert(ctx, obj, d.storage)
	if err != nil {
		return nil, err
	}
	return asStored(converted)
}

// asStored returns obj, a normalized object, with the integers that the server reads from its
// JSON text.
func asStored(obj map[string]any) (map[string]any, error) {
	stored, err := structural.NormalizeStored(obj)
	if err != nil {
		return nil, err
	}
	return stored.(map[string]any), nil
}

// withoutStorageFields returns obj without the metadata that the server does not store.
//
// Rule: k8s.io/apiserver/pkg/storage, APIObjectVersioner.PrepareObjectForStorage.
func withoutStorageFields(obj map[string]any) map[string]any {
	meta := metaedit.Edit(obj)
	meta.Set("resourceVersion", nil)
	meta.Set("selfLink", nil)
	return meta.Object(obj)
}

func (d *Definition) convert(ctx context.Context, obj map[string]any, target *Version) (map[string]any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	converted, err := d.conversion.Convert(ctx, obj, d.apiVersion(target.name))
	if err != nil {
		return nil, err
	}
	return d.coerceConverted(ctx, converted)
}

func (d *Definition) coerceConverted(ctx context.Context, converted map[string]any) (map[string]any, error) {
	out, err := d.coerce(ctx, d.known(converted), objectmeta.Reject)
	if err != nil {
		return nil, err
	}
	return out.object, nil
}

// Convert returns an object at another version ("v2") as the conversion strategy converts it,
// neither pruned nor defaulted.
//
// The error is the server's for an object that it cannot convert, see conversion.Kind and
// [StatusOf], or the server has no answer: see [Definition.Read].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.
func (d *Definition) Convert(ctx context.Context, obj map[string]any, version string) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	normal, err := convertible(ctx, obj)
	if err != nil {
		return nil, err
	}
	converted, err := d.conversion.Convert(ctx, normal, d.apiVersion(version))
	if err != nil {
		return nil, serverError(ctx, &failedError{error: err})
	}
	return converted, nil
}

// ConvertList returns a list with all items at another version ("v2"), converted by one call
// of the converter. The error is the bare cause: StatusOf returns nil for it.
//
// Rule: the same as for [Definition.Convert].
func (d *Definition) ConvertList(ctx context.Context, list map[string]any, version string) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	normal, err := convertible(ctx, list)
	if err != nil {
		return nil, err
	}
	return d.conversion.ConvertList(ctx, normal, d.apiVersion(version))
}

func convertible(ctx context.Context, obj map[string]any) (map[string]any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return normalObject(obj, "object")
}

// missingConverter is the converter of a definition that needs one and was compiled without.
// Its value is the name of the definition.
type missingConverter string

// Convert returns an error unless objs is empty.
func (m missingConverter) Convert(_ context.Context, objs []map[string]any, _ string) ([]map[string]any, error) {
	if len(objs) == 0 {
		return nil, nil
	}
	return nil, noConverterError(m)
}

// noConverterError is the error of a [missingConverter], with the same value.
type noConverterError string

// Error returns the name of the definition and the missing option.
func (e noConverterError) Error() string {
	return string(e) + " converts with a webhook: compile it with WithConverter"
}

func lacksConverter(err error) bool {
	var missing noConverterError
	return errors.As(err, &missing)
}
