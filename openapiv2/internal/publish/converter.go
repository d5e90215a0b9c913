package publish

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/structural"
)

// converter converts the schema of one version. Equal subtrees of a schema are
// one node: it is converted once, and shared inside of the document.
type converter struct {
	form     Form
	metadata spec.Schema                         // of embedded resources and of the kind itself
	placed   map[*structural.Schema]place        // of properties
	done     map[*structural.Schema]*spec.Schema // of other nodes
}

// place is where the property is that a node was converted to: schemas are
// large, and Go's maps hold their own copies.
type place struct {
	properties map[string]spec.Schema
	name       string
}

// typical is how many nodes with fields a schema has, more or less.
const typical = 32

func newConverter(form Form) *converter {
	return &converter{
		form:     form,
		metadata: shared()[form].metadata,
		placed:   make(map[*structural.Schema]place, typical),
		done:     make(map[*structural.Schema]*spec.Schema, typical),
	}
}

// child converts items and additional properties.
func (c *converter) child(s *structural.Schema) *spec.Schema {
	if out := c.done[s]; out != nil {
		return out
	}
	out := &spec.Schema{}
	if p, found := c.placed[s]; found {
		*out = p.properties[p.name]
	} else {
		c.field(out, s)
	}
	if s.Repeated() {
		c.done[s] = out
	}
	return out
}

// property converts a property. One with nothing below it is not worth
// remembering: a document has thousands of those.
func (c *converter) property(out map[string]spec.Schema, name string, s *structural.Schema) {
	if s.Repeated() && (s.HoldsFields() || s.EmbeddedResource()) {
		if p, found := c.placed[s]; found {
			out[name] = p.properties[p.name]
			return
		}
		c.placed[s] = place{out, name}
	}
	var field spec.Schema
	c.field(&field, s)
	out[name] = field
}

// field converts a node that is no root.
func (c *converter) field(out *spec.Schema, s *structural.Schema) {
	c.node(out, s)
	c.embed(out, s)
}
