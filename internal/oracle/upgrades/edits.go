// Package upgrades makes updates of CRDs whose effect is known by construction, for comparisons of package
// compat.
package upgrades

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/structural"
)

// Upgrade is an update of a CRD whose effect is known by construction.
type Upgrade struct {
	// Name says what changes.
	Name string
	// Old and New are the CRDs.
	Old, New map[string]any
	// Effect has one of the effects, or none for a safe update.
	Effect []compat.Effect
	// Nothing says that the CRDs are equal but for texts and order.
	Nothing bool
}

type m = map[string]any

// Edit returns the old and the new schema of a node and the effect. No effect is safe.
type Edit struct {
	// Name says what changes.
	Name string
	// Make returns the schemas.
	Make func(r *rand.Rand) (old, new map[string]any)
	// Effect has one of the effects, or none for a safe update.
	Effect []compat.Effect
	keep   bool // the schemas say the same
}

func refuses(name string, make func(r *rand.Rand) (old, new m)) Edit {
	return Edit{Name: name, Make: make, Effect: []compat.Effect{compat.Refuses}}
}

func harmless(name string, make func(r *rand.Rand) (old, new m)) Edit {
	return Edit{Name: name, Make: make}
}

func does(e compat.Effect, name string, make func(r *rand.Rand) (old, new m)) Edit {
	return Edit{Name: name, Make: make, Effect: []compat.Effect{e}}
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

// Transition is an edit that adds a rule that only updates can break.
var Transition = refuses("transition rule", func(r *rand.Rand) (m, m) {
	s := m{"type": "object", "properties": m{"a": integer}, "required": []any{"a"}}
	return s, with(s, rules([]string{"self.a == oldSelf.a", "self.a >= oldSelf.a", "self.a - oldSelf.a < 10"}[r.IntN(3)]))
})

func fieldOf(s m) m { return m{"type": "object", "properties": m{"a": s}} }

// All returns the edits, except for Transition.
func All() []Edit {
	var out []Edit
	for _, name := range slices.Sorted(maps.Keys(pairEdits)) {
		out = append(out, refuses(name, pairEdits[name]), harmless(name+" reversed", swapped(pairEdits[name])))
	}
	for _, name := range slices.Sorted(maps.Keys(sameEdits)) {
		out = append(out, Edit{Name: name, Make: sameEdits[name], keep: name == "message" || name == "description" || name == "order of required" || name == "order of enum"},
			harmless(name+" reversed", swapped(sameEdits[name])))
	}
	return append(out, otherEdits...)
}

// Known returns an update with one edit, somewhere in a schema.
func Known(seed uint64) Upgrade {
	r := rand.New(rand.NewPCG(seed, 35))
	edits := All()
	e := edits[int(seed)%len(edits)]
	shared := true // transition rules need values with an old value
	if seed%40 == 0 {
		e, shared = Transition, false
	}
	old, upgraded := e.Make(r)
	for range r.IntN(4) {
		old, upgraded = around(r, shared, old, upgraded)
	}
	return Upgrade{e.Name, CRD(old), CRD(upgraded), e.Effect, e.keep}
}

// around puts both schemas into equal schemas. A value of them need not be there.
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

// CRD returns a CRD with a schema under spec.value.
func CRD(s map[string]any) map[string]any {
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
