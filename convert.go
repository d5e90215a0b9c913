package crdschema

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/objectmeta"
)

// Convert is an object at another version ("group/version"), as the conversion
// strategy has it, and nothing else: it is neither pruned nor defaulted. That is
// what [Definition.Read] and [Definition.Store] do.
//
// The error is what a server answers when it cannot convert the object; see
// conversion.Kind.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.
func (d *Definition) Convert(ctx context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error) {
	normal, err := convertible(ctx, obj)
	if err != nil {
		return nil, err
	}
	return d.conversion.Convert(ctx, normal, toAPIVersion)
}

// ConvertList is a list with all of its items at another version; each item may
// have a version of its own. The items that have another one are converted by
// one call of the converter.
//
// Rule: as for [Definition.Convert].
func (d *Definition) ConvertList(ctx context.Context, list map[string]any, toAPIVersion string) (map[string]any, error) {
	normal, err := convertible(ctx, list)
	if err != nil {
		return nil, err
	}
	return d.conversion.ConvertList(ctx, normal, toAPIVersion)
}

func convertible(ctx context.Context, obj map[string]any) (map[string]any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return normalObject(obj, "object")
}

// ReadList is [Definition.Read] for many stored objects, which may have been
// stored at different versions. Those of other versions than the one asked for
// are converted by one call of the converter, where a server calls its webhook
// once for each. There is an error if one of the objects cannot be read, and no
// list then.
//
// The errors are those of Read. One about the conversion has the words that a
// server has for lists, any other the index of the object in front.
func (d *Definition) ReadList(ctx context.Context, stored []map[string]any, version string) ([]map[string]any, error) {
	target, refused := d.readable(version)
	if refused != nil {
		return nil, refused
	}
	items := make([]any, len(stored))
	for i, obj := range stored {
		normal, err := convertible(ctx, obj)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
		if items[i], err = d.decodeStored(normal); err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
	}
	list := map[string]any{"apiVersion": d.apiVersion(target.name), "kind": d.kind + "List", "items": items}
	converted, err := d.conversion.ConvertList(ctx, list, d.apiVersion(target.name))
	if err != nil {
		return nil, err
	}
	out := make([]map[string]any, len(stored))
	for i, item := range converted["items"].([]any) {
		if out[i], err = d.shape(item.(map[string]any)); err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
	}
	return out, nil
}

// readable is the version that a read asks for.
func (d *Definition) readable(version string) (*Version, error) {
	target := d.storage
	if version != "" {
		target, _ = d.Version(version)
	}
	if target == nil || version != "" && !target.served {
		return nil, notFound()
	}
	return target, nil
}

// decodeStored brings a stored object into the shape of its own version.
func (d *Definition) decodeStored(stored map[string]any) (map[string]any, error) {
	in, bad := d.coerce(stored, objectmeta.Repair)
	if bad != nil {
		return nil, bad
	}
	obj := in.object
	if version, ours := d.owns(obj); ours {
		obj, _ = defaulting.Default(obj, d.schemaOf(version))
	}
	return obj, nil
}

// shape brings a converted object into the shape of the version that it has now.
func (d *Definition) shape(converted map[string]any) (map[string]any, error) {
	out, bad := d.coerce(converted, objectmeta.Reject)
	if bad != nil {
		return nil, bad
	}
	return out.object, nil
}

// converterFor is the converter in place of the webhook of a definition.
func (c config) converterFor(definition string) Converter {
	if c.converter != nil {
		return c.converter
	}
	return missingConverter(definition)
}

// missingConverter is the name of a definition that nobody gave a converter to.
type missingConverter string

// Convert is an error unless there is nothing to convert.
func (m missingConverter) Convert(_ context.Context, objs []map[string]any, _ string) ([]map[string]any, error) {
	if len(objs) == 0 {
		return nil, nil
	}
	return nil, fmt.Errorf("%s converts with a webhook: compile it with WithConverter", string(m))
}
