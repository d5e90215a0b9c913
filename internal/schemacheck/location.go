package schemacheck

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// location is how the server prunes a value at a path of an otherwise empty object. With such an object for each
// default, the time would be proportional to the depth times the number of defaults.
type location struct {
	kind locationKind
	// schema belongs to the value, or to the resource whose metadata contains it. It may
	// differ from the node that has the default: a property may be called "*", also the
	// name for fields under additionalProperties.
	schema *structural.Schema
	// path leads from a resource into its metadata; see belowMetadata.
	path structural.Path
}

type locationKind uint8

const (
	schemaValue    locationKind = iota // coerced and pruned by its schema
	rootResource                       // a whole resource, whether or not the schema says so
	outsideObject                      // not in an object: an item of the root
	preservedItem                      // in a list that preserves unknown fields
	coercedOnly                        // in metadata that is a list
	preservedField                     // in a field that is unknown but preserved
	typeMetaField                      // apiVersion or kind of a resource
	inMetadata                         // metadata of a resource or inside it
	dropped                            // inside a dropped value
)

func (at location) prune(ctx context.Context, v any) (any, error) {
	switch at.kind {
	case outsideObject:
		return nil, errRoot
	case rootResource:
		return at.pruneRoot(ctx, v)
	case typeMetaField:
		if _, ok := v.(string); !ok {
			return nil, nil
		}
	case dropped:
		return nil, nil
	case inMetadata:
		return at.pruneMetadata(ctx, v)
	case schemaValue, preservedItem, coercedOnly:
		return at.pruneValue(ctx, v)
	}
	return v, nil
}

func (at location) pruneRoot(ctx context.Context, v any) (any, error) {
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errRoot
	}
	obj, _, err := objectmeta.Coerce(ctx, obj, at.schema, structural.Resource, objectmeta.Drop)
	if err != nil {
		return nil, err
	}
	obj, _, err = pruning.Prune(ctx, obj, at.schema, structural.Resource)
	return obj, err
}

func (at location) pruneMetadata(ctx context.Context, v any) (any, error) {
	obj, err := objectWith(at.path, v)
	if err != nil {
		return nil, err
	}
	obj, _, err = objectmeta.Coerce(ctx, obj, at.schema, structural.Resource, objectmeta.Drop)
	return valueAt(obj, at.path), err
}

func (at location) pruneValue(ctx context.Context, v any) (_ any, err error) {
	if v, _, err = objectmeta.Coerce(ctx, v, at.schema, structural.Value, objectmeta.Drop); err != nil {
		return nil, err
	}
	switch at.kind {
	case schemaValue:
		v, _, err = pruning.Prune(ctx, v, at.schema, structural.Value)
	case preservedItem:
		v, _, err = pruning.Prune(ctx, v, at.schema, structural.Element)
	}
	return v, err
}

func (at location) field(name string) location {
	switch at.kind {
	case outsideObject, preservedField, dropped:
		return at
	case typeMetaField:
		return location{kind: dropped}
	case inMetadata:
		return at.belowMetadata(structural.Field(name))
	}
	if at.kind == rootResource || at.schema.EmbeddedResource() {
		switch name {
		case "apiVersion", "kind":
			return location{kind: typeMetaField}
		case "metadata":
			return location{kind: inMetadata, schema: at.schema, path: structural.Path{structural.Field(name)}}
		}
	}
	s, source := at.schema.Field(name)
	switch {
	case source == structural.Undeclared && (at.preserves() || at.kind == coercedOnly):
		return location{kind: preservedField}
	case source == structural.Undeclared:
		return location{kind: dropped}
	case at.kind == coercedOnly:
		return location{kind: coercedOnly, schema: s}
	default:
		return location{schema: s}
	}
}

func (at location) item() location {
	switch {
	case at.kind == rootResource:
		return location{kind: outsideObject}
	case at.kind == outsideObject || at.kind == preservedField || at.kind == dropped:
		return at
	case at.kind == typeMetaField:
		return location{kind: dropped}
	case at.kind == inMetadata:
		return at.belowMetadata(structural.Index(0))
	case at.kind == coercedOnly:
		return location{kind: coercedOnly, schema: at.schema.Items()}
	case at.preserves():
		return location{kind: preservedItem, schema: at.schema.Items()}
	default:
		return location{schema: at.schema.Items()}
	}
}

func (at location) preserves() bool {
	return at.kind == preservedItem || at.schema.PreservesUnknownFields()
}

// fieldsV1 is the path of the only part of metadata whose depth is not limited.
var fieldsV1 = structural.Path{
	structural.Field("metadata"), structural.Field("managedFields"), structural.Index(0), structural.Field("fieldsV1"),
}

// belowMetadata returns the location below step. Metadata that is a list is not pruned.
// Otherwise the path is extended up to one step below fieldsV1; further steps do not matter:
// deeper values are dropped if they are not inside fieldsV1, or if a name is not UTF-8.
func (at location) belowMetadata(step field.Step) location {
	if len(at.path) == 1 && step.Kind() == field.IndexStep {
		s, _ := at.schema.Field("metadata")
		return location{kind: coercedOnly, schema: s.Items()}
	}
	if len(at.path) < len(fieldsV1) {
		at.path = at.path.Append(step)
		return at
	}
	if !slices.Equal(at.path[:len(fieldsV1)], fieldsV1) || !utf8.ValidString(step.Name()) {
		return location{kind: dropped}
	}
	if len(at.path) == len(fieldsV1) {
		at.path = at.path.Append(step)
	}
	return at
}

var errRoot = errors.New("object root default value must be of object type")

func objectWith(path structural.Path, v any) (map[string]any, error) {
	for _, step := range slices.Backward(path) {
		if step.Kind() == field.IndexStep {
			v = []any{v}
		} else {
			v = map[string]any{step.Name(): v}
		}
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errRoot
	}
	return obj, nil
}

func valueAt(obj map[string]any, path structural.Path) any {
	var v any = obj
	for _, step := range path {
		switch t := v.(type) {
		case map[string]any:
			v = t[step.Name()]
		case []any:
			if len(t) == 0 {
				return nil
			}
			v = t[0]
		default:
			return nil
		}
	}
	return v
}
