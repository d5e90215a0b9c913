package upgrades

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
