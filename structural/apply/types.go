package apply

import (
	"context"
	"slices"
	"strconv"

	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// The names of types: of values without a schema, as the merge library knows it, and of objects.
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

func untypedRef() schema.TypeRef { return named(untypedName) }

func deducedRef() schema.TypeRef { return named(deducedName) }

func named(name string) schema.TypeRef { return schema.TypeRef{NamedType: &name} }

func inlined(a schema.Atom) schema.TypeRef { return schema.TypeRef{Inlined: a} }

// typesOf returns the types of objects with schema s: objectName and the types that it refers
// to. If preserve is set, unknown fields are allowed everywhere. A schema that is not
// structural specifies nothing. The types are incomplete if w, the tracker of ctx, has failed.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, BuildOpenAPIV3;
// k8s.io/kube-openapi/pkg/schemaconv, ToSchemaFromOpenAPI.
func typesOf(ctx context.Context, w *work.Tracker, s *structural.Schema, preserve bool) *schema.Schema {
	b := builder{work: w, nodes: map[schemaNode]schema.TypeRef{}}
	root := schema.Atom{Map: &schema.Map{ElementType: deducedRef()}}
	if specifies(ctx, s) {
		b.metadata = b.add(metadataType(preserve).Inlined)
		root.Map = b.object(s, preserve || s.PreservesUnknownFields(), true)
	}
	return &schema.Schema{Types: append(b.types, withUntyped(root)...)}
}

func withUntyped(object schema.Atom) []schema.TypeDef {
	return []schema.TypeDef{
		{Name: objectName, Atom: object},
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
	}
}

func specifies(ctx context.Context, s *structural.Schema) bool {
	if s == nil || s.Holds(facts.Unsupported) || s.Holds(facts.OtherTypes) {
		return false
	}
	errs, err := structural.Check(ctx, s, structural.Resource)
	return len(errs) == 0 && err == nil
}

type builder struct {
	work     *work.Tracker
	nodes    map[schemaNode]schema.TypeRef
	metadata schema.TypeRef
	types    []schema.TypeDef
}

// add names a type: the merge library compares types at every value, and types with names by
// their names.
func (b *builder) add(a schema.Atom) schema.TypeRef {
	name := strconv.Itoa(len(b.types))
	b.types = append(b.types, schema.TypeDef{Name: name, Atom: a})
	return named(name)
}

// ref leaves a type that may be a scalar without a name: the merge library looks at untyped
// scalars in maps without one.
func (b *builder) ref(a schema.Atom) schema.TypeRef {
	if a.Scalar != nil {
		return inlined(a)
	}
	return b.add(a)
}

// schemaNode is a schema at a place where unknown fields are preserved or not. Descendants
// inherit x-kubernetes-preserve-unknown-fields here, unlike in pruning.
type schemaNode struct {
	schema   *structural.Schema
	preserve bool
}

func (b *builder) typeOf(s *structural.Schema, preserve bool) schema.TypeRef {
	if !b.work.Step(1) {
		return schema.TypeRef{}
	}
	at := schemaNode{s, preserve || s.PreservesUnknownFields()}
	t, found := b.nodes[at]
	if !found {
		t = b.ref(b.build(s, at.preserve))
		b.nodes[at] = t
	}
	return t
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

// object returns the type of maps with schema s. A resource has the server's apiVersion, kind
// and metadata, even if s declares them.
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

func (b *builder) list(s *structural.Schema, preserve bool) *schema.List {
	l := &schema.List{ElementRelationship: schema.Atomic, ElementType: untypedRef()}
	kind, _ := s.ListType()
	if kind == "set" || kind == "map" {
		l.ElementRelationship = schema.Associative
	}
	switch items := s.Items(); {
	case items == nil:
	case kind == "map":
		l.Keys = s.ListMapKeys()
		l.ElementType = b.ref(withAbsentKeys(b.build(items, preserve || items.PreservesUnknownFields()), l.Keys))
	default:
		l.ElementType = b.typeOf(items, preserve)
	}
	return l
}

// absent is the value of a key without default that an element of a keyed list lacks. The
// merge library refuses such elements, later versions do not. absent is not a JSON value and
// equals only itself.
type absent struct{}

func withAbsentKeys(t schema.Atom, keys []string) schema.Atom {
	if t.Map == nil {
		return t
	}
	for i, f := range t.Map.Fields {
		if f.Default == nil && slices.Contains(keys, f.Name) {
			t.Map.Fields[i].Default = absent{}
		}
	}
	return t
}
