package gotype

// ObjectMeta is the metadata of an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta.
var ObjectMeta = StructOf("v1.", "ObjectMeta", // in byte order: the server decodes sorted JSON
	Optional("annotations", StringMap),
	Optional("creationTimestamp", Timestamp),
	Pointer("deletionGracePeriodSeconds", Int64),
	Pointer("deletionTimestamp", Timestamp),
	Optional("finalizers", Strings),
	Optional("generateName", String),
	Optional("generation", Int64),
	Optional("labels", StringMap),
	Optional("managedFields", ListOf(ManagedFieldsEntry)),
	Optional("name", String),
	Optional("namespace", String),
	Optional("ownerReferences", ListOf(OwnerReference)),
	Optional("resourceVersion", String),
	Optional("selfLink", String),
	Optional("uid", uid),
)

var uid = Named("types.UID")

// OwnerReference names an object that owns this one.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, OwnerReference.
var OwnerReference = StructOf("v1.", "OwnerReference", // in byte order
	Required("apiVersion", String),
	Pointer("blockOwnerDeletion", Bool),
	Pointer("controller", Bool),
	Required("kind", String),
	Required("name", String),
	Required("uid", uid),
)

// ManagedFieldsEntry lists the fields that one client manages.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ManagedFieldsEntry.
var ManagedFieldsEntry = StructOf("v1.", "ManagedFieldsEntry", // in byte order
	Optional("apiVersion", String),
	Optional("fieldsType", String),
	Pointer("fieldsV1", Any),
	Optional("manager", String),
	Optional("operation", Named("v1.ManagedFieldsOperationType")),
	Optional("subresource", String),
	Pointer("time", Timestamp),
)

// listMeta is the metadata of a list and of a Status.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ListMeta.
var listMeta = StructOf("v1.", "ListMeta",
	Optional("selfLink", String),
	Optional("resourceVersion", String),
	Optional("continue", String),
	Pointer("remainingItemCount", Int64),
)
