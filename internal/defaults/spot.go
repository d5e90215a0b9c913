package defaults

import (
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
