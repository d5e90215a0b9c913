package defaults

import (
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

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
