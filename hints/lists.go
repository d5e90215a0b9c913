package hints

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// lists holds the advice about list and map types.
//
// Rule: structural.CheckKeywords.
var lists = map[codes.Code]advice{
	codes.MapTypeNotObject: mapTypeNotObject,
	codes.MapTypeUnsupported: func(p *problem) Hint {
		return Hint{"Use granular, which is the default, or atomic.", []Edit{set(p.path, cmp.Or(nearest(p.text(), []string{"atomic", "granular"}), "granular"))}}
	},
	codes.ListTypeNotArray:    listTypeNotArray,
	codes.ListTypeUnsupported: listTypeUnsupported,
	codes.SetItemsNotAtomic: byField(map[string]advice{
		listType: func(p *problem) Hint {
			return Hint{"Add " + listType + ": atomic to the items: elements of a set are compared as a whole.", p.list(1).unkeyed()}
		},
		mapType: setting("atomic", "Add "+mapType+": atomic to the items: elements of a set are compared as a whole. If they have keys, make it a list of type map."),
	}),
	codes.ListMapKeysNotMap:   keysWithoutMap,
	codes.ListMapKeysRequired: missingKeys,
	codes.MapListItemsRequired: func(p *problem) Hint {
		return Hint{"Say what the elements are, with the keys as properties.", []Edit{set(p.path, elements(p.parent()))}}
	},
	codes.MapListItemsType: func(p *problem) Hint {
		if has(p.parent(), "properties") || !has(p.parent(), "type") {
			return p.typed("object", "Change the type of the elements to object.")
		}
		return Hint{"Make it a list of type set or atomic: elements with keys are objects.", p.list(2).unkeyed()}
	},
	codes.ListMapKeyType: func(p *problem) Hint {
		key := p.step(2).Name()
		return Hint{"Use keys that are scalars: " + key + " is none.", p.list(4).without(key)}
	},
	codes.ListMapKeyUndeclared: unknownKeys,
	codes.ListMapKeyDuplicate: func(p *problem) Hint {
		return Hint{"Name each key once.", unknownKeys(p).Edits}
	},
	codes.ListItemsNullable:  removing("Remove nullable: elements of such a list cannot be null."),
	codes.ListMapKeyNullable: removing("Remove nullable: a key always has a value."),
	codes.ListMapKeyOptional: func(p *problem) Hint {
		key := p.step(2).Name()
		items := p.above(3)
		required := append(textsIn(objectAt(p.crd, items), "required"), key)
		return Hint{"Add " + key + " to required of the items, or give it a default: every element needs its keys.",
			[]Edit{set(items.Append(structural.Field("required")), toList(required))}}
	},
}

func mapTypeNotObject(p *problem) Hint {
	if p.err.Kind == structural.Required {
		return p.typed("object", "Add type: object.")
	}
	return Hint{"Remove " + mapType + ": it is for objects.", []Edit{remove(p.sibling(mapType))}}
}

// listTypeNotArray makes a schema without a type an array if that fits the other
// keywords, and removes the list type of others.
func listTypeNotArray(p *problem) Hint {
	if p.err.Kind == structural.Required && p.suggested() == "array" {
		return p.typed("array", "Add type: array.")
	}
	edits := []Edit{remove(p.sibling(listType))}
	if has(p.parent(), listMapKeys) {
		edits = append(edits, remove(p.sibling(listMapKeys)))
	}
	return Hint{"Remove " + listType + ": it is for lists.", edits}
}

func listTypeUnsupported(p *problem) Hint {
	if p.inSet() {
		return Hint{"Use atomic: elements of a set are compared as a whole.", p.list(1).unkeyed()}
	}
	t := nearest(p.text(), []string{"atomic", "set", "map"})
	if has(p.parent(), listMapKeys) {
		t = "map"
	}
	t = cmp.Or(t, "atomic")
	return Hint{"Use " + t + "; there are atomic, set and map.", []Edit{set(p.path, t)}}
}

// listInBranch returns the hint for any error of a list or map type inside of a
// branch, where the type is not allowed at all.
func (p *problem) listInBranch() (h Hint, ok bool) {
	_, junctor := p.outside()
	if junctor == "" || lists[p.err.Code] == nil {
		return Hint{}, false
	}
	owner := field.Owner(p.err)
	schema := objectAt(p.crd, owner)
	for _, keyword := range []string{listType, listMapKeys, mapType} {
		if has(schema, keyword) {
			h.Edits = append(h.Edits, remove(owner.Append(structural.Field(keyword))))
		}
	}
	h.Text = "Take the type of the list or map out of " + junctor + ", to the schema that declares the value."
	return h, true
}

// locatedList is the schema of a list and its path.
type locatedList struct {
	path   structural.Path
	schema map[string]any
}

// list returns the list n steps above the error.
func (p *problem) list(n int) locatedList {
	path := p.above(n)
	return locatedList{path, objectAt(p.crd, path)}
}

// unkeyed returns the edits that make the list atomic, without keys.
func (l locatedList) unkeyed() []Edit {
	edits := []Edit{set(l.path.Append(structural.Field(listType)), "atomic")}
	if has(l.schema, listMapKeys) {
		edits = append(edits, remove(l.path.Append(structural.Field(listMapKeys))))
	}
	return edits
}

// without returns the edits that remove one of the keys of the list. A list with
// no other key becomes atomic.
func (l locatedList) without(key string) []Edit {
	keys := slices.DeleteFunc(textsIn(l.schema, listMapKeys), func(k string) bool { return k == key })
	if len(keys) == 0 {
		return l.unkeyed()
	}
	return []Edit{set(l.path.Append(structural.Field(listMapKeys)), toList(keys))}
}

// inSet reports whether the list with the error is an item of a set.
func (p *problem) inSet() bool {
	return p.step(2) == structural.Field("items") && textIn(p.list(2).schema, listType) == "set"
}

func keysWithoutMap(p *problem) Hint {
	if p.inSet() {
		return Hint{"Remove " + listMapKeys + ": elements of a set are compared as a whole.", p.list(1).unkeyed()}
	}
	if textIn(p.parent(), "type") == "array" {
		return Hint{"Change " + listType + " to map, or remove " + listMapKeys + ".", []Edit{set(p.path, "map")}}
	}
	return Hint{"Remove " + listMapKeys + ": it is for lists of type map.", []Edit{remove(p.sibling(listMapKeys))}}
}

// missingKeys proposes a required scalar as key: the only one, or one with a usual
// name.
func missingKeys(p *problem) Hint {
	items := objectIn(p.parent(), "items")
	properties := objectIn(items, "properties")
	var scalars []string
	for _, name := range textsIn(items, "required") {
		if scalar(objectIn(properties, name)) {
			scalars = append(scalars, name)
		}
	}
	text := "Name the properties that tell elements apart in " + listMapKeys + ", for example [name], or change " + listType + " to atomic."
	for _, usual := range []string{"name", "key", "id"} {
		if slices.Contains(scalars, usual) {
			scalars = []string{usual}
		}
	}
	if len(scalars) == 1 {
		return Hint{text, []Edit{set(p.path, toList(scalars))}}
	}
	return Hint{text, p.list(1).unkeyed()}
}

// unknownKeys replaces keys that are not properties by similar ones, and drops
// those without any.
func unknownKeys(p *problem) Hint {
	properties := objectIn(objectIn(p.parent(), "items"), "properties")
	var keys []string
	for _, key := range textsIn(p.parent(), listMapKeys) {
		if !has(properties, key) {
			key = nearest(key, slices.Collect(maps.Keys(properties)))
		}
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	text := "Name properties of the items as keys, and declare them there."
	if len(keys) == 0 {
		return Hint{text, p.list(1).unkeyed()}
	}
	return Hint{text, []Edit{set(p.path, toList(keys))}}
}
