package compat

import (
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// compareNumbers compares the bounds of numbers.
func (w *walker) compareNumbers(p pair) {
	whole := kindsOf(p.old)&fractions == 0
	for _, b := range []struct {
		check, opposite string
		get             func(*structural.Schema) (float64, bool, bool)
		sign            float64
	}{{"maximum", "minimum", (*structural.Schema).Maximum, 1}, {"minimum", "maximum", (*structural.Schema).Minimum, -1}} {
		o, n := boundOf(b.get, p.old), boundOf(b.get, p.upgraded)
		if o == n {
			continue
		}
		safe := !n.ok || kindsOf(p.old)&numbers == 0 || o.ok && o.within(n, b.sign, whole)
		w.restricts(p, b.check, o.value(), n.value(), safe, "the new bound allows all values of the old one", probe{
			about: "objects with a number beyond the new bound",
			edit: func(node map[string]any) {
				node[b.opposite] = beyond(o, n, b.sign, whole)
				delete(node, "exclusive"+upper(b.opposite))
			},
		})
	}
	o, hadFactor := p.old.MultipleOf()
	n, hasFactor := p.upgraded.MultipleOf()
	if hadFactor == hasFactor && o == n {
		return
	}
	whole = o == math.Trunc(o) && n == math.Trunc(n) && math.Abs(o) < 1<<53
	safe := !hasFactor || kindsOf(p.old)&numbers == 0 || hadFactor && whole && n != 0 && math.Mod(o, n) == 0 || n == 1 && kindsOf(p.old)&fractions == 0
	w.restricts(p, "multipleOf", optional(o, hadFactor), optional(n, hasFactor), safe, "old values are multiples of the new factor",
		probe{about: "objects with other numbers", edit: not(map[string]any{"multipleOf": n})})
}

func upper(keyword string) string {
	return map[string]string{"minimum": "Minimum", "maximum": "Maximum"}[keyword]
}

type bound struct {
	limit         float64
	exclusive, ok bool
}

func boundOf(get func(*structural.Schema) (float64, bool, bool), s *structural.Schema) bound {
	limit, exclusive, ok := get(s)
	return bound{limit, exclusive && ok, ok}
}

func (b bound) value() any {
	switch {
	case !b.ok:
		return nil
	case b.exclusive:
		return map[string]any{"limit": b.limit, "exclusive": true}
	default:
		return b.limit
	}
}

// within reports whether every number within b is within n. sign is 1 for upper bounds.
func (b bound) within(n bound, sign float64, whole bool) bool {
	if whole && math.Abs(b.limit) < 1<<53 && math.Abs(n.limit) < 1<<53 {
		return sign*b.last(sign) <= sign*n.last(sign)
	}
	return sign*b.limit < sign*n.limit || b.limit == n.limit && (b.exclusive || !n.exclusive)
}

// last returns the last integer within b.
func (b bound) last(sign float64) float64 {
	last := sign * math.Floor(sign*b.limit)
	if b.exclusive && last == b.limit {
		last -= sign
	}
	return last
}

// beyond returns a number that b allows and n does not.
func beyond(b, n bound, sign float64, whole bool) any {
	if whole {
		return wholeOf(n.last(sign) + sign)
	}
	if n.exclusive {
		return wholeOf(n.limit)
	}
	if b.ok {
		return wholeOf((n.limit + b.limit) / 2)
	}
	return wholeOf(n.limit + sign*max(1, math.Abs(n.limit)/1000))
}

func wholeOf(v float64) any {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return int64(v)
	}
	return v
}

func optional(v float64, ok bool) any {
	if !ok {
		return nil
	}
	return v
}

// compareSizes compares the bounds of sizes.
func (w *walker) compareSizes(p pair) {
	for _, b := range []struct {
		check, opposite string
		get             func(*structural.Schema) (int64, bool)
		sign            int64
		of              kinds
	}{
		{"maxLength", "minLength", (*structural.Schema).MaxLength, 1, texts}, {"minLength", "maxLength", (*structural.Schema).MinLength, -1, texts},
		{"maxItems", "minItems", (*structural.Schema).MaxItems, 1, lists}, {"minItems", "maxItems", (*structural.Schema).MinItems, -1, lists},
		{"maxProperties", "minProperties", (*structural.Schema).MaxProperties, 1, objects}, {"minProperties", "maxProperties", (*structural.Schema).MinProperties, -1, objects},
	} {
		o, had := b.get(p.old)
		n, has := b.get(p.upgraded)
		if had == has && o == n {
			continue
		}
		safe := !has || kindsOf(p.old)&b.of == 0 || had && b.sign*o <= b.sign*n || b.sign < 0 && n <= 0
		w.restricts(p, b.check, size(o, had), size(n, has), safe, "the new bound allows all values of the old one", probe{
			about: "objects with a size beyond the new bound", edit: func(node map[string]any) { node[b.opposite] = n + b.sign },
		})
	}
	if o, n := p.old.UniqueItems(), p.upgraded.UniqueItems(); o != n {
		w.restricts(p, "uniqueItems", o, n, !n, "elements may be repeated", probe{about: "lists with an element twice", edit: atLeast("minItems"), after: twice(nil)})
	}
}

func size(v int64, ok bool) any {
	if !ok {
		return nil
	}
	return v
}
