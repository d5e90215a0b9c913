package hints

import (
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

type locatedList struct {
	path   structural.Path
	schema map[string]any
}

func (p *problem) list(n int) locatedList {
	path := p.above(n)
	return locatedList{path, objectAt(p.crd, path)}
}

func (l locatedList) unkeyed() []change {
	at := l.path.Append(structural.Field(listType))
	changes := []change{set(at, "atomic")}
	if t := textIn(l.schema, listType); t == "map" || t == "set" {
		changes = []change{replace(at, "atomic")}
	}
	if has(l.schema, listMapKeys) {
		changes = append(changes, remove(l.path.Append(structural.Field(listMapKeys))))
	}
	return changes
}

// without returns the changes that remove a key of the list. A list without another key
// becomes atomic.
func (l locatedList) without(key string) []change {
	keys := slices.DeleteFunc(textsIn(l.schema, listMapKeys), func(k string) bool { return k == key })
	if len(keys) == 0 {
		return l.unkeyed()
	}
	return []change{replace(l.path.Append(structural.Field(listMapKeys)), jsontext.Strings(keys))}
}

func keysWithoutMap(p *problem) draft {
	if p.inSet() {
		return draft{"Remove " + listMapKeys + ": elements of a set are compared as a whole.", p.list(1).unkeyed()}
	}
	if textIn(p.parent(), "type") == "array" {
		return draft{"Change " + listType + " to map, or remove " + listMapKeys + ".", []change{set(p.path, "map")}}
	}
	return draft{"Remove " + listMapKeys + ": it is for lists of type map.", []change{remove(p.sibling(listMapKeys))}}
}

// missingKeys proposes a required scalar: the only one, or one with a usual name.
func missingKeys(p *problem) draft {
	if t := canonical(textIn(p.parent(), "type")); t != "" && t != "array" {
		return withoutListType(p)
	}
	items := objectIn(p.parent(), "items")
	properties := objectIn(items, "properties")
	var scalars []string
	for _, name := range textsIn(items, "required") {
		if scalar(objectIn(properties, name)) {
			scalars = append(scalars, name)
		}
	}
	scalars = likelyKeys(scalars)
	if len(scalars) == 0 {
		return p.onlyKey(properties)
	}
	if len(scalars) == 1 {
		return draft{"Name the properties that tell elements apart in " + listMapKeys + ", perhaps " + scalars[0] + ".", []change{set(p.path, jsontext.Strings(scalars))}}
	}
	return draft{"Name the properties that tell elements apart in " + listMapKeys + ", for example [name], or make the list atomic.", p.list(1).unkeyed()}
}

// likelyKeys returns the one of several names that keys usually have, or all names.
func likelyKeys(scalars []string) []string {
	for _, usual := range []string{"name", "key", "id"} {
		if slices.Contains(scalars, usual) {
			scalars = []string{usual}
		}
	}
	return scalars
}

// onlyKey proposes an optional scalar: the only one, or one with a usual name. It becomes required
// unless it has a default.
func (p *problem) onlyKey(properties map[string]any) draft {
	var scalars []string
	if !p.spend(len(properties)) {
		return draft{text: "Name the properties that tell elements apart in " + listMapKeys + "."}
	}
	for _, name := range sortedNames(properties) {
		if scalar(objectIn(properties, name)) {
			scalars = append(scalars, name)
		}
	}
	scalars = likelyKeys(scalars)
	if len(scalars) != 1 {
		return draft{"Name the properties that tell elements apart in " + listMapKeys + ", for example [name], or make the list atomic.", p.list(1).unkeyed()}
	}
	key := scalars[0]
	changes := []change{set(p.path, jsontext.Strings(scalars))}
	text := "Name the property that tells elements apart in " + listMapKeys + ", perhaps " + key + "."
	if !has(objectIn(properties, key), "default") {
		items := p.sibling("items")
		required := append(textsIn(objectAt(p.crd, items), "required"), key)
		changes = append(changes, set(items.Append(structural.Field("required")), jsontext.Strings(required)))
		text = "Name the property that tells elements apart in " + listMapKeys + ", perhaps " + key + ", and require it of each element."
	}
	return draft{text, changes}
}

func unknownKeys(p *problem) draft {
	list := reflect.ValueOf(p.parent()).Pointer()
	d, known := p.keys[list]
	if !known {
		d = p.declaredKeys()
		if p.keys == nil {
			p.keys = map[uintptr]draft{}
		}
		p.keys[list] = d
	}
	return d
}

func (p *problem) declaredKeys() draft {
	properties := objectIn(objectIn(p.parent(), "items"), "properties")
	var keys, unknown, meant []string
	all := textsIn(p.parent(), listMapKeys)
	if !p.spend(len(all) + len(properties)) {
		return draft{text: "Name each key once in " + listMapKeys + ", and only properties of the items."}
	}
	named, kept := map[string]bool{}, map[string]bool{}
	for _, key := range all {
		named[key] = true
	}
	free := slices.DeleteFunc(sortedNames(properties), func(name string) bool { return named[name] })
	for _, key := range all {
		if !has(properties, key) {
			name := spelling.Nearest(key, free)
			if name == "" {
				unknown = append(unknown, key)
			} else {
				meant = append(meant, name+" in place of "+key)
			}
			key = name
		}
		if key != "" && !kept[key] {
			kept[key] = true
			keys = append(keys, key)
		}
	}
	switch at := p.sibling(listMapKeys); {
	case len(unknown) == 0 && len(meant) > 0:
		return draft{"Write " + listed(meant) + " in " + listMapKeys + ".", []change{set(at, jsontext.Strings(keys))}}
	case len(unknown) == 0:
		return draft{"Name each key once in " + listMapKeys + ".", []change{set(at, jsontext.Strings(keys))}}
	case len(keys) == 0:
		return draft{"Declare " + listed(unknown) + " as a property of the items, or make the list atomic, without " + listMapKeys + ".", p.list(1).unkeyed()}
	default:
		return draft{"Declare " + listed(unknown) + " as a property of the items, or remove it from " + listMapKeys + ".", []change{replace(at, jsontext.Strings(keys))}}
	}
}
