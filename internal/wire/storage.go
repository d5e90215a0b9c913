package wire

import "fmt"

const (
	// OtherResourceVersion is why a server refuses to update an object that has
	// changed since its client has read it.
	//
	// Rule: k8s.io/apiserver/pkg/registry/generic/registry, OptimisticLockErrorMsg.
	OtherResourceVersion = "the object has been modified; please apply your changes to the latest version and try again"
	// ResourceVersionOnCreate is the message for a new object with a resource version.
	//
	// Rule: k8s.io/apiserver/pkg/storage, ErrResourceVersionSetOnCreate.
	ResourceVersionOnCreate = "resourceVersion should not be set on objects to be created"
)

// Conflict returns the message for an update of an object that the server refuses
// because of its state. resource is the name of the definition.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewConflict.
func Conflict(resource, name, why string) string {
	return fmt.Sprintf("Operation cannot be fulfilled on %s %q: %s", resource, name, why)
}

// OtherUID returns why a server refuses to update the object stored under key, which
// has another uid than the request.
//
// Rule: k8s.io/apiserver/pkg/storage, Preconditions.Check and StorageError.Error.
func OtherUID(key, requested, stored string) string {
	return invalidObject(key, fmt.Sprintf("Precondition failed: UID in precondition: %s, UID in object meta: %s", requested, stored))
}

// NoResourceVersion returns why a server refuses to delete the object stored under key, of
// which it has lost the resource version that the options of the request require.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Delete; k8s.io/apiserver/pkg/
// storage, Preconditions.Check.
func NoResourceVersion(key, stored string) string {
	return invalidObject(key, "Precondition failed: ResourceVersion in precondition: , ResourceVersion in object meta: "+stored)
}

// Decodable returns why a server refuses to delete the object stored under key as one that
// it cannot read.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.getState.
func Decodable(key string) string {
	return invalidObject(key, "unsafe deletion is not allowed because the object is decodable from storage")
}

// invalidObject returns the text of an error about the object stored under key.
//
// Rule: k8s.io/apiserver/pkg/storage, NewInvalidObjError and StorageError.Error.
func invalidObject(key, why string) string {
	return fmt.Sprintf("StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: %s", key, why)
}

// DeletionUID returns why a server refuses to delete an object with another uid than the
// options of the request.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeDelete.
func DeletionUID(requested, stored string) string {
	return fmt.Sprintf("the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated", requested, stored)
}

// DeletionResourceVersion returns why a server refuses to delete an object with another
// resource version than the options of the request.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeDelete.
func DeletionResourceVersion(requested, stored string) string {
	return fmt.Sprintf("the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified", requested, stored)
}

// NotDecodable returns the message for a stored object that the server cannot read.
// revision is its resource version.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.GuaranteedUpdate.
func NotDecodable(revision uint64, why string) string {
	return fmt.Sprintf("object not decodable revision=%d: %s", revision, why)
}

// Corrupt returns the message for the object stored under key, which the server cannot
// read for a reason.
//
// Rule: k8s.io/apiserver/pkg/storage, NewCorruptObjError and StorageError.Error.
func Corrupt(key, why string) string {
	return fmt.Sprintf("StorageError: corrupt object, Code: 7, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: %s", key, why)
}
