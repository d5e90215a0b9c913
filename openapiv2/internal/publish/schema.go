package publish

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// converter converts the schema of one version. A node is converted once for all equal subtrees.
type converter struct {
	work         *work.Tracker
	form         Form
	metadata     spec.Schema                         // of embedded resources and of the kind itself
	propertyRefs map[*structural.Schema]propertyRef  // of properties
	converted    map[*structural.Schema]*spec.Schema // of other nodes
}

// propertyRef refers to a converted property: schemas are large, and Go maps hold their own copies.
type propertyRef struct {
	properties map[string]spec.Schema
	name       string
}

const nodeSteps = 16

const typicalNodes = 32

func newConverter(form Form, w *work.Tracker) *converter {
	return &converter{
		work:         w,
		form:         form,
		metadata:     shared()[form].metadata,
		propertyRefs: make(map[*structural.Schema]propertyRef, typicalNodes),
		converted:    make(map[*structural.Schema]*spec.Schema, typicalNodes),
	}
}

func (c *converter) child(s *structural.Schema) *spec.Schema {
	if out := c.converted[s]; out != nil {
		return out
	}
	out := &spec.Schema{}
	if p, found := c.propertyRefs[s]; found {
		*out = p.properties[p.name]
	} else {
		c.field(out, s)
	}
	if s.Holds(facts.Repeated) {
		c.converted[s] = out
	}
	return out
}

// property converts a property. It reuses the result only for a property with nodes below it,
// because a document has thousands of others.
func (c *converter) property(out map[string]spec.Schema, name string, s *structural.Schema) {
	if s.Holds(facts.Repeated) && (s.Holds(facts.Fields) || s.EmbeddedResource()) {
		if p, found := c.propertyRefs[s]; found {
			out[name] = p.properties[p.name]
			return
		}
		c.propertyRefs[s] = propertyRef{out, name}
	}
	var field spec.Schema
	c.field(&field, s)
	out[name] = field
}

func (c *converter) field(out *spec.Schema, s *structural.Schema) {
	c.node(out, s)
	c.embed(out, s)
}

// node converts a node and the nodes below it. Version 2 loses junctors and defaults, and in
// nodes that are nullable or preserve unknown fields also keywords that old versions of
// kubectl could not handle.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.ToKubeOpenAPI;
// pkg/controller/openapi/v2, ToStructuralOpenAPIV2.
func (c *converter) node(out *spec.Schema, s *structural.Schema) {
	if !c.work.Step(nodeSteps) {
		return
	}
	out.Description, out.Title = s.Description(), s.Title()
	if docs := s.ExternalDocs(); docs != nil {
		out.ExternalDocs = &spec.ExternalDocumentation{Description: docs.Description, URL: docs.URL}
	}
	out.Example = s.Example()
	values(out, s)
	extensions(out, s)
	if c.form == V3 {
		c.keywordsV3(out, s)
	} else {
		c.keywordsV2(out, s)
	}
}

func (c *converter) keywordsV3(out *spec.Schema, s *structural.Schema) {
	setType(out, s)
	out.Nullable = s.Nullable()
	out.Default = s.Default()
	c.children(out, s)
	c.additionalProperties(out, s)
	c.junctors(out, s)
}

// keywordsV2 converts the other keywords. The order matters: a list without items gets no
// type.
func (c *converter) keywordsV2(out *spec.Schema, s *structural.Schema) {
	open := s.PreservesUnknownFields()
	inside := !s.Nullable() && !open
	if inside {
		c.children(out, s)
		out.Required = slices.DeleteFunc(out.Required, func(name string) bool { return s.Property(name).Nullable() })
	}
	untyped := s.Nullable() || out.Items == nil && s.Type() == structural.Array || open && s.Type() == structural.Object
	if !untyped {
		setType(out, s)
	}
	if s.AdditionalProperties().Nullable() {
		out.Required = nil
	}
	c.additionalProperties(out, s)
}

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

func (c *converter) children(out *spec.Schema, s *structural.Schema) {
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
		if s.EmbeddedResource() && slices.Contains(typeMetaFields, name) {
			continue // embed adds it
		}
		c.property(out.Properties, name, property)
	}
}

func (c *converter) additionalProperties(out *spec.Schema, s *structural.Schema) {
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

// branch converts a branch without additionalProperties, as the server does: it may only be
// false.
func (c *converter) branch(s *structural.Schema) spec.Schema {
	out := spec.Schema{}
	if !c.work.Step(nodeSteps) {
		return out
	}
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
