package decode

// metadata is the metadata of an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta.
var metadata = structure("v1.", "ObjectMeta", map[string]*kind{
	"name":                       plainText,
	"generateName":               plainText,
	"namespace":                  plainText,
	"selfLink":                   plainText,
	"uid":                        named("types.UID"),
	"resourceVersion":            plainText,
	"generation":                 int64Kind,
	"creationTimestamp":          timeKind,
	"deletionTimestamp":          timeKind,
	"deletionGracePeriodSeconds": int64Kind,
	"labels":                     textMap,
	"annotations":                textMap,
	"ownerReferences": listOf(structure("v1.", "OwnerReference", map[string]*kind{
		"apiVersion":         plainText,
		"kind":               plainText,
		"name":               plainText,
		"uid":                named("types.UID"),
		"controller":         boolean,
		"blockOwnerDeletion": boolean,
	})),
	"finalizers": texts,
	"managedFields": listOf(structure("v1.", "ManagedFieldsEntry", map[string]*kind{
		"manager":     plainText,
		"operation":   named("v1.ManagedFieldsOperationType"),
		"apiVersion":  plainText,
		"time":        timeKind,
		"fieldsType":  plainText,
		"fieldsV1":    freeform,
		"subresource": plainText,
	})),
})
