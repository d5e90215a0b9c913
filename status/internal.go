package status

import "fmt"

// Unexpected answers with an error inside of the server without a reason (500).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters, ErrorToAPIStatus.
func Unexpected(message string) *Status { return &Status{Code: 500, Message: message} }

// Internal answers with an error that the server calls internal (500).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInternalError.
func Internal(why string) *Status {
	return &Status{Code: 500, Reason: "InternalError", Message: "Internal error occurred: " + why,
		Details: &Details{Causes: []Cause{{Message: why}}}}
}

// NotDecodable returns the message about a stored object that the server cannot read.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.GuaranteedUpdate.
func NotDecodable(revision uint64, why string) string {
	return fmt.Sprintf("object not decodable revision=%d: %s", revision, why)
}

// Corrupt answers a request to read a stored object that the server cannot read (500).
//
// Rule: k8s.io/apiserver/pkg/storage, NewCorruptObjError and StorageError.Error.
func Corrupt(key string, revision uint64, why string) *Status {
	return Internal(fmt.Sprintf("StorageError: corrupt object, Code: 7, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: %s",
		key, NotDecodable(revision, why)))
}

// VersionOnCreate answers a request with a resourceVersion in a new object (500).
//
// Rule: k8s.io/apiserver/pkg/storage, ErrResourceVersionSetOnCreate.
func VersionOnCreate() *Status {
	return Unexpected("resourceVersion should not be set on objects to be created")
}
