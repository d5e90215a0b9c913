package compat

import (
	"math"
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// compareValues compares the keywords that restrict values.
func (w *walker) compareValues(p pair) {
	before := len(w.changes)
	w.compareEnum(p)
	w.compareFormat(p)
	w.comparePattern(p)
	w.compareNumbers(p)
	w.compareSizes(p)
	w.compareRequired(p)
	w.compareBranches(p)
	w.finite(p, w.changes[before:])
}

// restricts adds a change of a keyword: safe is whether every value that the old schema accepts
// satisfies the new keyword.
func (w *walker) restricts(p pair, check string, from, to any, safe bool, reason string, probes ...probe) {
	c := &change{pair: p, check: check, from: from, to: to}
	if safe {
		c.reason = reason
	} else {
		c.possible, c.probes = []Effect{Refuses}, append(probes, probe{about: "objects with a value"})
	}
	w.add(c)
}

// finite clears changes of a node whose old schema has few values, all of which the new one
// accepts.
func (w *walker) finite(p pair, changes []*change) {
	if !slices.ContainsFunc(changes, func(c *change) bool { return len(c.possible) > 0 }) {
		return
	}
	values := p.old.Enum()
	if values == nil && kindsOf(p.old) == booleans {
		values = []any{false, true}
	}
	if len(values) == 0 || len(values) > 1000 || kindsOf(p.old)&(objects|lists) != 0 {
		return
	}
	v := validation.Compile(p.upgraded)
	var refused []any
	for _, value := range values {
		ok, err := v.Valid(w.ctx, value)
		if err != nil || value == nil && !p.upgraded.Nullable() {
			return
		}
		if !ok {
			refused = append(refused, value)
		}
	}
	for _, c := range changes {
		switch {
		case len(c.possible) == 0:
		case len(refused) == 0:
			c.possible, c.reason = nil, "the new schema accepts all values of the old one"
		default:
			c.probes = append([]probe{{about: "objects with a value that the new schema refuses", edit: func(node map[string]any) { node["enum"] = refused }}}, c.probes...)
		}
	}
}

func (w *walker) compareEnum(p pair) {
	o, n := p.old.Enum(), p.upgraded.Enum()
	removed := missing(o, n)
	switch {
	case len(o) == len(n) && len(removed) == 0 && len(missing(n, o)) == 0:
	case n == nil:
		w.restricts(p, "enum", o, nil, true, "all values are allowed")
	case o == nil:
		w.restricts(p, "enum", nil, n, false, "", probe{about: "objects with other values", edit: not(map[string]any{"enum": n})})
	default:
		w.restricts(p, "enum", o, n, len(removed) == 0, "all values of the old list are in the new one",
			probe{about: "objects with a removed value", edit: func(node map[string]any) { node["enum"] = removed }})
	}
}

func missing(all, from []any) []any {
	return slices.DeleteFunc(slices.Clone(all), func(v any) bool {
		return slices.ContainsFunc(from, func(x any) bool { return structural.Equal(x, v) })
	})
}

// not returns an edit that excludes the values of a schema.
func not(schema map[string]any) func(map[string]any) {
	return func(node map[string]any) {
		if node["not"] == nil {
			node["not"] = schema
			return
		}
		list, _ := node["allOf"].([]any)
		node["allOf"] = append(slices.Clone(list), map[string]any{"not": schema})
	}
}

func (w *walker) compareFormat(p pair) {
	o, n := p.old.Format(), p.upgraded.Format()
	if o == n {
		return
	}
	safe := n == "" || n == "password" || o == "int32" && n == "int64" || o == "float" && n == "double" || n == "double" && kindsOf(p.old) == numbers ||
		n == "int64" && kindsOf(p.old) == integers && kindsOf(p.upgraded) == integers
	before := len(w.changes)
	w.restricts(p, "format", o, n, safe, "the new format has all values of the old one",
		probe{about: "objects with other values", edit: not(map[string]any{"format": n})},
		probe{about: "objects with large numbers", edit: func(node map[string]any) {
			if node["type"] == "integer" || node["type"] == "number" {
				node["minimum"] = float64(math.MaxInt32) + 1
				delete(node, "format")
			}
		}},
		probe{about: "objects with a text of no format", edit: func(node map[string]any) {
			if node["type"] == "string" && node["enum"] == nil {
				node["pattern"] = "^[~!]{3}$"
			}
		}})
	if celFormats[o] != celFormats[n] || o != n && (celFormats[o] || celFormats[n]) {
		c := w.changes[before]
		w.changes = w.changes[:before]
		w.altered(c)
	}
}

// celFormats are the formats of strings that have a CEL type of their own.
var celFormats = map[string]bool{"byte": true, "duration": true, "date": true, "date-time": true, "datetime": true}

func (w *walker) comparePattern(p pair) {
	o, n := p.old.Pattern(), p.upgraded.Pattern()
	if o == n {
		return
	}
	safe := n == "" || n == ".*" || n == "^" || kindsOf(p.old)&texts == 0
	w.restricts(p, "pattern", o, n, safe, "the new pattern matches every text",
		probe{about: "objects with texts that do not match", edit: not(map[string]any{"pattern": n})},
		probe{about: "objects with a longer text", after: func(v any) any {
			if s, ok := v.(string); ok {
				return s + "~!"
			}
			return v
		}},
		probe{about: "objects with an empty text", after: func(any) any { return "" }})
}

func (w *walker) compareRequired(p pair) {
	o, n := p.old.Required(), p.upgraded.Required()
	slices.Sort(n)
	for _, name := range slices.Compact(n) {
		if slices.Contains(o, name) {
			continue
		}
		c := &change{pair: p, check: "required", to: name, required: name, possible: []Effect{Refuses}}
		before, _ := p.old.Field(name)
		if after, _ := p.upgraded.Field(name); after.HasDefault() {
			c.possible, c.reason = nil, "the field has a default"
		} else if before.HasDefault() {
			c.reason = ""
		}
		c.probes = []probe{{about: "objects without the field", after: func(v any) any {
			if m, ok := v.(map[string]any); ok {
				delete(m, name)
			}
			return v
		}}, {about: "objects without the field", edit: not(map[string]any{"required": []any{name}})}}
		w.add(c)
	}
	slices.Sort(o)
	for _, name := range slices.Compact(o) {
		if !slices.Contains(n, name) {
			w.add(&change{pair: p, check: "required", from: name, reason: "the field is optional now"})
		}
	}
}
