package structural

import (
	"reflect"
	"slices"
)

// sharing makes one node of equal ones while a schema is read. Definitions
// repeat themselves: a pod template alone has three lists of containers.
// Children are shared before their parents, so that two nodes are equal exactly
// if what they say themselves is, and their children are the same nodes.
type sharing struct {
	known nodeTable
	// children is the sum of the hashes of what is below the current node, in
	// which order ever it is read.
	children uint64
	// finished is the hash of the node that was finished last.
	finished uint64
}

// beginNode begins to count children and returns the count so far.
func (sh *sharing) beginNode() (outer uint64) {
	outer, sh.children = sh.children, 0
	return outer
}

// endNode adds a finished node to the children of the node around it.
func (sh *sharing) endNode(outer uint64) { sh.children = outer + sh.finished }

// same is a node read before that equals s, or else s, to be found from now on.
func (sh *sharing) same(s *Schema) (_ *Schema, found bool) {
	sh.finished = sh.hash(s)
	if other := sh.known.find(sh.finished, s); other != nil {
		return other, true
	}
	sh.known.add(sh.finished, s)
	return s, false
}

// equals compares two nodes whose children are shared. What seal derives is not
// compared.
func (s *Schema) equals(o *Schema) bool {
	return s.flags == o.flags && s.typ == o.typ && s.items == o.items && s.additional == o.additional &&
		equalSlices(s.properties, o.properties) && (s.def == nil && o.def == nil || Equal(s.def, o.def)) &&
		s.doc.equals(o.doc) && s.value.equals(o.value) && s.more.equals(o.more)
}

// A node may lack any of its parts.

func (v *valueValidation) equals(o *valueValidation) bool {
	if v == nil || o == nil {
		return v == o
	}
	return v.format == o.format && v.pattern == o.pattern && equalSlices(v.required, o.required) &&
		(v.enum == nil) == (o.enum == nil) && equalLists(v.enum, o.enum) &&
		(v.bounds == o.bounds || v.bounds != nil && o.bounds != nil && *v.bounds == *o.bounds) &&
		v.junctors.equals(o.junctors)
}

func (j *junctors) equals(o *junctors) bool {
	if j == nil || o == nil {
		return j == o
	}
	return equalSlices(j.allOf, o.allOf) && equalSlices(j.anyOf, o.anyOf) && equalSlices(j.oneOf, o.oneOf) && j.not == o.not
}

func (m *more) equals(o *more) bool {
	if m == nil || o == nil {
		return m == o
	}
	return alikePointers(m.listType, o.listType) && alikePointers(m.mapType, o.mapType) &&
		equalSlices(m.listMapKeys, o.listMapKeys) && m.otherType == o.otherType &&
		(m.rules == nil && o.rules == nil || reflect.DeepEqual(m.rules, o.rules)) &&
		m.legacy.equals(o.legacy)
}

func (l *legacy) equals(o *legacy) bool {
	if l == nil || o == nil {
		return l == o
	}
	return l.id == o.id && l.schemaURL == o.schemaURL && alikePointers(l.ref, o.ref) &&
		equalSlices(l.itemsList, o.itemsList) && alikePointers(l.additionalItems, o.additionalItems) &&
		equalSlices(l.patternProperties, o.patternProperties) && equalSlices(l.definitions, o.definitions) &&
		(l.dependencies == nil) == (o.dependencies == nil) && slices.EqualFunc(l.dependencies, o.dependencies, dependency.equals)
}

func (d dependency) equals(o dependency) bool {
	return d.name == o.name && d.schema == o.schema && equalSlices(d.properties, o.properties)
}

func (d *documentation) equals(o *documentation) bool {
	if d == nil || o == nil {
		return d == o
	}
	return d.description == o.description && d.title == o.title &&
		alikePointers(d.externalDocs, o.externalDocs) && Equal(d.example, o.example)
}

// equalSlices tells an absent list from an empty one.
func equalSlices[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}
