package apply

import (
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// crdTypes returns the types of CustomResourceDefinitions.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, the OpenAPI definitions
// generated from it; k8s.io/kube-openapi/pkg/schemaconv, ToSchemaFromOpenAPI.
func crdTypes() *schema.Schema {
	b := crdTypeBuilder{built: map[*gotype.Type]schema.TypeRef{}}
	b.anything = b.define("JSON", schema.Atom{
		Scalar: &untyped,
		List:   &schema.List{ElementType: untypedRef(), ElementRelationship: schema.Atomic},
		Map:    &schema.Map{ElementType: deducedRef()},
	})
	root := schema.Atom{Map: b.structure(gotype.CRDv1)}
	return &schema.Schema{Types: append(b.types, withUntyped(root)...)}
}

// crdTypeBuilder names the types of structs: schemas contain schemas.
type crdTypeBuilder struct {
	types    []schema.TypeDef
	built    map[*gotype.Type]schema.TypeRef
	anything schema.TypeRef // of values with a decoder of their own
}

func (b *crdTypeBuilder) define(name string, a schema.Atom) schema.TypeRef {
	b.types = append(b.types, schema.TypeDef{Name: name, Atom: a})
	return named(name)
}

func (b *crdTypeBuilder) structure(t *gotype.Type) *schema.Map {
	m := &schema.Map{}
	for _, f := range t.Fields {
		m.Fields = append(m.Fields, schema.StructField{Name: f.Name, Type: b.field(f), Default: f.Default})
	}
	if len(m.Fields) == 0 {
		m.ElementType = deducedRef()
	}
	return m
}

func (b *crdTypeBuilder) field(f *gotype.Field) schema.TypeRef {
	if f.Type == gotype.ObjectMeta {
		return metadataType(false)
	}
	if f.Class != gotype.List {
		return b.typeOf(f.Type)
	}
	l := schema.List{ElementType: b.typeOf(f.Elem), ElementRelationship: schema.Atomic}
	if key, keyed := crdListKeys[f.Name]; keyed {
		l.ElementRelationship, l.Keys = schema.Associative, []string{key}
	}
	return inlined(schema.Atom{List: &l})
}

// crdListKeys has the keys of the lists that are not atomic, by the name of the field.
var crdListKeys = map[string]string{"conditions": "type", "x-kubernetes-validations": "rule"}

func (b *crdTypeBuilder) typeOf(t *gotype.Type) schema.TypeRef {
	switch t.Class {
	case gotype.Struct:
		if _, found := b.built[t]; !found {
			b.built[t] = named(t.Struct) // before its fields, which may have the type
			b.define(t.Struct, schema.Atom{Map: b.structure(t)})
		}
		return b.built[t]
	case gotype.Map:
		return inlined(schema.Atom{Map: &schema.Map{ElementType: b.typeOf(t.Elem)}})
	case gotype.Integer, gotype.Number:
		return scalar(&numeric)
	case gotype.Flag:
		return scalar(&boolean)
	case gotype.Time:
		return scalar(&untyped)
	case gotype.Text, gotype.Base64:
		return scalar(&text)
	default:
		return b.anything
	}
}
