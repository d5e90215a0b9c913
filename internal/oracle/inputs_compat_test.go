package oracle

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// upgradeCase is an update of a CRD whose effect is known by construction.
type upgradeCase struct {
	what     string
	old, new map[string]any  // CRDs
	effect   []compat.Effect // one of them, or none for a safe update
	nothing  bool            // the CRDs say the same
}

type m = map[string]any

// nodeEdit returns the old and the new schema of a node and the effect. No effect is safe.
type nodeEdit struct {
	name   string
	make   func(r *rand.Rand) (old, new m)
	effect []compat.Effect
	keep   bool // the schemas say the same
}

func refuses(name string, make func(r *rand.Rand) (old, new m)) nodeEdit {
	return nodeEdit{name: name, make: make, effect: []compat.Effect{compat.Refuses}}
}

func harmless(name string, make func(r *rand.Rand) (old, new m)) nodeEdit {
	return nodeEdit{name: name, make: make}
}

func does(e compat.Effect, name string, make func(r *rand.Rand) (old, new m)) nodeEdit {
	return nodeEdit{name: name, make: make, effect: []compat.Effect{e}}
}

// with returns a copy of a schema with other keywords.
func with(s m, more m) m {
	out := maps.Clone(s)
	maps.Copy(out, more)
	return out
}

func rules(texts ...string) m {
	list := []any{}
	for _, t := range texts {
		list = append(list, m{"rule": t})
	}
	return m{"x-kubernetes-validations": list}
}

func swapped(e func(r *rand.Rand) (m, m)) func(r *rand.Rand) (m, m) {
	return func(r *rand.Rand) (m, m) { a, b := e(r); return b, a }
}

var (
	text    = m{"type": "string"}
	integer = m{"type": "integer"}
	number  = m{"type": "number"}
	boolean = m{"type": "boolean"}
)

// pairEdits make a schema and a stricter one: from the first to the second some value is refused, and
// from the second to the first none.
var pairEdits = map[string]func(r *rand.Rand) (m, m){
	"maximum": func(r *rand.Rand) (m, m) {
		n := r.Int64N(1000) - 500
		return with(integer, m{"maximum": n}), with(integer, m{"maximum": n - 1 - r.Int64N(9)})
	},
	"maximum added": func(r *rand.Rand) (m, m) { return integer, with(integer, m{"maximum": r.Int64N(1000)}) },
	"maximum of float": func(r *rand.Rand) (m, m) {
		n := float64(r.Int64N(1000)) + 0.5
		return with(number, m{"maximum": n + 0.25}), with(number, m{"maximum": n})
	},
	"exclusive": func(r *rand.Rand) (m, m) {
		n := r.Int64N(99)
		return with(integer, m{"minimum": n}), with(integer, m{"minimum": n, "exclusiveMinimum": true})
	},
	"minimum": func(r *rand.Rand) (m, m) {
		n := r.Int64N(1000) - 500
		return with(integer, m{"minimum": n}), with(integer, m{"minimum": n + 1 + r.Int64N(9)})
	},
	"minimum added": func(r *rand.Rand) (m, m) { return number, with(number, m{"minimum": r.Int64N(1000)}) },
	"multipleOf": func(r *rand.Rand) (m, m) {
		n := 1 + r.Int64N(9)
		return with(integer, m{"multipleOf": n}), with(integer, m{"multipleOf": n * (2 + r.Int64N(3))})
	},
	"maxLength": func(r *rand.Rand) (m, m) {
		n := 2 + r.Int64N(60)
		return with(text, m{"maxLength": n}), with(text, m{"maxLength": n - 1})
	},
	"maxLength added": func(r *rand.Rand) (m, m) { return text, with(text, m{"maxLength": r.Int64N(200)}) },
	"minLength": func(r *rand.Rand) (m, m) {
		n := r.Int64N(60)
		return with(text, m{"minLength": n}), with(text, m{"minLength": n + 1 + r.Int64N(5)})
	},
	"maxItems": func(r *rand.Rand) (m, m) {
		n := 2 + r.Int64N(9)
		return m{"type": "array", "items": text, "maxItems": n}, m{"type": "array", "items": text, "maxItems": n - 1}
	},
	"minItems added": func(r *rand.Rand) (m, m) {
		return m{"type": "array", "items": integer}, m{"type": "array", "items": integer, "minItems": 1 + r.Int64N(3)}
	},
	"maxProperties": func(r *rand.Rand) (m, m) {
		n := 1 + r.Int64N(6)
		return m{"type": "object", "additionalProperties": text}, m{"type": "object", "additionalProperties": text, "maxProperties": n}
	},
	"minProperties": func(r *rand.Rand) (m, m) {
		return m{"type": "object", "additionalProperties": text}, m{"type": "object", "additionalProperties": text, "minProperties": 1 + r.Int64N(3)}
	},
	"enum": func(r *rand.Rand) (m, m) {
		all := []any{"a", "b", "c", "d"}[:2+r.IntN(3)]
		i := r.IntN(len(all))
		return with(text, m{"enum": all}), with(text, m{"enum": slices.Delete(slices.Clone(all), i, i+1)})
	},
	"enum added": func(*rand.Rand) (m, m) { return text, with(text, m{"enum": []any{"a", "b"}}) },
	"enum of integers": func(r *rand.Rand) (m, m) {
		n := r.Int64N(50)
		return with(integer, m{"enum": []any{n, n + 1}}), with(integer, m{"enum": []any{n}})
	},
	"pattern added": func(r *rand.Rand) (m, m) {
		return text, with(text, m{"pattern": []string{"^[a-z]+$", "^a", "[0-9]{2}$", "^(x|y)+$"}[r.IntN(4)]})
	},
	"pattern of enum": func(*rand.Rand) (m, m) {
		return with(text, m{"enum": []any{"a", "bb"}}), with(text, m{"enum": []any{"a", "bb"}, "pattern": "^.$"})
	},
	"format added": func(r *rand.Rand) (m, m) {
		return text, with(text, m{"format": []string{"ipv4", "uuid", "email", "hostname", "uri"}[r.IntN(5)]})
	},
	"format of integers": func(*rand.Rand) (m, m) {
		return with(integer, m{"format": "int64"}), with(integer, m{"format": "int32"})
	},
	"date-time": func(*rand.Rand) (m, m) { return text, with(text, m{"format": "date-time"}) },
	"fractions": func(*rand.Rand) (m, m) { return number, integer },
	"int-or-string": func(r *rand.Rand) (m, m) {
		return m{"x-kubernetes-int-or-string": true}, []m{text, integer}[r.IntN(2)]
	},
	"required": func(r *rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text, "b": integer}}
		return s, with(s, m{"required": []any{[]any{"a", "b"}[r.IntN(2)]}})
	},
	"allOf": func(*rand.Rand) (m, m) { return text, with(text, m{"allOf": []any{m{"minLength": int64(3)}}}) },
	"anyOf": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text, "b": integer, "c": text}}
		return with(s, m{"anyOf": []any{m{"required": []any{"a"}}, m{"required": []any{"b"}}}}), with(s, m{"anyOf": []any{m{"required": []any{"a"}}}})
	},
	"anyOf added": func(*rand.Rand) (m, m) {
		return text, with(text, m{"anyOf": []any{m{"pattern": "^a"}, m{"pattern": "^b"}}})
	},
	"oneOf added": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text, "b": integer}}
		return s, with(s, m{"oneOf": []any{m{"required": []any{"a"}}, m{"required": []any{"b"}}}})
	},
	"not added": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text, "b": integer}}
		return s, with(s, m{"not": m{"required": []any{"a"}}})
	},
	"rule":           func(r *rand.Rand) (m, m) { return integer, with(integer, rules(fmt.Sprintf("self > %d", r.IntN(100)))) },
	"rule of a text": func(*rand.Rand) (m, m) { return text, with(text, rules("self.startsWith('a') || self.size() > 4")) },
	"rule of fields": func(r *rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": integer, "b": integer}}
		return s, with(s, rules([]string{"has(self.a) == has(self.b)", "!has(self.a) || !has(self.b) || self.a <= self.b", "!has(self.a) || self.a != 3", "has(self.a) || has(self.b)"}[r.IntN(4)]))
	},
	"rule of a list": func(*rand.Rand) (m, m) {
		s := m{"type": "array", "items": text, "maxItems": int64(9)}
		return s, with(s, rules("self.all(x, x != 'a' && x.size() < 20)"))
	},
	"rule with a lower constant": func(r *rand.Rand) (m, m) {
		n := r.IntN(100)
		return with(integer, rules(fmt.Sprintf("self < %d", n))), with(integer, rules(fmt.Sprintf("self < %d", n-1-r.IntN(5))))
	},
	"another condition": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": integer, "b": integer}}
		return with(s, rules("!has(self.a) || self.a > 0")), with(s, rules("!has(self.a) || self.a > 0 && self.a < 50"))
	},
}

// sameEdits make two schemas that accept the same values: with rules in other words.
var sameEdits = map[string]func(r *rand.Rand) (m, m){
	"order of conditions": func(*rand.Rand) (m, m) {
		return with(integer, rules("self > 3 && self < 90")), with(integer, rules("self < 90 && self > 3"))
	},
	"De Morgan": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": integer, "b": integer}}
		return with(s, rules("!(has(self.a) && has(self.b))")), with(s, rules("!has(self.b) || !has(self.a)"))
	},
	"another variable": func(*rand.Rand) (m, m) {
		s := m{"type": "array", "items": text, "maxItems": int64(9)}
		return with(s, rules("self.all(x, x.size() > 1)")), with(s, rules("self.all(y, size(y) > 1)"))
	},
	"no counterexample": func(*rand.Rand) (m, m) {
		s := m{"type": "array", "items": text, "maxItems": int64(9)}
		return with(s, rules("self.all(x, x != 'q')")), with(s, rules("!self.exists(y, y == 'q')"))
	},
	"two rules": func(*rand.Rand) (m, m) {
		return with(integer, rules("self > 3 && self < 90")), with(integer, rules("self < 90", "self > 3"))
	},
	"negated comparison": func(r *rand.Rand) (m, m) {
		n := r.IntN(100)
		return with(integer, rules(fmt.Sprintf("!(self < %d)", n))), with(integer, rules(fmt.Sprintf("%d <= self", n)))
	},
	"message": func(*rand.Rand) (m, m) {
		a, b := with(integer, rules("self > 3")), with(integer, rules("self > 3"))
		b["x-kubernetes-validations"].([]any)[0].(m)["message"] = "another"
		return a, b
	},
	"description": func(*rand.Rand) (m, m) { return with(text, m{"description": "a"}), with(text, m{"description": "b"}) },
	"order of required": func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text, "b": integer}}
		return with(s, m{"required": []any{"a", "b"}}), with(s, m{"required": []any{"b", "a"}})
	},
	"exclusive bound of integers": func(r *rand.Rand) (m, m) {
		n := r.Int64N(100)
		return with(integer, m{"maximum": n}), with(integer, m{"maximum": n + 1, "exclusiveMaximum": true})
	},
	"order of enum": func(*rand.Rand) (m, m) {
		return with(text, m{"enum": []any{"a", "b"}}), with(text, m{"enum": []any{"b", "a"}})
	},
	"enum as a pattern": func(*rand.Rand) (m, m) {
		return with(text, m{"enum": []any{"a", "b"}}), with(text, m{"enum": []any{"a", "b"}, "pattern": "^[ab]$"})
	},
}

// otherEdits have other effects.
var otherEdits = []nodeEdit{
	harmless("integer to number", func(*rand.Rand) (m, m) { return integer, number }),
	harmless("required with a default", func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": with(text, m{"default": "x"})}}
		return s, with(s, m{"required": []any{"a"}})
	}),
	harmless("field added", func(*rand.Rand) (m, m) {
		return m{"type": "object", "properties": m{"a": text}}, m{"type": "object", "properties": m{"a": text, "b": with(integer, m{"minimum": int64(3)})}}
	}),
	harmless("preserve on", func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text}}
		return s, with(s, m{"x-kubernetes-preserve-unknown-fields": true})
	}),
	refuses("type", func(r *rand.Rand) (m, m) {
		all := []m{text, integer, boolean, {"type": "array", "items": text}}
		i := r.IntN(len(all))
		return all[i], all[(i+1+r.IntN(len(all)-1))%len(all)]
	}),
	refuses("type of elements", func(*rand.Rand) (m, m) {
		return m{"type": "array", "items": text}, m{"type": "array", "items": integer}
	}),
	refuses("type of values", func(*rand.Rand) (m, m) {
		return m{"type": "object", "additionalProperties": text}, m{"type": "object", "additionalProperties": integer}
	}),
	does(compat.Drops, "field removed", func(*rand.Rand) (m, m) {
		return m{"type": "object", "properties": m{"a": text, "b": integer}}, m{"type": "object", "properties": m{"a": text}}
	}),
	does(compat.Drops, "preserve off", func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text}}
		return with(s, m{"x-kubernetes-preserve-unknown-fields": true}), s
	}),
	does(compat.Drops, "map to fields", func(*rand.Rand) (m, m) {
		return m{"type": "object", "additionalProperties": text}, m{"type": "object", "properties": m{"known": text}}
	}),
	does(compat.Defaults, "default added", func(*rand.Rand) (m, m) { return fieldOf(text), fieldOf(with(text, m{"default": "x"})) }),
	does(compat.Defaults, "default changed", func(*rand.Rand) (m, m) {
		return fieldOf(with(integer, m{"default": int64(1)})), fieldOf(with(integer, m{"default": int64(2)}))
	}),
	does(compat.Defaults, "default removed", func(*rand.Rand) (m, m) { return fieldOf(with(text, m{"default": "x"})), fieldOf(text) }),
	does(compat.Defaults, "field with a default", func(*rand.Rand) (m, m) {
		return fieldOf(text), m{"type": "object", "properties": m{"a": text, "b": with(text, m{"default": "x"})}}
	}),
	does(compat.Stores, "nullable on", func(*rand.Rand) (m, m) { return fieldOf(text), fieldOf(with(text, m{"nullable": true})) }),
	{name: "nullable off", make: func(*rand.Rand) (m, m) { return fieldOf(with(text, m{"nullable": true})), fieldOf(text) },
		effect: []compat.Effect{compat.Refuses, compat.Drops, compat.Stores}},
	does(compat.Ownership, "atomic list", func(*rand.Rand) (m, m) {
		s := m{"type": "array", "items": text, "maxItems": int64(8)}
		return with(s, m{"x-kubernetes-list-type": "set"}), s
	}),
	refuses("set", func(*rand.Rand) (m, m) {
		s := m{"type": "array", "items": text, "maxItems": int64(8)}
		return s, with(s, m{"x-kubernetes-list-type": "set"})
	}),
	refuses("keyed list", func(*rand.Rand) (m, m) {
		s := m{"type": "array", "maxItems": int64(8), "items": m{"type": "object", "required": []any{"k"}, "properties": m{"k": text, "v": text}}}
		return s, with(s, m{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}})
	}),
	does(compat.Ownership, "list without keys", func(*rand.Rand) (m, m) {
		s := m{"type": "array", "maxItems": int64(8), "items": m{"type": "object", "required": []any{"k"}, "properties": m{"k": text, "v": text}}}
		return with(s, m{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}}), s
	}),
	does(compat.Ownership, "atomic map", func(*rand.Rand) (m, m) {
		s := m{"type": "object", "properties": m{"a": text}}
		return s, with(s, m{"x-kubernetes-map-type": "atomic"})
	}),
}

// transitionEdit adds a rule that only updates can break.
var transitionEdit = refuses("transition rule", func(r *rand.Rand) (m, m) {
	s := m{"type": "object", "properties": m{"a": integer}, "required": []any{"a"}}
	return s, with(s, rules([]string{"self.a == oldSelf.a", "self.a >= oldSelf.a", "self.a - oldSelf.a < 10"}[r.IntN(3)]))
})

func fieldOf(s m) m { return m{"type": "object", "properties": m{"a": s}} }

func allEdits() []nodeEdit {
	var out []nodeEdit
	for _, name := range slices.Sorted(maps.Keys(pairEdits)) {
		out = append(out, refuses(name, pairEdits[name]), harmless(name+" reversed", swapped(pairEdits[name])))
	}
	for _, name := range slices.Sorted(maps.Keys(sameEdits)) {
		out = append(out, nodeEdit{name: name, make: sameEdits[name], keep: name == "message" || name == "description" || name == "order of required" || name == "order of enum"},
			harmless(name+" reversed", swapped(sameEdits[name])))
	}
	return append(out, otherEdits...)
}

// knownUpgrade returns an update with one edit, somewhere in a schema.
func knownUpgrade(seed uint64) upgradeCase {
	r := rand.New(rand.NewPCG(seed, 35))
	edits := allEdits()
	e := edits[int(seed)%len(edits)]
	shared := true // transition rules need values with an old value
	if seed%40 == 0 {
		e, shared = transitionEdit, false
	}
	old, upgraded := e.make(r)
	for range r.IntN(4) {
		old, upgraded = around(r, shared, old, upgraded)
	}
	return upgradeCase{e.name, crdOf(old), crdOf(upgraded), e.effect, e.keep}
}

// around puts both schemas into equal schemas, which need not have a value of them.
func around(r *rand.Rand, lists bool, old, upgraded m) (m, m) {
	n := r.IntN(4)
	if !lists && n < 2 {
		n += 2
	}
	switch n {
	case 0:
		size := 1 + r.Int64N(5)
		return m{"type": "array", "maxItems": size, "items": old}, m{"type": "array", "maxItems": size, "items": upgraded}
	case 1:
		return m{"type": "object", "maxProperties": int64(4), "additionalProperties": old}, m{"type": "object", "maxProperties": int64(4), "additionalProperties": upgraded}
	}
	out := [2]m{}
	required, rule := r.IntN(2) == 0, r.IntN(3) == 0
	for i, s := range []m{old, upgraded} {
		out[i] = m{"type": "object", "properties": m{
			"inner": s, "mode": with(text, m{"enum": []any{"x", "y"}}), "count": with(integer, m{"minimum": int64(0), "maximum": int64(10)}),
			"names": m{"type": "array", "maxItems": int64(5), "items": with(text, m{"maxLength": int64(10)})},
		}, "required": []any{"mode"}}
		if required {
			out[i]["required"] = []any{"mode", "inner"}
		}
		if rule {
			maps.Copy(out[i], rules("self.mode == 'x' || has(self.count)"))
		}
	}
	return out[0], out[1]
}

// crdOf returns a CRD with a schema under spec.value.
func crdOf(s m) m {
	return m{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": m{"name": "things.example.com"},
		"spec": m{
			"group": "example.com", "scope": "Namespaced", "names": m{"plural": "things", "kind": "Thing"},
			"versions": []any{m{"name": "v1", "served": true, "storage": true, "schema": m{"openAPIV3Schema": m{
				"type": "object", "properties": m{"spec": m{"type": "object", "properties": m{"value": structural.Clone(any(s))}}},
			}}}},
		},
	}
}

// realUpgrade is a pair of CRDs made of the corpus.
type realUpgrade struct {
	old, new m
	version  string
}

// neighbors returns updates from the schema of one version of a CRD to that of another, and back.
func neighbors(t testing.TB) parity.Cases[realUpgrade] {
	var pairs []realUpgrade
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		schemas := slices.Collect(crd.Schemas())
		for i := range schemas {
			for j := range schemas {
				if j == i+1 || j == i-1 {
					pairs = append(pairs, realUpgrade{alone(crd.Manifest, schemas[i].Map), alone(crd.Manifest, schemas[j].Map), "v1"})
					labels = append(labels, fmt.Sprint(schemas[i].Label(), " to ", schemas[j].Version))
				}
			}
		}
	}
	n := min(parity.Full(10*len(pairs)), len(pairs)) // all of them
	return parity.Cases[realUpgrade]{N: n, At: func(i int) (string, realUpgrade) { return labels[i], pairs[i] }}
}

// editedUpgrades returns updates with one to three edits of a schema of the corpus.
func editedUpgrades(t testing.TB, n int) parity.Cases[realUpgrade] {
	schemas := corpus.Load(t).Schemas()
	return parity.Cases[realUpgrade]{N: n, At: func(i int) (string, realUpgrade) {
		r := parity.Rand(uint64(i))
		s := schemas[(i*7919)%len(schemas)]
		return fmt.Sprint(s.Label(), " edit ", i), realUpgrade{alone(s.CRD.Manifest, s.Map), alone(s.CRD.Manifest, editedSchema(r, s.Map)), "v1"}
	}}
}

// alone returns a CRD with one version.
func alone(manifest, schema m) m {
	spec, _ := manifest["spec"].(m)
	names, _ := spec["names"].(m)
	version := m{"name": "v1", "served": true, "storage": true, "schema": m{"openAPIV3Schema": structural.Clone(any(schema))}}
	if list, _ := spec["versions"].([]any); len(list) > 0 {
		if first, _ := list[0].(m); first["subresources"] != nil {
			version["subresources"] = structural.Clone(first["subresources"])
		}
	}
	return m{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": m{"name": manifest["metadata"].(m)["name"],
			"annotations": m{"api-approved.kubernetes.io": "unapproved, testing"}},
		"spec": m{"group": spec["group"], "scope": spec["scope"], "names": names, "preserveUnknownFields": false, "versions": []any{version}},
	}
}

// editedSchema returns a copy of a schema with edits of random nodes that authors make.
func editedSchema(r *rand.Rand, schema m) m {
	out := structural.Clone(any(schema)).(m)
	var nodes []m
	collectNodes(out, 0, &nodes)
	for range 1 + r.IntN(3) {
		if len(nodes) > 0 {
			editNode(r, nodes[r.IntN(len(nodes))])
		}
	}
	return out
}

func collectNodes(node m, depth int, nodes *[]m) {
	properties, _ := node["properties"].(m)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		inner, _ := properties[name].(m)
		if inner == nil || depth == 0 && (name == "metadata" || name == "apiVersion" || name == "kind") {
			continue
		}
		*nodes = append(*nodes, inner)
		collectNodes(inner, depth+1, nodes)
	}
	for _, k := range []string{"items", "additionalProperties"} {
		if inner, _ := node[k].(m); inner != nil {
			collectNodes(inner, depth+1, nodes)
		}
	}
}

func editNode(r *rand.Rand, node m) {
	switch node["type"] {
	case "string":
		switch r.IntN(7) {
		case 0:
			node["maxLength"] = r.Int64N(40)
		case 1:
			node["minLength"] = r.Int64N(5)
		case 2:
			if enum, _ := node["enum"].([]any); len(enum) > 1 {
				node["enum"] = slices.Delete(slices.Clone(enum), 0, 1)
			} else {
				node["pattern"] = "^[a-z0-9-]*$"
			}
		case 3:
			delete(node, "pattern")
		case 4:
			node["nullable"] = node["nullable"] != true
		case 5:
			delete(node, "enum")
			delete(node, "default")
		default:
			node["x-kubernetes-validations"] = []any{m{"rule": "self.size() < 12"}}
		}
	case "integer", "number":
		switch r.IntN(4) {
		case 0:
			node["minimum"] = r.Int64N(10)
		case 1:
			node["maximum"] = r.Int64N(1000)
		case 2:
			delete(node, "format")
		default:
			node["type"] = map[any]string{"integer": "number", "number": "integer"}[node["type"]]
		}
	case "array":
		switch r.IntN(3) {
		case 0:
			node["maxItems"] = 1 + r.Int64N(8)
		case 1:
			node["minItems"] = r.Int64N(3)
		default:
			node["x-kubernetes-list-type"] = "atomic"
			delete(node, "x-kubernetes-list-map-keys")
		}
	case "object":
		editObject(r, node)
	case "boolean":
		node["default"] = true
	}
}

func editObject(r *rand.Rand, node m) {
	properties, _ := node["properties"].(m)
	names := slices.Sorted(maps.Keys(properties))
	required, _ := node["required"].([]any)
	switch {
	case len(names) == 0:
		node["x-kubernetes-preserve-unknown-fields"] = true
	case r.IntN(4) == 0:
		delete(node, "required")
	case r.IntN(3) == 0:
		properties["addedByAnEdit"] = m{"type": "string", "maxLength": int64(5)}
	case r.IntN(2) == 0:
		name := names[r.IntN(len(names))]
		if !slices.Contains(required, any(name)) {
			node["required"] = append(slices.Clone(required), name)
		}
	default:
		name := names[r.IntN(len(names))]
		delete(properties, name)
		node["required"] = slices.DeleteFunc(slices.Clone(required), func(v any) bool { return v == name })
	}
}
