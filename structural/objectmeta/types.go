package objectmeta

// structure is one of the Go structures of the server that metadata decodes into.
type structure struct {
	goType string           // as the decoder's errors name it
	prefix string           // of the name of a field in those errors
	fields []structureField // in byte order of their names
	// required are the names of the fields of type requiredStringType.
	required []string
}

// structureField is one field of a structure.
type structureField struct {
	name    string
	typ     fieldType
	goType  string     // as the decoder's errors name it
	element *structure // of a structureList
}

// fieldType says which values a field can have and when it is left out.
type fieldType uint8

const (
	stringType         fieldType = iota // left out if empty
	requiredStringType                  // always there
	intType                             // left out if 0
	optionalIntType                     // an integer
	boolType
	timeType          // left out if zero
	optionalTimeType  // null if zero
	stringMapType     // left out if empty
	stringListType    // left out if empty
	structureListType // left out if empty
	anyType           // any JSON value
)

// objectMeta is the metadata of an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta.
var objectMeta = structure{
	goType: "v1.ObjectMeta",
	prefix: "ObjectMeta.",
	fields: []structureField{
		{name: "annotations", typ: stringMapType, goType: "map[string]string"},
		{name: "creationTimestamp", typ: timeType, goType: "string"},
		{name: "deletionGracePeriodSeconds", typ: optionalIntType, goType: "int64"},
		{name: "deletionTimestamp", typ: optionalTimeType, goType: "string"},
		{name: "finalizers", typ: stringListType, goType: "[]string"},
		{name: "generateName", typ: stringType, goType: "string"},
		{name: "generation", typ: intType, goType: "int64"},
		{name: "labels", typ: stringMapType, goType: "map[string]string"},
		{name: "managedFields", typ: structureListType, goType: "[]v1.ManagedFieldsEntry", element: &managedFieldsEntry},
		{name: "name", typ: stringType, goType: "string"},
		{name: "namespace", typ: stringType, goType: "string"},
		{name: "ownerReferences", typ: structureListType, goType: "[]v1.OwnerReference", element: &ownerReference},
		{name: "resourceVersion", typ: stringType, goType: "string"},
		{name: "selfLink", typ: stringType, goType: "string"},
		{name: "uid", typ: stringType, goType: "types.UID"},
	},
}

// ownerReference names an object that owns this one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, OwnerReference.
var ownerReference = structure{
	goType:   "v1.OwnerReference",
	prefix:   "OwnerReference.ownerReferences.",
	required: []string{"apiVersion", "kind", "name", "uid"},
	fields: []structureField{
		{name: "apiVersion", typ: requiredStringType, goType: "string"},
		{name: "blockOwnerDeletion", typ: boolType, goType: "bool"},
		{name: "controller", typ: boolType, goType: "bool"},
		{name: "kind", typ: requiredStringType, goType: "string"},
		{name: "name", typ: requiredStringType, goType: "string"},
		{name: "uid", typ: requiredStringType, goType: "types.UID"},
	},
}

// managedFieldsEntry lists the fields that one client manages.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ManagedFieldsEntry.
var managedFieldsEntry = structure{
	goType: "v1.ManagedFieldsEntry",
	prefix: "ManagedFieldsEntry.managedFields.",
	fields: []structureField{
		{name: "apiVersion", typ: stringType, goType: "string"},
		{name: "fieldsType", typ: stringType, goType: "string"},
		{name: "fieldsV1", typ: anyType},
		{name: "manager", typ: stringType, goType: "string"},
		{name: "operation", typ: stringType, goType: "v1.ManagedFieldsOperationType"},
		{name: "subresource", typ: stringType, goType: "string"},
		{name: "time", typ: optionalTimeType, goType: "string"},
	},
}

// field returns the field of s with a name, or nil.
func (s *structure) field(name string) *structureField {
	for i := range s.fields {
		if s.fields[i].name == name {
			return &s.fields[i]
		}
	}
	return nil
}
