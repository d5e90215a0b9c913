package apply

import "sigs.k8s.io/structured-merge-diff/v4/schema"

// metadataTypes builds the type of ObjectMeta. If preserve is set, unknown fields are
// allowed in it.
type metadataTypes struct{ preserve bool }

// metadataType returns the type of ObjectMeta.
//
// Source: Kubernetes API reference, ObjectMeta.
func metadataType(preserve bool) schema.TypeRef {
	b := metadataTypes{preserve}
	texts := inlined(schema.Atom{Map: &schema.Map{ElementType: scalar(&text)}})
	return b.object("",
		fields(scalar(&text), "generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"),
		fields(scalar(&numeric), "deletionGracePeriodSeconds", "generation"),
		fields(scalar(&untyped), "creationTimestamp", "deletionTimestamp"),
		fields(texts, "annotations", "labels"),
		fields(list(schema.Associative, scalar(&text)), "finalizers"),
		fields(list(schema.Atomic, b.managedFieldsEntry()), "managedFields"),
		fields(list(schema.Associative, b.ownerReference(), "uid"), "ownerReferences"),
	)
}

// scaleTypes returns the types of a Scale. If preserve is set, unknown fields are allowed.
//
// Source: Kubernetes API reference, Scale of autoscaling/v1.
func scaleTypes(preserve bool) *schema.Schema {
	b := metadataTypes{preserve}
	root := b.object("",
		fields(scalar(&text), "apiVersion", "kind"),
		fields(metadataType(preserve), "metadata"),
		fields(b.object("", fields(scalar(&numeric), "replicas")), "spec"),
		fields(b.object("", fields(scalar(&numeric), "replicas"), fields(scalar(&text), "selector")), "status"),
	)
	return &schema.Schema{Types: withUntyped(root.Inlined)}
}

func (b metadataTypes) ownerReference() schema.TypeRef {
	uid := fields(scalar(&text), "uid")
	uid[0].Default = "" // as the Go type has it
	return b.object(schema.Atomic, uid,
		fields(scalar(&text), "apiVersion", "kind", "name"),
		fields(scalar(&boolean), "blockOwnerDeletion", "controller"),
	)
}

func (b metadataTypes) managedFieldsEntry() schema.TypeRef {
	set := inlined(schema.Atom{Map: &schema.Map{ElementType: deducedRef()}})
	return b.object("",
		fields(scalar(&text), "apiVersion", "fieldsType", "manager", "operation", "subresource"),
		fields(scalar(&untyped), "time"),
		fields(set, "fieldsV1"),
	)
}

// object returns the type of maps with fields.
func (b metadataTypes) object(kind schema.ElementRelationship, groups ...[]schema.StructField) schema.TypeRef {
	m := &schema.Map{ElementRelationship: kind}
	for _, g := range groups {
		m.Fields = append(m.Fields, g...)
	}
	if b.preserve {
		m.ElementType = deducedRef()
	}
	return inlined(schema.Atom{Map: m})
}

func scalar(s *schema.Scalar) schema.TypeRef { return inlined(schema.Atom{Scalar: s}) }

func list(kind schema.ElementRelationship, of schema.TypeRef, keys ...string) schema.TypeRef {
	return inlined(schema.Atom{List: &schema.List{ElementType: of, ElementRelationship: kind, Keys: keys}})
}

// fields returns fields of one type.
func fields(of schema.TypeRef, names ...string) []schema.StructField {
	out := make([]schema.StructField, len(names))
	for i, name := range names {
		out[i] = schema.StructField{Name: name, Type: of}
	}
	return out
}
