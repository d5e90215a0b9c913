package structural

import (
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// MapDefaults returns s with its defaults replaced. It calls replace once for every
// default that defaulting can reach: at the root and, below it, at properties, items and
// additionalProperties; a node before those below it, and additionalProperties before
// items before properties in byte order. Branches of allOf, anyOf, oneOf and not are not
// visited.
//
// replace gets a copy of the default. It returns the new default, normalized (see
// [Normalize]), and true, or false to keep the old one; nil removes the default. The new
// default is copied. path, valid during the call, returns the path of the default in an
// object: a field for a property, the key "*" for additionalProperties and the index 0 for
// items.
//
// The result shares every node with s unless it or a node below it has a changed default.
func MapDefaults(s *Schema, replace func(path func() Path, value any) (any, bool)) *Schema {
	d := deriver{skip: func(s *Schema) bool { return !s.Holds(facts.Defaults) }}
	path := func() Path { return d.path.Append() }
	d.node = func(s *Schema) *Schema {
		if s.def == nil {
			return s
		}
		value, changed := replace(path, Clone(s.def))
		if !changed {
			return s
		}
		out := *s
		out.def = Clone(value)
		return &out
	}
	return d.derive(s)
}

// deriver derives a schema from another one. It does not visit branches of allOf,
// anyOf, oneOf and not.
type deriver struct {
	// path is the path of a value that the current node specifies.
	path Path
	// skip reports whether a whole subtree stays as it is; nil if none does.
	skip func(*Schema) bool
	// node returns the node itself or a changed shallow copy.
	node func(*Schema) *Schema
	// done maps repeated nodes to their results, so that each is rebuilt once; nil
	// if the result depends on the path.
	done map[*Schema]*Schema
}

func (d *deriver) derive(s *Schema) *Schema {
	if s == nil || d.skip != nil && d.skip(s) {
		return s
	}
	if d.done == nil || !s.Holds(facts.Repeated) {
		return d.rebuild(s)
	}
	if out := d.done[s]; out != nil {
		return out
	}
	out := d.rebuild(s)
	d.done[s] = out
	return out
}

func (d *deriver) rebuild(s *Schema) *Schema {
	out := d.node(s)
	additional := d.below(Key("*"), s.additional)
	items := d.below(Index(0), s.items)
	properties, changed := d.properties(s.properties)
	changed = changed || additional != s.additional || items != s.items
	switch {
	case !changed && out == s:
		return s
	case out == s:
		node := *s
		out = &node
	}
	out.additional, out.items, out.properties = additional, items, properties
	return out.seal()
}

func (d *deriver) below(step field.Step, s *Schema) *Schema {
	if s == nil {
		return nil
	}
	d.path = append(d.path, step)
	out := d.derive(s)
	d.path = d.path[:len(d.path)-1]
	return out
}

func (d *deriver) properties(in []property) (out []property, changed bool) {
	out = in
	for i, p := range in {
		schema := d.below(Field(p.name), p.schema)
		if schema == p.schema {
			continue
		}
		if !changed {
			out, changed = append([]property(nil), in...), true
		}
		out[i].schema = schema
	}
	return out, changed
}

// Unfold returns s with every int-or-string spelled out. A node with
// x-kubernetes-int-or-string that does not spell it out already gets an anyOf of an
// integer and a string or, if it has another anyOf, an allOf whose first branch has that
// anyOf. Branches are not visited: the keyword is not allowed there.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.Unfold.
func (s *Schema) Unfold() *Schema {
	d := deriver{
		skip: func(s *Schema) bool { return !s.Holds(facts.IntOrString) },
		node: (*Schema).unfoldNode,
		done: map[*Schema]*Schema{},
	}
	return d.derive(s)
}

func (s *Schema) unfoldNode() *Schema {
	inAnyOf, inFirstAllOf := s.spellsIntOrString()
	if !s.has(intOrString) || inAnyOf || inFirstAllOf {
		return s
	}
	out, v, j := *s, s.validation(), s.junctors()
	pair := []*Schema{(&Schema{typ: Integer}).seal(), (&Schema{typ: String}).seal()}
	if len(j.anyOf) == 0 {
		j.anyOf = pair
	} else {
		branch := &Schema{value: &valueValidation{junctors: &junctors{anyOf: pair}}}
		j.allOf = append([]*Schema{branch.seal()}, j.allOf...)
	}
	v.junctors = &j
	out.value = &v
	return &out
}

// StripValueValidations returns s without the keywords that only restrict values: format,
// pattern, enum, required, all bounds, uniqueItems, allOf, anyOf, oneOf and not. Type,
// default, nullable and the x-kubernetes keywords stay, validation rules included.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.StripValueValidations.
func (s *Schema) StripValueValidations() *Schema {
	d := deriver{done: map[*Schema]*Schema{}, node: func(s *Schema) *Schema {
		if !s.Holds(facts.Restrictions) {
			return s
		}
		out := *s
		out.value = nil
		out.flags &^= valueFlags
		return &out
	}}
	return d.derive(s)
}

// StripNullable returns s without nullable. Branches of allOf, anyOf, oneOf and not are
// not visited.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.StripNullable.
func (s *Schema) StripNullable() *Schema {
	d := deriver{done: map[*Schema]*Schema{}, node: func(s *Schema) *Schema {
		if !s.has(nullable) {
			return s
		}
		out := *s
		out.flags &^= nullable
		return &out
	}}
	return d.derive(s)
}
