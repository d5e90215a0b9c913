package publish

import (
	"slices"

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

// node converts what a node and the nodes below it say. Version 2 loses the
// branches of junctors, defaults, and what kubectl could not cope with around
// null and unknown fields.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// Structural.ToKubeOpenAPI; pkg/controller/openapi/v2, ToStructuralOpenAPIV2.
func (c *converter) node(out *spec.Schema, s *structural.Schema) {
	out.Description, out.Title = s.Description(), s.Title()
	if docs := s.ExternalDocs(); docs != nil {
		out.ExternalDocs = &spec.ExternalDocumentation{Description: docs.Description, URL: docs.URL}
	}
	out.Example = s.Example()
	values(out, s)
	extensions(out, s)
	if c.form == V3 {
		c.faithful(out, s)
	} else {
		c.lossy(out, s)
	}
}

func (c *converter) faithful(out *spec.Schema, s *structural.Schema) {
	setType(out, s)
	out.Nullable = s.Nullable()
	out.Default = s.Default()
	c.inside(out, s)
	c.additional(out, s)
	c.junctors(out, s)
}

// lossy is for version 2. The order matters: a list without items is left
// without a type.
func (c *converter) lossy(out *spec.Schema, s *structural.Schema) {
	open := s.PreservesUnknownFields()
	inside := !s.Nullable() && !open
	if inside {
		c.inside(out, s)
		out.Required = slices.DeleteFunc(out.Required, func(name string) bool { return s.Property(name).Nullable() })
	}
	untyped := s.Nullable() || out.Items == nil && s.Type() == structural.Array || open && s.Type() == structural.Object
	if !untyped {
		setType(out, s)
	}
	if s.AdditionalProperties().Nullable() {
		out.Required = nil
	}
	c.additional(out, s)
}

// types are the types that a schema names, made once.
var types = func() (out [structural.OtherType]spec.StringOrArray) {
	for t, name := range map[structural.Type]string{
		structural.Array: "array", structural.Boolean: "boolean", structural.Integer: "integer",
		structural.Number: "number", structural.Object: "object", structural.String: "string",
	} {
		out[t] = spec.StringOrArray{name}
	}
	return out
}()

func setType(out *spec.Schema, s *structural.Schema) {
	if t := s.Type(); t < structural.OtherType {
		out.Type = types[t]
	}
}

// inside converts properties and items.
func (c *converter) inside(out *spec.Schema, s *structural.Schema) {
	if items := s.Items(); items != nil {
		out.Items = &spec.SchemaOrArray{Schema: c.child(items)}
	}
	n := s.NumProperties()
	if n == 0 {
		return
	}
	out.Properties = make(map[string]spec.Schema, n)
	for i := range n {
		name, property := s.PropertyAt(i)
		if s.EmbeddedResource() && slices.Contains(ofResources, name) {
			continue // embed is going to say what it is
		}
		c.property(out.Properties, name, property)
	}
}

func (c *converter) additional(out *spec.Schema, s *structural.Schema) {
	if additional := s.AdditionalProperties(); additional != nil {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: c.child(additional)}
	} else if s.AllowsAdditional() || s.DeniesAdditional() {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: s.AllowsAdditional()}
	}
}

func (c *converter) junctors(out *spec.Schema, s *structural.Schema) {
	out.AllOf, out.AnyOf, out.OneOf = c.branches(s.AllOf()), c.branches(s.AnyOf()), c.branches(s.OneOf())
	if not := s.Not(); not != nil {
		branch := c.branch(not)
		out.Not = &branch
	}
}

func (c *converter) branches(list []*structural.Schema) []spec.Schema {
	if len(list) == 0 {
		return nil
	}
	out := make([]spec.Schema, len(list))
	for i, s := range list {
		out[i] = c.branch(s)
	}
	return out
}

// branch converts a branch of a junctor. additionalProperties is lost there:
// only false may be said, and a server does not keep it.
func (c *converter) branch(s *structural.Schema) spec.Schema {
	out := spec.Schema{}
	values(&out, s)
	extensions(&out, s)
	setType(&out, s)
	if items := s.Items(); items != nil {
		item := c.branch(items)
		out.Items = &spec.SchemaOrArray{Schema: &item}
	}
	if n := s.NumProperties(); n > 0 {
		out.Properties = make(map[string]spec.Schema, n)
		for i := range n {
			name, property := s.PropertyAt(i)
			out.Properties[name] = c.branch(property)
		}
	}
	c.junctors(&out, s)
	return out
}
