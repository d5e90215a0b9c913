package status

import (
	"fmt"
	"slices"
)

// Conflict answers a request about another state of the object than the stored one (409).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewConflict.
func (r Resource) Conflict(why string) *Status {
	return &Status{
		Code: 409, Reason: "Conflict", Details: r.Details(),
		Message: fmt.Sprintf("Operation cannot be fulfilled on %s %q: %s", r, r.Name, why),
	}
}

// ApplyConflict answers an apply of fields that belong to other managers (409). The causes
// have the Message and the Field of each.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewApplyConflict.
func ApplyConflict(message string, causes []Cause) *Status {
	conflicts := slices.Clone(causes)
	for i := range conflicts {
		conflicts[i].Reason = "FieldManagerConflict"
	}
	return &Status{Code: 409, Reason: "Conflict", Message: message, Details: &Details{Causes: conflicts}}
}

// Modified answers an update whose resourceVersion is not the stored one (409).
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, OptimisticLockErrorMsg.
func (r Resource) Modified() *Status {
	return r.Conflict("the object has been modified; please apply your changes to the latest version and try again")
}

// OtherUID answers an update whose uid is not the stored one (409).
//
// Rule: k8s.io/apiserver/pkg/storage, Preconditions.Check and StorageError.Error.
func (r Resource) OtherUID(key, requested, stored string) *Status {
	return r.Conflict(invalidObject(key, fmt.Sprintf("Precondition failed: UID in precondition: %s, UID in object meta: %s", requested, stored)))
}

// NewUID answers an apply that creates an object and has a uid (409).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, patcher.applyPatch.
func (r Resource) NewUID(requested string) *Status {
	return r.Conflict("uid mismatch: the provided object specified uid " + requested + ", and no existing object was found")
}

// LostResourceVersion answers a deletion with a resourceVersion that the server compares with
// an object without metadata (409).
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Delete;
// k8s.io/apiserver/pkg/storage, Preconditions.Check.
func (r Resource) LostResourceVersion(key, stored string) *Status {
	return r.Conflict(invalidObject(key, "Precondition failed: ResourceVersion in precondition: , ResourceVersion in object meta: "+stored))
}

// Decodable answers the deletion of an unreadable object that can be read (409).
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, store.getState.
func (r Resource) Decodable(key string) *Status {
	return r.Conflict(invalidObject(key, "unsafe deletion is not allowed because the object is decodable from storage"))
}

// DeletionUID answers a deletion whose uid is not the stored one (409).
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeDelete.
func (r Resource) DeletionUID(requested, stored string) *Status {
	return r.Conflict(fmt.Sprintf("the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated", requested, stored))
}

// DeletionResourceVersion answers a deletion whose resourceVersion is not the stored one
// (409).
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeDelete.
func (r Resource) DeletionResourceVersion(requested, stored string) *Status {
	return r.Conflict(fmt.Sprintf("the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified", requested, stored))
}

// invalidObject returns the text of an error about a stored object.
//
// Rule: k8s.io/apiserver/pkg/storage, NewInvalidObjError and StorageError.Error.
func invalidObject(key, why string) string {
	return fmt.Sprintf("StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: %s", key, why)
}
