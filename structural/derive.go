package structural

import "github.com/seed95800270/crdschema/internal/facts"

// MapDefaults is s with other defaults. replace is called once for every
// default that defaulting can reach: those of the root and, below it, of
// properties, items and additionalProperties, a node before what is below it,
// additionalProperties before items before properties in byte order. Branches
// of allOf, anyOf, oneOf and not are not visited.
//
// replace gets the place of the default and a copy of it. It returns the default
// to have instead and true, or false to leave the default as it is. A nil
// default is none. The value must be normalised (see [Normalize]); it is copied.
//
// s is not changed. The result shares every node with s that has no changed
// default in or below it, and is s itself if there is none.
func MapDefaults(s *Schema, replace func(at Place, value any) (any, bool)) *Schema {
	var d deriver
	d.skip = func(s *Schema) bool { return !s.Holds(facts.Defaults) }
	d.node = func(s *Schema) *Schema {
		if s.def == nil {
			return s
		}
		value, changed := replace(Place{&d}, Clone(s.def))
		if !changed {
			return s
		}
		out := *s
		out.def = Clone(value)
		return &out
	}
	return d.derive(s)
}

// Place is where [MapDefaults] has come to. It is valid during one call of the
// function that gets it: nothing is copied that is not asked for.
type Place struct{ deriver *deriver }

// Path is where in an object the default would stand: a field for a property,
// the key "*" for additionalProperties and the index 0 for items. It takes as
// much time and memory as it is long.
func (p Place) Path() Path { return p.deriver.path.Append() }

// deriver makes a schema out of another one. It visits the nodes that shape
// values, not the branches of junctors.
type deriver struct {
	// path is where a value governed by the current node stands.
	path Path
	// skip tells whether a whole subtree stays as it is; nil: never.
	skip func(*Schema) bool
	// node returns the node itself or a changed shallow copy.
	node func(*Schema) *Schema
	// done has what became of nodes, so that what was one node stays one; nil if
	// that depends on where a node stands.
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

// rebuild is the node with what became of it and of what is below it.
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

func (d *deriver) below(step Step, s *Schema) *Schema {
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

// Unfold is s with every int-or-string spelled out: a node with
// x-kubernetes-int-or-string that does not say so already gets an anyOf of an
// integer and a string, or, where it has an anyOf, an allOf with that anyOf in
// front of its other branches. Branches are not visited: the keyword must not
// stand there.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to unfold.
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

// valueFlags are the keywords of valueValidation that are kept as flags.
const valueFlags = exclusiveMaximum | exclusiveMinimum | uniqueItems

// StripValueValidations is s without the keywords that restrict values and do
// not shape them: format, pattern, enum, required, all bounds, uniqueItems and
// the junctors. Type, default, nullable and the x-kubernetes keywords stay,
// validation rules included.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to strip.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.StripValueValidations.
func (s *Schema) StripValueValidations() *Schema {
	d := deriver{done: map[*Schema]*Schema{}, node: func(s *Schema) *Schema {
		if !s.RestrictsValues() {
			return s
		}
		out := *s
		out.value = nil
		out.flags &^= valueFlags
		return &out
	}}
	return d.derive(s)
}

// StripNullable is s with nullable taken from every node; branches of junctors
// are not visited.
//
// s is not changed. The result shares untouched nodes with s, and is s itself
// if there is nothing to strip.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.StripNullable.
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
