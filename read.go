package crdschema

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// Read takes an object out of storage and returns it at a served version:
// pruned and defaulted with the schema of the version that it was stored in,
// then converted and pruned with the schema of the version asked for. Defaults
// of the latter are not filled in. Malformed metadata, which old servers could
// store, is dropped. An empty version is the storage version.
//
// The error is a *[Refusal] for a version that is not served, else what a
// server answers when it cannot read the object: the object's version is gone
// from the definition, or its conversion failed.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver,
// crdConversionRESTOptionsGetter.
func (d *Definition) Read(ctx context.Context, stored map[string]any, version string) (map[string]any, error) {
	target := d.storage
	if version != "" {
		target, _ = d.Version(version)
	}
	if target == nil || version != "" && !target.served {
		return nil, notFound()
	}
	obj, err := normalObject(stored, "stored object")
	if err != nil {
		return nil, err
	}
	return d.read(ctx, obj, target)
}

func (d *Definition) read(ctx context.Context, stored map[string]any, target *Version) (map[string]any, error) {
	in, bad := d.coerce(stored, objectmeta.Repair)
	if bad != nil {
		return nil, bad
	}
	obj := in.object
	if version, ours := d.owns(obj); ours {
		obj, _ = defaulting.Default(obj, d.schemaOf(version))
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
	meta := metadataOf(normal)
	meta.set("resourceVersion", nil)
	meta.set("selfLink", nil)
	normal = meta.of(normal)
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
	converted, err := d.toVersion(ctx, obj, target)
	if err != nil {
		return nil, err
	}
	out, bad := d.coerce(converted, objectmeta.Reject)
	if bad != nil {
		return nil, bad
	}
	return out.object, nil
}

// toVersion changes an object's version and leaves everything else to the
// conversion strategy.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.
func (d *Definition) toVersion(ctx context.Context, obj map[string]any, target *Version) (map[string]any, error) {
	from, _ := obj["apiVersion"].(string)
	to := d.apiVersion(target.name)
	group, version := groupVersion(obj)
	if group != d.group {
		kind, _ := obj["kind"].(string)
		return nil, fmt.Errorf("%s, Kind=%s is unstructured and is not suitable for converting to %q", from, kind, to)
	}
	if _, declared := d.Version(version); !declared {
		return nil, fmt.Errorf("request to convert CR from an invalid group/version: %s", from)
	}
	switch {
	case from == to:
		return obj, nil
	case d.webhook:
		return d.callConverter(ctx, obj, to)
	}
	out := cow.OfMap(obj)
	out.Set("apiVersion", to)
	obj, _ = out.Result()
	return obj, nil
}

func (d *Definition) callConverter(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	c := d.config.converter
	if c == nil {
		return nil, fmt.Errorf("%s converts with a webhook: compile it with WithConverter", d.name)
	}
	out, err := c.Convert(ctx, []map[string]any{obj}, to)
	switch {
	case err != nil:
		return nil, err
	case len(out) != 1:
		return nil, fmt.Errorf("converter returned %d objects, expected 1", len(out))
	}
	normal, err := structural.Normalize(out[0])
	if err != nil {
		return nil, fmt.Errorf("the object of the converter: %w", err)
	}
	converted, ok := normal.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("converter returned no object")
	}
	return converted, nil
}
