package compat

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// compare collects the changes at a node and below it.
func (w *walker) compare(p pair) {
	if p.old == p.upgraded || w.err != nil {
		return
	}
	if w.steps--; w.steps < 0 || len(w.changes) >= mostChanges {
		w.steps = -1
		return
	}
	if w.err = w.ctx.Err(); w.err != nil {
		return
	}
	p.resource = p.resource || p.old.EmbeddedResource() && p.upgraded.EmbeddedResource()
	w.stack = append(w.stack, p)
	defer func() { w.stack = w.stack[:len(w.stack)-1] }()
	if !w.compareTypes(p) {
		return
	}
	w.compareValues(p)
	w.compareShape(p)
	w.compareFields(p)
	w.compareItems(p)
	w.compareRules(p)
}

// compareItems compares the elements of lists.
func (w *walker) compareItems(p pair) {
	o, n := p.old.Items(), p.upgraded.Items()
	if o == nil && n == nil {
		return
	}
	w.compare(p.child(o, n, item, structural.Field("items")))
}

func (p pair) child(o, n *structural.Schema, step string, at ...field.Step) pair {
	return pair{old: o, upgraded: n, oldPath: p.oldPath.Append(at...), path: p.path.Append(at...), steps: append(slices.Clone(p.steps), step)}
}

// compareFields compares the fields that either schema specifies.
func (w *walker) compareFields(p pair) {
	names := map[string]bool{}
	for name := range p.old.Properties() {
		names[name] = true
	}
	for name := range p.upgraded.Properties() {
		names[name] = true
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	for _, name := range sorted {
		w.compareField(p, name)
	}
	w.compareAdditional(p)
}

func (w *walker) compareField(p pair, name string) {
	o, from := p.old.Field(name)
	n, to := p.upgraded.Field(name)
	c := p.field(name, from, to)
	c.old, c.upgraded = o, n
	switch {
	case p.resource && (name == "apiVersion" || name == "kind" || name == "metadata"):
		w.compareSystemField(c, name)
	case from == structural.Undeclared && to == structural.Undeclared:
	case to == structural.Undeclared || to == structural.FromAdditional && n == nil:
		w.removed(p, c)
	case from == structural.Undeclared || from == structural.FromAdditional && o == nil:
		w.added(p, c)
	default:
		w.compare(c)
	}
}

// field returns the pair of a field, whose path in a schema is the path of the keyword that specifies it.
func (p pair) field(name string, from, to structural.FieldSource) pair {
	at := func(path structural.Path, source structural.FieldSource) structural.Path {
		if source == structural.FromAdditional {
			return path.Append(structural.Field("additionalProperties"))
		}
		return path.Append(structural.Field("properties"), structural.Key(name))
	}
	return pair{oldPath: at(p.oldPath, from), path: at(p.path, to), steps: append(slices.Clone(p.steps), name)}
}

// compareSystemField compares what a schema says about apiVersion, kind or metadata of a resource.
// The server keeps them regardless.
func (w *walker) compareSystemField(c pair, name string) {
	typ := "string"
	if name == "metadata" {
		typ = "object"
	}
	base, _, err := structural.FromMap(w.ctx, map[string]any{"type": typ})
	if err != nil {
		w.err = err
		return
	}
	if c.old == nil {
		c.old = base
	}
	if c.upgraded == nil {
		c.upgraded = base
	}
	if name == "metadata" {
		c.resource = false
		w.stack = append(w.stack, c)
		defer func() { w.stack = w.stack[:len(w.stack)-1] }()
		for _, known := range []string{"name", "generateName"} {
			o, n := c.old.Property(known), c.upgraded.Property(known)
			text, _, _ := structural.FromMap(w.ctx, map[string]any{"type": "string"})
			inner := c.field(known, structural.FromProperties, structural.FromProperties)
			if inner.old = o; o == nil {
				inner.old = text
			}
			if inner.upgraded = n; n == nil {
				inner.upgraded = text
			}
			w.compare(inner)
		}
		return
	}
	w.compare(c)
}

// removed adds the removal of a field.
func (w *walker) removed(p, c pair) {
	ch := &change{pair: c, check: "properties", from: c.old.TypeName(), alters: true,
		probes: []probe{{about: "objects with the field"}}}
	switch {
	case c.old == nil && !keepsUnknown(p.old):
		return
	case keepsUnknown(p.upgraded):
		ch.reason = "the new schema keeps undeclared fields"
		if c.old.Holds(facts.Defaults) {
			ch.possible = []Effect{Defaults}
			ch.probes = append(ch.probes, probe{about: "objects without the field", above: true, after: nil})
		}
	default:
		ch.possible = []Effect{Drops}
	}
	ch.path = nil
	w.altered(ch)
}

// keepsUnknown reports whether undeclared fields of an object with schema s are stored.
func keepsUnknown(s *structural.Schema) bool {
	return s.PreservesUnknownFields() || s.AllowsAdditional() && s.AdditionalProperties() == nil
}

// added adds a new field. The old CRD accepted objects with it only if it kept undeclared fields.
func (w *walker) added(p, c pair) {
	ch := &change{pair: c, check: "properties", to: c.upgraded.TypeName(), reason: "the old CRD stored no such field"}
	if keepsUnknown(p.old) {
		if bare(c.upgraded) {
			ch.reason = "the new schema of the field accepts and keeps everything"
		} else {
			ch.reason, ch.possible = "", []Effect{Refuses, Drops}
			for _, v := range []any{"wrong", int64(1), true, map[string]any{"undeclared": "a"}, []any{"a"}} {
				ch.probes = append(ch.probes, probe{about: "objects with a value of another type", above: true, after: w.setField(c, v)})
			}
		}
		ch.alters = true
	}
	if c.upgraded.HasDefault() {
		ch.possible, ch.alters, ch.reason = append(ch.possible, Defaults), true, ""
		ch.check, ch.to = "default", c.upgraded.Default()
		ch.probes = append(ch.probes, probe{about: "objects without the field", above: true, after: nil})
	}
	ch.oldPath = nil
	w.add(ch)
}

func (w *walker) setField(c pair, v any) func(any) any {
	name := c.steps[len(c.steps)-1]
	return func(parent any) any {
		if m, ok := parent.(map[string]any); ok {
			m[name] = v
		}
		return parent
	}
}

// bare reports whether a schema accepts every value and keeps it.
func bare(s *structural.Schema) bool {
	m := s.Map()
	return len(m) == 0 || len(m) == 1 && s.PreservesUnknownFields()
}

// compareAdditional compares the values of maps.
func (w *walker) compareAdditional(p pair) {
	o, n := p.old.AdditionalProperties(), p.upgraded.AdditionalProperties()
	at := structural.Field("additionalProperties")
	c := p.child(o, n, entry, at)
	switch {
	case o != nil && n != nil:
		w.compare(c)
	case o != nil && keepsUnknown(p.upgraded):
		ch := &change{pair: c, check: "additionalProperties", from: o.TypeName(), reason: "the new schema keeps all fields"}
		if o.Holds(facts.Defaults) {
			ch.possible, ch.alters = []Effect{Defaults}, true
		}
		w.add(ch)
	case o != nil:
		w.altered(&change{pair: c, check: "additionalProperties", from: o.TypeName(), possible: []Effect{Drops},
			probes: []probe{{about: "objects with a key"}}})
	case n != nil && keepsUnknown(p.old) && !bare(n):
		ch := &change{pair: c, check: "additionalProperties", to: n.TypeName(), possible: []Effect{Refuses, Drops}, alters: true}
		for _, v := range []any{"wrong", int64(1), map[string]any{"undeclared": "a"}, []any{"a"}} {
			ch.probes = append(ch.probes, probe{about: "maps with a value of another type", above: true, after: func(parent any) any {
				if m, ok := parent.(map[string]any); ok {
					m["a"] = v
				}
				return parent
			}})
		}
		w.add(ch)
	case n != nil:
		w.add(&change{pair: c, check: "additionalProperties", to: n.TypeName(), reason: "the old CRD stored no such fields"})
	case p.old.AllowsAdditional() && !p.upgraded.AllowsAdditional() && !keepsUnknown(p.upgraded):
		w.altered(&change{pair: p, check: "additionalProperties", from: true, possible: []Effect{Drops, Refuses}, probes: []probe{unknownField}})
	}
	if p.upgraded.DeniesAdditional() && !p.old.DeniesAdditional() && p.old.PreservesUnknownFields() {
		w.add(&change{pair: p, check: "additionalProperties", to: false, possible: []Effect{Refuses, Drops}, probes: []probe{unknownField}})
	}
}

// unknownField adds a field that no schema declares.
var unknownField = probe{about: "objects with an undeclared field", after: func(v any) any {
	switch v := v.(type) {
	case map[string]any:
		v["undeclaredByAnySchema"] = "a"
		return v
	case nil:
		return map[string]any{"undeclaredByAnySchema": "a"}
	default:
		return v
	}
}}
