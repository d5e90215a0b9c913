package defaults

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// spot says what happens to a value at some place of an object that is otherwise
// empty, so that a default need not be put there to find out: that would take
// time by the product of the depth and the number of defaults.
type spot struct {
	standing standing
	// schema governs the value, or the resource in whose metadata it is. It is
	// not always the node that has the default: a property may be called "*", as
	// what stands for the fields under additionalProperties is.
	schema *structural.Schema
	// way leads from a resource into its metadata; see inMetadata.
	way structural.Path
}

// standing is how a value relates to what is around it.
type standing uint8

const (
	plain    standing = iota // coerced and pruned by its schema
	root                     // a whole resource whatever the schema says
	outside                  // what no object can hold: below the root, were it a list
	element                  // in a list that preserves unknown fields
	unpruned                 // in metadata that is a list: only coerced
	free                     // in a field that is unknown but preserved
	typeText                 // apiVersion or kind of a resource
	metadata                 // metadata of a resource or inside of it
	gone                     // inside of what is dropped
)

// prune is what becomes of v, nil if it is dropped.
func (at spot) prune(v any) (any, error) {
	switch at.standing {
	case outside:
		return nil, errRoot
	case root:
		return at.pruneRoot(v)
	case typeText:
		if _, ok := v.(string); !ok {
			return nil, nil
		}
	case gone:
		return nil, nil
	case metadata:
		return at.pruneMetadata(v)
	case plain, element, unpruned:
		return at.pruneValue(v), nil
	}
	return v, nil
}

func (at spot) pruneRoot(v any) (any, error) {
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errRoot
	}
	obj, _, _ = objectmeta.CoerceResource(obj, at.schema, objectmeta.Drop)
	obj, _ = pruning.Prune(obj, at.schema)
	return obj, nil
}

func (at spot) pruneMetadata(v any) (any, error) {
	obj, err := surround(at.way, v)
	if err != nil {
		return nil, err
	}
	obj, _, _ = objectmeta.CoerceResource(obj, at.schema, objectmeta.Drop)
	return inside(obj, at.way), nil
}

func (at spot) pruneValue(v any) any {
	v, _ = objectmeta.CoerceValue(v, at.schema, objectmeta.Drop)
	switch at.standing {
	case plain:
		v, _ = pruning.PruneValue(v, at.schema)
	case element:
		v, _ = pruning.PruneElement(v, at.schema)
	}
	return v
}

// field is the spot of the field called name of an object.
func (at spot) field(name string) spot {
	switch at.standing {
	case outside, free, gone:
		return at
	case typeText:
		return spot{standing: gone}
	case metadata:
		return at.inMetadata(structural.Field(name))
	}
	if at.standing == root || at.schema.EmbeddedResource() {
		switch name {
		case "apiVersion", "kind":
			return spot{standing: typeText}
		case "metadata":
			return spot{standing: metadata, schema: at.schema, way: structural.Path{structural.Field(name)}}
		}
	}
	s, by := at.schema.Field(name)
	switch {
	case by == structural.Undeclared && (at.preserves() || at.standing == unpruned):
		return spot{standing: free}
	case by == structural.Undeclared:
		return spot{standing: gone}
	case at.standing == unpruned:
		return spot{standing: unpruned, schema: s}
	default:
		return spot{schema: s}
	}
}

// item is the spot of an element of a list.
func (at spot) item() spot {
	switch {
	case at.standing == root:
		return spot{standing: outside}
	case at.standing == outside || at.standing == free || at.standing == gone:
		return at
	case at.standing == typeText:
		return spot{standing: gone}
	case at.standing == metadata:
		return at.inMetadata(structural.Index(0))
	case at.standing == unpruned:
		return spot{standing: unpruned, schema: at.schema.Items()}
	case at.preserves():
		return spot{standing: element, schema: at.schema.Items()}
	default:
		return spot{schema: at.schema.Items()}
	}
}

func (at spot) preserves() bool {
	return at.standing == element || at.schema.PreservesUnknownFields()
}

// toFreeform leads to the only part of metadata that can be nested without end.
var toFreeform = structural.Path{
	structural.Field("metadata"), structural.Field("managedFields"), structural.Index(0), structural.Field("fieldsV1"),
}

// inMetadata is the spot below step. Metadata that is no object is left as it
// is. Else the way is kept as long as it can make a difference: nothing survives
// further down than toFreeform leads but what is inside of that, where only the
// spelling of a name can be wrong.
func (at spot) inMetadata(step structural.Step) spot {
	if len(at.way) == 1 && step.Kind() == structural.IndexStep {
		s, _ := at.schema.Field("metadata")
		return spot{standing: unpruned, schema: s.Items()}
	}
	if len(at.way) < len(toFreeform) {
		at.way = at.way.Append(step)
		return at
	}
	if !slices.Equal(at.way[:len(toFreeform)], toFreeform) || !utf8.ValidString(step.Name()) {
		return spot{standing: gone}
	}
	if len(at.way) == len(toFreeform) {
		at.way = at.way.Append(step)
	}
	return at
}

// errRoot says that there is no object to put a root default into.
var errRoot = errors.New("object root default value must be of object type")

// surround makes the smallest object that has v at the place at: maps with one
// field, lists with one element.
func surround(at structural.Path, v any) (map[string]any, error) {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i].Kind() == structural.IndexStep {
			v = []any{v}
		} else {
			v = map[string]any{at[i].Name(): v}
		}
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errRoot
	}
	return obj, nil
}

// inside is what stands at the place at, nil if nothing does any more.
func inside(obj map[string]any, at structural.Path) any {
	var v any = obj
	for _, step := range at {
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
