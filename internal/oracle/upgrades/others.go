package upgrades

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed95800270/crdschema/compat"
)

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
var otherEdits = []Edit{
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
	{Name: "nullable off", Make: func(*rand.Rand) (m, m) { return fieldOf(with(text, m{"nullable": true})), fieldOf(text) },
		Effect: []compat.Effect{compat.Refuses, compat.Drops, compat.Stores}},
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
