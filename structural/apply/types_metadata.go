package apply

import (
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// metadataTypes builds types of Go types: ObjectMeta and Scale. preserve allows unknown fields.
type metadataTypes struct{ preserve bool }

func metadataType(preserve bool) schema.TypeRef {
	return metadataTypes{preserve}.structure(gotype.ObjectMeta)
}

func scaleTypes(preserve bool) *schema.Schema {
	root := metadataTypes{preserve}.structure(gotype.Scale)
	return &schema.Schema{Types: withUntyped(root.Inlined)}
}

// metadataLists says how the elements of the lists in ObjectMeta correspond.
//
// Source: Kubernetes API reference, ObjectMeta.
var metadataLists = map[string]schema.List{
	"finalizers":      {ElementRelationship: schema.Associative},
	"managedFields":   {ElementRelationship: schema.Atomic},
	"ownerReferences": {ElementRelationship: schema.Associative, Keys: []string{"uid"}},
}

func (b metadataTypes) structure(t *gotype.Type) schema.TypeRef {
	m := &schema.Map{}
	if t == gotype.OwnerReference {
		m.ElementRelationship = schema.Atomic
	}
	for _, f := range t.Fields {
		field := schema.StructField{Name: f.Name, Type: b.field(f)}
		if t == gotype.OwnerReference && f.Name == "uid" {
			field.Default = "" // as the Go type has it
		}
		m.Fields = append(m.Fields, field)
	}
	if b.preserve {
		m.ElementType = deducedRef()
	}
	return inlined(schema.Atom{Map: m})
}

func (b metadataTypes) field(f *gotype.Field) schema.TypeRef {
	switch f.Class {
	case gotype.Struct:
		return b.structure(f.Type)
	case gotype.List:
		l := metadataLists[f.Name]
		l.ElementType = b.field(&gotype.Field{Type: f.Elem})
		return inlined(schema.Atom{List: &l})
	case gotype.Map:
		return inlined(schema.Atom{Map: &schema.Map{ElementType: scalar(&text)}})
	case gotype.Freeform:
		return inlined(schema.Atom{Map: &schema.Map{ElementType: deducedRef()}})
	case gotype.Integer:
		return scalar(&numeric)
	case gotype.Flag:
		return scalar(&boolean)
	case gotype.Time:
		return scalar(&untyped)
	default:
		return scalar(&text)
	}
}

func scalar(s *schema.Scalar) schema.TypeRef { return inlined(schema.Atom{Scalar: s}) }
