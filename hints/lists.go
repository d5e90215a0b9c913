package hints

import (
	"cmp"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// lists holds the advice about list and map types.
//
// Rule: structural.CheckKeywords.
var lists = map[codes.Code]advice{
	codes.MapTypeNotObject: mapTypeNotObject,
	codes.MapTypeUnsupported: func(p *problem) draft {
		return draft{"Use granular, which is the default, or atomic.", []change{set(p.path, cmp.Or(spelling.Nearest(p.text(), []string{"atomic", "granular"}), "granular"))}}
	},
	codes.ListTypeNotArray:    listTypeNotArray,
	codes.ListTypeUnsupported: listTypeUnsupported,
	codes.SetItemsNotAtomic: byField(map[string]advice{
		listType: func(p *problem) draft {
			return draft{"Add " + listType + ": atomic to the items: elements of a set are compared as a whole.", p.list(1).unkeyed()}
		},
		mapType: setting("atomic", "Add "+mapType+": atomic to the items: elements of a set are compared as a whole. If they have keys, make it a list of type map."),
	}),
	codes.ListMapKeysNotMap:   keysWithoutMap,
	codes.ListMapKeysRequired: missingKeys,
	codes.MapListItemsRequired: func(p *problem) draft {
		if t := canonical(textIn(p.parent(), "type")); t != "" && t != "array" {
			return withoutListType(p)
		}
		return draft{"Say what the elements are, with the keys as properties.", []change{set(p.path, elements(p.parent()))}}
	},
	codes.MapListItemsType: func(p *problem) draft {
		if has(p.parent(), "properties") || !has(p.parent(), "type") || canonical(textIn(p.parent(), "type")) == "object" {
			return p.typed("object", "Change the type of the elements to object.")
		}
		return draft{"Make the list atomic, without " + listMapKeys + ": elements that have keys are objects.", p.list(2).unkeyed()}
	},
	codes.ListMapKeyType: func(p *problem) draft {
		key := p.step(2).Name()
		return draft{"Remove " + key + " from " + listMapKeys + ": a key is a scalar, and " + key + " is none.", p.list(4).without(key)}
	},
	codes.ListMapKeyUndeclared: unknownKeys,
	codes.ListMapKeyDuplicate:  unknownKeys,
	codes.ListItemsNullable:    removing("Remove nullable: elements of such a list cannot be null."),
	codes.ListMapKeyNullable:   removing("Remove nullable: a key always has a value."),
	codes.ListMapKeyOptional: func(p *problem) draft {
		key := p.step(2).Name()
		items := p.above(3)
		required := append(textsIn(objectAt(p.crd, items), "required"), key)
		p.spend(len(required))
		return draft{"Add " + key + " to required of the items, or give it a default: every element needs its keys.",
			[]change{set(items.Append(structural.Field("required")), jsontext.Strings(required))}}
	},
}

func mapTypeNotObject(p *problem) draft {
	if t := textIn(p.parent(), "type"); t != "object" && canonical(t) == "object" {
		return p.typed("object", "Change the type to object.")
	}
	if p.err.Kind == field.Required {
		return p.typed("object", "Add type: object.")
	}
	return draft{"Remove " + mapType + ": it is for objects.", []change{remove(p.sibling(mapType))}}
}

func listTypeNotArray(p *problem) draft {
	if t := textIn(p.parent(), "type"); t != "array" && canonical(t) == "array" {
		return p.typed("array", "Change the type to array.")
	}
	if p.err.Kind == field.Required && p.suggested() == "array" {
		return p.typed("array", "Add type: array.")
	}
	return withoutListType(p)
}

func withoutListType(p *problem) draft {
	edits := []change{remove(p.sibling(listType))}
	if has(p.parent(), listMapKeys) {
		edits = append(edits, remove(p.sibling(listMapKeys)))
	}
	return draft{"Remove " + listType + ": it is for lists.", edits}
}

func listTypeUnsupported(p *problem) draft {
	if p.inSet() {
		return draft{"Use atomic: elements of a set are compared as a whole.", p.list(1).unkeyed()}
	}
	t := spelling.Nearest(p.text(), []string{"atomic", "set", "map"})
	if has(p.parent(), listMapKeys) {
		t = "map"
	}
	t = cmp.Or(t, "atomic")
	return draft{"Use " + t + "; there are atomic, set and map.", []change{set(p.path, t)}}
}

// listInBranch returns the hint for any error of a list or map type inside a branch, where the
// type is not allowed at all.
func (p *problem) listInBranch() (h draft, ok bool) {
	_, junctor := p.outside()
	if junctor == "" || lists[p.err.Code] == nil {
		return draft{}, false
	}
	owner := p.err.Owner()
	schema := objectAt(p.crd, owner)
	inner := problem{crd: p.crd, err: p.err, path: owner.Append(structural.Field(listType)), shared: p.shared}
	d := inner.declarer()
	for _, keyword := range []string{listType, listMapKeys, mapType} {
		if has(schema, keyword) {
			d.move(owner.Append(structural.Field(keyword)))
		}
	}
	return draft{"Take the type of the list or map out of " + junctor + ", to the schema that declares the value.", d.changes}, true
}

func (p *problem) inSet() bool {
	return p.step(2) == structural.Field("items") && textIn(p.list(2).schema, listType) == "set"
}
