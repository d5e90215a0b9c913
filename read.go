package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/objectmeta"
)

// Read takes an object out of storage and returns it at a served version:
// pruned and defaulted with the schema of the version that it was stored in,
// then converted and pruned with the schema of the version asked for. Defaults
// of the latter are not filled in. Malformed metadata, which old servers could
// store, is dropped. An empty version is the storage version.
//
// The error is a *[Status] for a version that is not served, else what a
// server answers when it cannot read the object: the object's version is gone
// from the definition, or its conversion failed.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver,
// crdConversionRESTOptionsGetter.
func (d *Definition) Read(ctx context.Context, stored map[string]any, version string) (map[string]any, error) {
	target, refused := d.readable(version)
	if refused != nil {
		return nil, refused
	}
	obj, err := normalObject(stored, "stored object")
	if err != nil {
		return nil, err
	}
	return d.read(ctx, obj, target)
}

func (d *Definition) read(ctx context.Context, stored map[string]any, target *Version) (map[string]any, error) {
	obj, err := d.decodeStored(stored)
	if err != nil {
		return nil, err
	}
	return d.convert(ctx, obj, target)
}

// Store is the object as a server writes it to storage: converted to the
// storage version and, if it had another one, pruned with its schema. The
// resource version is not stored. obj is what [Result.Object] says, at any
// version of the definition.
//
// The error is what a server answers when it cannot write the object.
//
// Rule: the same as for [Definition.Read].
func (d *Definition) Store(ctx context.Context, obj map[string]any) (map[string]any, error) {
	normal, err := normalObject(obj, "object")
	if err != nil {
		return nil, err
	}
	meta := objectmeta.Edit(normal)
	meta.Set("resourceVersion", nil)
	meta.Set("selfLink", nil)
	normal = meta.Object(normal)
	if normal["apiVersion"] == d.apiVersion(d.storage.name) {
		return normal, nil
	}
	return d.convert(ctx, normal, d.storage)
}

// convert brings an object to a version and into the shape of its schema.
func (d *Definition) convert(ctx context.Context, obj map[string]any, target *Version) (map[string]any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	converted, err := d.conversion.Convert(ctx, obj, d.apiVersion(target.name))
	if err != nil {
		return nil, err
	}
	return d.shape(converted)
}
