package objectmeta

// record is one of the structures that metadata consists of.
type record struct {
	goType string      // as the decoder's errors name it
	within string      // what precedes the name of a field in those errors
	fields []fieldSpec // in byte order of their names
}

// fieldSpec is one known field of a record.
type fieldSpec struct {
	name    string
	shape   shape
	goType  string  // as the decoder's errors name it
	element *record // of a recordList
}

// shape says which values a field takes and when it is left out.
type shape uint8

const (
	text            shape = iota // a string, left out if empty
	requiredText                 // a string, always there
	count                        // an integer, left out if 0
	optionalCount                // an integer
	flag                         // a bool
	instant                      // a time, left out if zero
	optionalInstant              // a time, null if zero
	textMap                      // a map of strings, left out if empty
	textList                     // a list of strings, left out if empty
	recordList                   // a list of records, left out if empty
	freeform                     // any JSON value
)

// objectMeta is the metadata of an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta.
var objectMeta = record{
	goType: "v1.ObjectMeta",
	within: "ObjectMeta.",
	fields: []fieldSpec{
		{name: "annotations", shape: textMap, goType: "map[string]string"},
		{name: "creationTimestamp", shape: instant, goType: "string"},
		{name: "deletionGracePeriodSeconds", shape: optionalCount, goType: "int64"},
		{name: "deletionTimestamp", shape: optionalInstant, goType: "string"},
		{name: "finalizers", shape: textList, goType: "[]string"},
		{name: "generateName", shape: text, goType: "string"},
		{name: "generation", shape: count, goType: "int64"},
		{name: "labels", shape: textMap, goType: "map[string]string"},
		{name: "managedFields", shape: recordList, goType: "[]v1.ManagedFieldsEntry", element: &managedFieldsEntry},
		{name: "name", shape: text, goType: "string"},
		{name: "namespace", shape: text, goType: "string"},
		{name: "ownerReferences", shape: recordList, goType: "[]v1.OwnerReference", element: &ownerReference},
		{name: "resourceVersion", shape: text, goType: "string"},
		{name: "selfLink", shape: text, goType: "string"},
		{name: "uid", shape: text, goType: "types.UID"},
	},
}

// ownerReference names an object that owns this one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, OwnerReference.
var ownerReference = record{
	goType: "v1.OwnerReference",
	within: "OwnerReference.ownerReferences.",
	fields: []fieldSpec{
		{name: "apiVersion", shape: requiredText, goType: "string"},
		{name: "blockOwnerDeletion", shape: flag, goType: "bool"},
		{name: "controller", shape: flag, goType: "bool"},
		{name: "kind", shape: requiredText, goType: "string"},
		{name: "name", shape: requiredText, goType: "string"},
		{name: "uid", shape: requiredText, goType: "types.UID"},
	},
}

// managedFieldsEntry says which fields a client manages.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ManagedFieldsEntry.
var managedFieldsEntry = record{
	goType: "v1.ManagedFieldsEntry",
	within: "ManagedFieldsEntry.managedFields.",
	fields: []fieldSpec{
		{name: "apiVersion", shape: text, goType: "string"},
		{name: "fieldsType", shape: text, goType: "string"},
		{name: "fieldsV1", shape: freeform},
		{name: "manager", shape: text, goType: "string"},
		{name: "operation", shape: text, goType: "v1.ManagedFieldsOperationType"},
		{name: "subresource", shape: text, goType: "string"},
		{name: "time", shape: optionalInstant, goType: "string"},
	},
}

// knows tells whether name is a field of r.
func (r *record) knows(name string) bool {
	for i := range r.fields {
		if r.fields[i].name == name {
			return true
		}
	}
	return false
}
