package codes

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

// Errors in apiVersion and kind.
const (
	// ObjectAPIVersion: the apiVersion of an object is not the group and version of
	// its definition. Found at apiVersion.
	ObjectAPIVersion Code = "object-api-version"
	// ObjectKind: the kind of an object differs from its definition. Found at kind.
	ObjectKind Code = "object-kind"
	// EmbeddedTypeMetaRequired: the apiVersion or kind of an embedded resource is
	// missing or empty. Found at the field.
	EmbeddedTypeMetaRequired Code = "embedded-type-meta-required"
	// EmbeddedKind: the kind of an embedded resource, in lower case, is not a DNS
	// label. Found at kind.
	EmbeddedKind Code = "embedded-kind"
)

const (
	TypeMetaTypeDetail             = "must be a string"
	EmbeddedTypeMetaRequiredDetail = "must not be empty"
)

// ObjectAPIVersionDetail words an [ObjectAPIVersion] error.
func ObjectAPIVersionDetail(group, version string) string {
	if group == "" {
		return "must be " + version
	}
	return "must be " + group + "/" + version
}

// ObjectKindDetail words an [ObjectKind] error.
func ObjectKindDetail(kind string) string { return "must be " + kind }

// TypeMetaTypeAccessorDetail words a [TypeMetaType] error at the root of an object, where
// the field called name holds v.
func TypeMetaTypeAccessorDetail(name string, v any) string {
	return fmt.Sprintf(".%s accessor error: %s is of the type %T, expected string", name, valuetext.GoText(v), v)
}

// EmbeddedKindDetail words an [EmbeddedKind] error. wrong says what is wrong with the kind
// in lower case.
func EmbeddedKindDetail(wrong string) string {
	return "may have mixed case, but should otherwise match: " + wrong
}

// Errors in metadata.
const (
	// MetadataType: metadata is not an object, or a field of it has the wrong type
	// or is a time that cannot be parsed. Found at metadata.
	MetadataType Code = "metadata-type"
	// MetadataNameRequired: an object has neither a name nor a generateName. Found
	// at metadata.name.
	MetadataNameRequired Code = "metadata-name-required"
	// MetadataName: the name of an object is not valid: a new object needs a DNS
	// subdomain, other objects a path segment of a URL. Found at metadata.name.
	MetadataName Code = "metadata-name"
	// MetadataGenerateName: the generateName of an object is not valid as the
	// beginning of a name. Found at metadata.generateName.
	MetadataGenerateName Code = "metadata-generate-name"
	// MetadataNamespaceRequired: an object of a namespaced kind lacks a namespace.
	// Found at metadata.namespace.
	MetadataNamespaceRequired Code = "metadata-namespace-required"
	// MetadataNamespaceForbidden: an object of a cluster-scoped kind has a
	// namespace. Found at metadata.namespace.
	MetadataNamespaceForbidden Code = "metadata-namespace-forbidden"
	// MetadataNamespace: a namespace is not a DNS label. Found at
	// metadata.namespace.
	MetadataNamespace Code = "metadata-namespace"
	// MetadataNamespaceMismatch: the namespace of an object differs from the URL of the request.
	// Found at metadata.namespace.
	MetadataNamespaceMismatch Code = "metadata-namespace-mismatch"
	// MetadataImmutable: an update changes a field of metadata that cannot change.
	// Found at the field.
	MetadataImmutable Code = "metadata-immutable"
	// GenerationNegative: a generation is less than 0. Found at
	// metadata.generation.
	GenerationNegative Code = "generation-negative"
	// GenerationDecremented: an update decreases the generation. Found at
	// metadata.generation.
	GenerationDecremented Code = "generation-decremented"
	// LabelKey: the key of a label is not a qualified name. Found at the label.
	LabelKey Code = "label-key"
	// LabelValue: the value of a label is not valid. Found at the label.
	LabelValue Code = "label-value"
	// AnnotationKey: the key of an annotation, in lower case, is not a qualified
	// name. Found at the annotation.
	AnnotationKey Code = "annotation-key"
	// AnnotationsSize: all annotations together have more than 256 KiB. Found at
	// metadata.annotations.
	AnnotationsSize Code = "annotations-size"
)

const (
	MetadataNameRequiredDetail       = "name or generateName is required"
	MetadataNamespaceForbiddenDetail = "not allowed on this type"
	MetadataNamespaceMismatchDetail  = "the namespace of the provided object does not match the namespace sent on the request"
	MetadataImmutableDetail          = "field is immutable"
	GenerationNegativeDetail         = "must be greater than or equal to 0"
	GenerationDecrementedDetail      = "must not be decremented"
)

// AnnotationsSizeDetail words an [AnnotationsSize] error.
func AnnotationsSizeDetail(limit int) string { return MoreBytesDetail(limit) }

// MoreBytesDetail words an error for a text of more bytes than limit.
func MoreBytesDetail(limit int) string { return fmt.Sprintf("may not be more than %d bytes", limit) }

// Errors in finalizers.
const (
	// FinalizerName: a finalizer is not a qualified name. Found at the finalizer.
	FinalizerName Code = "finalizer-name"
	// FinalizersConflict: an object has both the finalizers orphan and
	// foregroundDeletion. Found at metadata.finalizers.
	FinalizersConflict Code = "finalizers-conflict"
	// FinalizerAdded: an update adds a finalizer to an object that is being deleted.
	// Found at metadata.finalizers.
	FinalizerAdded Code = "finalizer-added"
)

// FinalizersConflictDetail is the detail of a [FinalizersConflict] error.
const FinalizersConflictDetail = "finalizer orphan and foregroundDeletion cannot be both set"

// FinalizerAddedDetail words a [FinalizerAdded] error.
func FinalizerAddedDetail(added []string) string {
	return fmt.Sprintf("no new finalizers can be added if the object is being deleted, found new finalizers %#v", added)
}

// Errors in owner references.
const (
	// OwnerReferenceRequired: an owner reference lacks an apiVersion, kind, name or
	// uid. Found at the field.
	OwnerReferenceRequired Code = "owner-reference-required"
	// OwnerReferenceAPIVersion: the apiVersion of an owner reference is not a group
	// and version. Found at apiVersion.
	OwnerReferenceAPIVersion Code = "owner-reference-api-version"
	// OwnerReferenceEvent: an owner reference names an Event of v1. Found at the
	// reference.
	OwnerReferenceEvent Code = "owner-reference-event"
	// OwnerReferenceControllers: more than one owner reference is a controller.
	// Found at each such reference but the first.
	OwnerReferenceControllers Code = "owner-reference-controllers"
)

const (
	OwnerReferenceRequiredDetail   = "must not be empty"
	OwnerReferenceAPIVersionDetail = "must be <group>/<version> or <version>"
	OwnerReferenceEventDetail      = "/v1, Kind=Event is disallowed from being an owner"
)

// OwnerReferenceControllersDetail words an [OwnerReferenceControllers] error. It names the
// first controller and another one.
func OwnerReferenceControllersDetail(firstKind, firstName, kind, name string) string {
	return fmt.Sprintf(`Only one reference can have Controller set to true. Found "true" in references for %s/%s and %s/%s`,
		firstKind, firstName, kind, name)
}

// Errors in managed fields.
const (
	// ManagedFieldsOperation: the operation of an entry of managed fields is
	// missing, or neither Apply nor Update. Found at operation.
	ManagedFieldsOperation Code = "managed-fields-operation"
	// ManagedFieldsType: the type of an entry of managed fields is not FieldsV1.
	// Found at fieldsType.
	ManagedFieldsType Code = "managed-fields-type"
	// ManagedFieldsManager: the manager of an entry of managed fields has more than
	// 128 bytes or a character that cannot be printed. Found at manager.
	ManagedFieldsManager Code = "managed-fields-manager"
	// ManagedFieldsSubresource: the subresource of an entry of managed fields has
	// more than 256 bytes. Found at subresource.
	ManagedFieldsSubresource Code = "managed-fields-subresource"
)

const (
	ManagedFieldsOperationRequiredDetail = "must not be empty"
	ManagedFieldsOperationDetail         = `supported values: "Apply", "Update"`
	ManagedFieldsTypeDetail              = "must be `FieldsV1`"
)

// ManagedFieldsSubresourceDetail words a [ManagedFieldsSubresource] error.
func ManagedFieldsSubresourceDetail(limit int) string { return MoreBytesDetail(limit) }
