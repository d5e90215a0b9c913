package compat

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// kinds are the JSON types that a schema accepts, null aside.
type kinds uint8

const (
	objects kinds = 1 << iota
	lists
	texts
	booleans
	integers
	fractions
)

const (
	numbers  = integers | fractions
	anything = objects | lists | texts | booleans | numbers
)

func kindsOf(s *structural.Schema) kinds {
	if s.IntOrString() {
		switch s.Type() {
		case structural.Integer:
			return integers
		case structural.String:
			return texts
		}
		return integers | texts
	}
	switch s.Type() {
	case structural.Object:
		return objects
	case structural.Array:
		return lists
	case structural.String:
		return texts
	case structural.Boolean:
		return booleans
	case structural.Integer:
		return integers
	case structural.Number:
		return numbers
	case structural.OtherType:
		return 0
	default:
		return anything
	}
}

// compareTypes adds a change of the type, and reports whether the rest of the node can be compared.
func (w *walker) compareTypes(p pair) bool {
	o, n := kindsOf(p.old), kindsOf(p.upgraded)
	if o != n || p.old.IntOrString() != p.upgraded.IntOrString() || p.old.TypeName() != p.upgraded.TypeName() {
		c := &change{pair: p, check: "type", from: typeName(p.old), to: typeName(p.upgraded)}
		if o&^n != 0 {
			c.possible = append(c.possible, Refuses)
			if o&n != 0 || o == anything {
				c.possible = append(c.possible, Drops)
			}
			c.probes = typeProbes(o, n)
		} else {
			c.reason = "the new type has all values of the old one"
		}
		w.altered(c)
	}
	return o&n != 0
}

func typeName(s *structural.Schema) string {
	if s.IntOrString() {
		return "int-or-string"
	}
	return s.TypeName()
}

// typeProbes makes values of each type that only the old schema accepts.
func typeProbes(o, n kinds) []probe {
	probes := []probe{}
	for _, t := range []struct {
		kind  kinds
		name  string
		value any
	}{{integers, "integer", int64(3)}, {fractions, "number", 1.5}, {texts, "string", "a"}, {booleans, "boolean", true}, {objects, "object", nil}, {lists, "array", nil}} {
		if o&^n&t.kind == 0 {
			continue
		}
		if o == anything && t.value != nil {
			probes = append(probes, probe{about: "objects with a value of type " + t.name, after: func(any) any { return t.value }})
		} else if o == anything {
			probes = append(probes, probe{about: "objects with a value of type " + t.name, after: func(any) any {
				if t.kind == lists {
					return []any{}
				}
				return map[string]any{}
			}})
			continue
		}
		probes = append(probes, probe{about: "objects with a value of type " + t.name, edit: func(node map[string]any) {
			if t.kind == fractions {
				return
			}
			delete(node, "x-kubernetes-int-or-string")
			delete(node, "anyOf")
			node["type"] = t.name
		}, after: fraction(t.kind)})
	}
	return probes
}

// fraction returns a function that makes a number one that is not an integer.
func fraction(k kinds) func(any) any {
	if k != fractions {
		return nil
	}
	return func(v any) any {
		switch v := v.(type) {
		case int64:
			return float64(v) + 0.5
		case float64:
			if v == float64(int64(v)) {
				return v + 0.5
			}
		}
		return v
	}
}

// compareShape compares the keywords that decide what is kept, defaulted, owned and correlated.
func (w *walker) compareShape(p pair) {
	o, n := p.old, p.upgraded
	if o.Nullable() != n.Nullable() {
		c := &change{pair: p, check: "nullable", from: o.Nullable(), to: n.Nullable(), possible: []Effect{Refuses, Drops, Stores},
			probes: []probe{{about: "objects with null", after: func(any) any { return nullValue{} }}}}
		if n.Nullable() && w.refusesNull(p) {
			c.possible, c.reason = nil, "the old schema refuses null here"
			w.add(c)
		} else {
			w.altered(c)
		}
	}
	if kept := keepsUnknown(n); o.PreservesUnknownFields() != n.PreservesUnknownFields() {
		c := &change{pair: p, check: "x-kubernetes-preserve-unknown-fields", from: o.PreservesUnknownFields(), to: n.PreservesUnknownFields(),
			reason: "the new schema keeps undeclared fields"}
		if !kept {
			c.reason, c.possible, c.probes = "", []Effect{Drops}, []probe{unknownField}
			w.altered(c)
		} else {
			w.add(c)
		}
	}
	if o.EmbeddedResource() != n.EmbeddedResource() {
		w.altered(&change{pair: p, check: "x-kubernetes-embedded-resource", from: o.EmbeddedResource(), to: n.EmbeddedResource(),
			possible: []Effect{Refuses, Drops, Stores}, probes: []probe{{about: "objects with a value"}, unknownField}})
	}
	w.compareDefault(p)
	w.compareList(p)
	if o, n := orElse(o.MapType, "granular"), orElse(n.MapType, "granular"); o != n {
		w.add(&change{pair: p, check: "x-kubernetes-map-type", from: o, to: n, possible: []Effect{Ownership}, probes: []probe{{about: "applied objects with a field", edit: atLeast("minProperties")}, {about: "applied objects"}}})
	}
}

// refusesNull reports whether the old schema rejects null for a value that is not nullable: null is
// dropped from objects, and then missing, but not from lists.
func (w *walker) refusesNull(p pair) bool {
	if len(p.steps) == 0 || len(w.stack) < 2 || p.old.HasDefault() {
		return false
	}
	name, parent := p.steps[len(p.steps)-1], w.stack[len(w.stack)-2].old
	return name == item || slices.Contains(parent.Required(), name)
}

// nullValue is null as the result of a probe, where nil is absent.
type nullValue struct{}

func orElse(get func() (string, bool), absent string) string {
	if v, ok := get(); ok {
		return v
	}
	return absent
}

func atLeast(keyword string) func(map[string]any) {
	return func(node map[string]any) {
		if node[keyword] == nil {
			node[keyword] = int64(1)
		}
	}
}

func (w *walker) compareDefault(p pair) {
	o, n := p.old.Default(), p.upgraded.Default()
	if p.old.HasDefault() == p.upgraded.HasDefault() && structural.Equal(o, n) {
		return
	}
	w.altered(&change{pair: p, check: "default", from: o, to: n, possible: []Effect{Defaults},
		probes: []probe{{about: "objects without the field", above: true}}})
}

func (w *walker) compareList(p pair) {
	if kindsOf(p.old)&kindsOf(p.upgraded)&lists == 0 {
		return
	}
	o, n := orElse(p.old.ListType, "atomic"), orElse(p.upgraded.ListType, "atomic")
	oldKeys, keys := p.old.ListMapKeys(), p.upgraded.ListMapKeys()
	if o == n && (o != "map" || sameNames(oldKeys, keys)) {
		return
	}
	c := &change{pair: p, check: "x-kubernetes-list-type", from: o, to: n, possible: []Effect{Ownership}}
	c.probes = []probe{{about: "applied lists with an element", edit: atLeast("minItems")}}
	subset := o == "map" && !slices.ContainsFunc(oldKeys, func(k string) bool { return !slices.Contains(keys, k) })
	if n == "set" || n == "map" && !subset {
		c.possible = append(c.possible, Refuses)
		c.probes = append(c.probes, probe{about: "lists with an element twice", edit: atLeast("minItems"), after: twice(nil)},
			probe{about: "lists with a key twice", edit: func(node map[string]any) { node["minItems"] = int64(2) }, after: twice(keys)})
	}
	w.altered(c)
}

func sameNames(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// twice returns a function that makes the second element of a list equal to the first, or only its
// keys.
func twice(keys []string) func(any) any {
	return func(v any) any {
		l, _ := v.([]any)
		if len(l) == 0 {
			return v
		}
		if keys == nil {
			return append([]any{l[0], structural.Clone(l[0])}, l[min(2, len(l)):]...)
		}
		if len(l) > 1 {
			first, _ := l[0].(map[string]any)
			second, _ := l[1].(map[string]any)
			for _, k := range keys {
				if second != nil {
					second[k] = first[k]
				}
			}
		}
		return l
	}
}
