package apply

import (
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/structural"
)

// The names of types: of values without a schema, and of objects. The merge library knows
// deducedName.
const (
	untypedName = "__untyped_atomic_"
	deducedName = "__untyped_deduced_"
	objectName  = "object"
)

// scalars of types. The type of a node points to them.
var (
	untyped = schema.Scalar("untyped")
	numeric = schema.Numeric
	text    = schema.String
	boolean = schema.Boolean
)

// untypedRef returns the type of values without a schema that are replaced as a whole.
func untypedRef() schema.TypeRef { return named(untypedName) }

// deducedRef returns the type of values without a schema whose maps are merged.
func deducedRef() schema.TypeRef { return named(deducedName) }

func named(name string) schema.TypeRef { return schema.TypeRef{NamedType: &name} }

func inlined(a schema.Atom) schema.TypeRef { return schema.TypeRef{Inlined: a} }

// typesOf returns the types of objects with schema s: the one called objectName and those
// that it refers to. If preserve is set, unknown fields are allowed everywhere, as in
// definitions with preserveUnknownFields. A schema that is not structural specifies
// nothing.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, BuildOpenAPIV3;
// k8s.io/kube-openapi/pkg/schemaconv, ToSchemaFromOpenAPI.
func typesOf(s *structural.Schema, preserve bool) *schema.Schema {
	root := schema.Atom{Map: &schema.Map{ElementType: deducedRef()}}
	if specifies(s) {
		b := builder{nodes: map[node]schema.Atom{}, metadata: metadataType(preserve)}
		root = b.root(s, preserve)
	}
	return &schema.Schema{Types: []schema.TypeDef{
		{Name: objectName, Atom: root},
		{Name: untypedName, Atom: schema.Atom{
			Scalar: &untyped,
			List:   &schema.List{ElementType: untypedRef(), ElementRelationship: schema.Atomic},
			Map:    &schema.Map{ElementType: untypedRef(), ElementRelationship: schema.Atomic},
		}},
		{Name: deducedName, Atom: schema.Atom{
			Scalar: &untyped,
			List:   &schema.List{ElementType: untypedRef(), ElementRelationship: schema.Atomic},
			Map:    &schema.Map{ElementType: deducedRef(), ElementRelationship: schema.Separable},
		}},
	}}
}

// specifies reports whether s is a schema from which the server makes types.
func specifies(s *structural.Schema) bool {
	return s != nil && !s.Holds(facts.Unsupported) && !s.Holds(facts.OtherTypes) && len(structural.Check(s)) == 0
}

// builder builds the types of one schema. Equal subtrees of the schema are one node, and
// so are their types.
type builder struct {
	nodes    map[node]schema.Atom
	metadata schema.TypeRef
}

// node is a schema at a place where unknown fields are preserved or not. Descendants
// inherit x-kubernetes-preserve-unknown-fields here, unlike in pruning.
type node struct {
	schema   *structural.Schema
	preserve bool
}

// root returns the type of objects with schema s, to which the server adds apiVersion,
// kind and metadata.
func (b *builder) root(s *structural.Schema, preserve bool) schema.Atom {
	return schema.Atom{Map: b.object(s, preserve || s.PreservesUnknownFields(), true)}
}

// typeOf returns the type of values with schema s.
func (b *builder) typeOf(s *structural.Schema, preserve bool) schema.TypeRef {
	at := node{s, preserve || s.PreservesUnknownFields()}
	a, found := b.nodes[at]
	if !found {
		a = b.build(s, at.preserve)
		b.nodes[at] = a
	}
	return inlined(a)
}

func (b *builder) build(s *structural.Schema, preserve bool) schema.Atom {
	switch s.Type() {
	case structural.NoType:
		return schema.Atom{Scalar: &untyped, List: b.list(s, preserve), Map: b.object(s, preserve, s.EmbeddedResource())}
	case structural.Object:
		return schema.Atom{Map: b.object(s, preserve, s.EmbeddedResource())}
	case structural.Array:
		return schema.Atom{List: b.list(s, preserve)}
	default:
		return schema.Atom{Scalar: scalarOf(s)}
	}
}

func scalarOf(s *structural.Schema) *schema.Scalar {
	switch {
	case s.Type() == structural.Integer, s.Type() == structural.Number:
		return &numeric
	case s.Type() == structural.Boolean:
		return &boolean
	case s.Type() == structural.String && (s.Format() == "" || s.Format() == "byte"):
		return &text
	default:
		return &untyped
	}
}

// object returns the type of maps with schema s. A resource has apiVersion, kind and
// metadata, whatever s says about them.
func (b *builder) object(s *structural.Schema, preserve, resource bool) *schema.Map {
	m := &schema.Map{ElementRelationship: mapRelationship(s)}
	for name, property := range s.Properties() {
		m.Fields = append(m.Fields, schema.StructField{Name: name, Type: b.typeOf(property, preserve), Default: property.Default()})
	}
	if resource {
		m.Fields = withResource(m.Fields, b.metadata)
	}
	switch {
	case s.AdditionalProperties() != nil:
		m.ElementType = b.typeOf(s.AdditionalProperties(), preserve)
	case s.AllowsAdditional(), !s.DeniesAdditional() && (preserve || len(m.Fields) == 0):
		m.ElementType = deducedRef()
	}
	return m
}

// withResource returns fields with those of a resource instead of any of these names.
func withResource(fields []schema.StructField, metadata schema.TypeRef) []schema.StructField {
	own := []schema.StructField{
		{Name: "apiVersion", Type: inlined(schema.Atom{Scalar: &text})},
		{Name: "kind", Type: inlined(schema.Atom{Scalar: &text})},
		{Name: "metadata", Type: metadata},
	}
	for _, f := range fields {
		if f.Name != "apiVersion" && f.Name != "kind" && f.Name != "metadata" {
			own = append(own, f)
		}
	}
	return own
}

func mapRelationship(s *structural.Schema) schema.ElementRelationship {
	switch kind, _ := s.MapType(); kind {
	case "atomic":
		return schema.Atomic
	case "granular":
		return schema.Separable
	default:
		return ""
	}
}

// list returns the type of lists with schema s.
func (b *builder) list(s *structural.Schema, preserve bool) *schema.List {
	l := &schema.List{ElementRelationship: schema.Atomic, ElementType: untypedRef()}
	if items := s.Items(); items != nil {
		l.ElementType = b.typeOf(items, preserve)
	}
	switch kind, _ := s.ListType(); kind {
	case "set":
		l.ElementRelationship = schema.Associative
	case "map":
		l.ElementRelationship = schema.Associative
		l.Keys = s.ListMapKeys()
		l.ElementType = withAbsentKeys(l.ElementType, l.Keys)
	}
	return l
}

// absent is the value of a key that an element of a keyed list does not have and that has
// no default. The merge library refuses such elements, later versions of it do not. It
// is not a JSON value, so that it equals itself only.
type absent struct{}

// withAbsentKeys returns the type of the elements of a keyed list in which each key has
// a default.
func withAbsentKeys(t schema.TypeRef, keys []string) schema.TypeRef {
	if t.Inlined.Map == nil {
		return t
	}
	m := &schema.Map{ElementRelationship: t.Inlined.Map.ElementRelationship, ElementType: t.Inlined.Map.ElementType}
	m.Fields = append(m.Fields, t.Inlined.Map.Fields...)
	for i, f := range m.Fields {
		for _, key := range keys {
			if f.Name == key && f.Default == nil {
				m.Fields[i].Default = absent{}
			}
		}
	}
	t.Inlined.Map = m
	return t
}
