package hints

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// lists are the hints for the types of lists and maps.
//
// Rule: structural.CheckKeywords.
var lists = []advice{
	{structural.Required, "type", "must be object if " + mapType, func(s *site) Hint { return s.typed("object", "Add type: object.") }},
	{structural.Invalid, "type", "must be object if " + mapType, func(s *site) Hint {
		return Hint{"Remove " + mapType + ": it is for objects.", []Edit{remove(s.beside(mapType))}}
	}},
	{structural.NotSupported, mapType, "", func(s *site) Hint {
		return Hint{"Use granular, which is the default, or atomic.", []Edit{set(s.path, cmp.Or(nearest(textAt(s.manifest, s.path), []string{"atomic", "granular"}), "granular"))}}
	}},
	{structural.Required, "type", "must be array if " + listType, missingArray},
	{structural.Invalid, "type", "must be array if " + listType, func(s *site) Hint {
		return s.notList()
	}},
	{structural.NotSupported, listType, "", func(s *site) Hint {
		if s.inSet() {
			return Hint{"Use atomic: elements of a set are compared as a whole.", s.list(1).unkeyed()}
		}
		t := nearest(textAt(s.manifest, s.path), []string{"atomic", "set", "map"})
		if has(s.around(), listMapKeys) {
			t = "map"
		}
		t = cmp.Or(t, "atomic")
		return Hint{"Use " + t + "; there are atomic, set and map.", []Edit{set(s.path, t)}}
	}},
	{structural.Invalid, listType, "must be atomic as item", func(s *site) Hint {
		return Hint{"Add " + listType + ": atomic to the items: elements of a set are compared as a whole.", s.list(1).unkeyed()}
	}},
	{structural.Invalid, mapType, "must be atomic as item", setting("atomic", "Add "+mapType+": atomic to the items: elements of a set are compared as a whole. If they have keys, make it a list of type map.")},
	{structural.Required, listType, "must be map if " + listMapKeys, keysWithoutMap},
	{structural.Invalid, listType, "must be map if " + listMapKeys, keysWithoutMap},
	{structural.Required, listMapKeys, "must not be empty", missingKeys},
	{structural.Required, "items", "must have a schema if", func(s *site) Hint {
		return Hint{"Say what the elements are, with the keys as properties.", []Edit{set(s.path, elements(s.around()))}}
	}},
	{structural.Invalid, "type", "must be object if parent array's", func(s *site) Hint {
		if has(s.around(), "properties") || !has(s.around(), "type") {
			return s.typed("object", "Change the type of the elements to object.")
		}
		return Hint{"Make it a list of type set or atomic: elements with keys are objects.", s.list(2).unkeyed()}
	}},
	{structural.Invalid, "type", "must be a scalar type if parent array's", func(s *site) Hint {
		key := s.step(2).Name()
		return Hint{"Use keys that are scalars: " + key + " is none.", s.list(4).without(key)}
	}},
	{structural.Invalid, listMapKeys, "entries must all be names of item properties", unknownKeys},
	{structural.Invalid, listMapKeys, "must not contain duplicate entries", func(s *site) Hint {
		return Hint{"Name each key once.", unknownKeys(s).Edits}
	}},
	{structural.Forbidden, "nullable", "cannot be nullable when", dropping("Remove nullable: an element that is null has no place in such a list.")},
	{structural.Required, "default", "this property is in", func(s *site) Hint {
		key := s.step(2).Name()
		items := s.above(3)
		required := append(textsOf(objectAt(s.manifest, items), "required"), key)
		return Hint{"Add " + key + " to required of the items, or give it a default: every element needs its keys.",
			[]Edit{set(items.Append(structural.Field("required")), asList(required))}}
	}},
	{structural.Forbidden, "nullable", "this property is in", dropping("Remove nullable: a key always has a value.")},
}

func missingArray(s *site) Hint {
	if t := s.suggested(); t != "array" {
		return s.notList()
	}
	return s.typed("array", "Add type: array.")
}

// notList takes from a schema what is for lists.
func (s *site) notList() Hint {
	edits := []Edit{remove(s.beside(listType))}
	if has(s.around(), listMapKeys) {
		edits = append(edits, remove(s.beside(listMapKeys)))
	}
	return Hint{"Remove " + listType + ": it is for lists.", edits}
}

// listInBranch is the hint for whatever is wrong with the type of a list or map
// that a branch names: it must not at all.
func (s *site) listInBranch() (h Hint, ok bool) {
	_, junctor := s.outside()
	if junctor == "" || !slices.ContainsFunc(lists, func(a advice) bool { return a.about(s) }) {
		return Hint{}, false
	}
	owner := field.Owner(s.err)
	schema := objectAt(s.manifest, owner)
	for _, keyword := range []string{listType, listMapKeys, mapType} {
		if has(schema, keyword) {
			h.Edits = append(h.Edits, remove(owner.Append(structural.Field(keyword))))
		}
	}
	h.Text = "Take the type of the list or map out of " + junctor + ", to the schema that declares the value."
	return h, true
}

// listSite is a list and where it stands.
type listSite struct {
	path   structural.Path
	schema map[string]any
}

// list is the list n steps above the place.
func (s *site) list(n int) listSite {
	path := s.above(n)
	return listSite{path, objectAt(s.manifest, path)}
}

// unkeyed makes the list one without keys.
func (l listSite) unkeyed() []Edit {
	edits := []Edit{set(l.path.Append(structural.Field(listType)), "atomic")}
	if has(l.schema, listMapKeys) {
		edits = append(edits, remove(l.path.Append(structural.Field(listMapKeys))))
	}
	return edits
}

// without makes the list one without a key, of which it may have no other.
func (l listSite) without(key string) []Edit {
	keys := slices.DeleteFunc(textsOf(l.schema, listMapKeys), func(k string) bool { return k == key })
	if len(keys) == 0 {
		return l.unkeyed()
	}
	return []Edit{set(l.path.Append(structural.Field(listMapKeys)), asList(keys))}
}

// inSet tells whether the list around the place is an element of a set.
func (s *site) inSet() bool {
	return s.step(2) == structural.Field("items") && textOf(s.list(2).schema, listType) == "set"
}

func keysWithoutMap(s *site) Hint {
	if s.inSet() {
		return Hint{"Remove " + listMapKeys + ": elements of a set are compared as a whole.", s.list(1).unkeyed()}
	}
	if textOf(s.around(), "type") == "array" {
		return Hint{"Change " + listType + " to map, or remove " + listMapKeys + ".", []Edit{set(s.path, "map")}}
	}
	return Hint{"Remove " + listMapKeys + ": it is for lists of type map.", []Edit{remove(s.beside(listMapKeys))}}
}

// missingKeys takes the one required scalar for the key, or a usual name.
func missingKeys(s *site) Hint {
	items := objectOf(s.around(), "items")
	properties := objectOf(items, "properties")
	var scalars []string
	for _, name := range textsOf(items, "required") {
		if scalar(objectOf(properties, name)) {
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
		return Hint{text, []Edit{set(s.path, asList(scalars))}}
	}
	return Hint{text, s.list(1).unkeyed()}
}

// unknownKeys replaces keys that are no properties by what they are like, or
// drops them.
func unknownKeys(s *site) Hint {
	properties := objectOf(objectOf(s.around(), "items"), "properties")
	var keys []string
	for _, key := range textsOf(s.around(), listMapKeys) {
		if !has(properties, key) {
			key = nearest(key, slices.Collect(maps.Keys(properties)))
		}
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	text := "Name properties of the items as keys, and declare them there."
	if len(keys) == 0 {
		return Hint{text, s.list(1).unkeyed()}
	}
	return Hint{text, []Edit{set(s.path, asList(keys))}}
}
