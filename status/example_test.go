package status_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// A server with options of its own rejects them as it rejects objects.
func ExampleResource_Invalid() {
	options := status.Resource{Group: "example.com", Kind: "PruneOptions"}
	fmt.Println(options.Invalid(structural.Errors{
		{Path: structural.Path{structural.Field("depth")}, Kind: field.Invalid, Value: int64(-1), Detail: "must not be negative"},
	}))
	fmt.Println(options.Invalid(nil) == nil)
	// Output:
	// PruneOptions.example.com "" is invalid: depth: Invalid value: -1: must not be negative
	// true
}

// The answers about one object name it.
func ExampleResource() {
	lamp := status.Resource{Group: "example.com", Kind: "lamps", Name: "desk"}
	text, _ := json.Marshal(lamp.NotFound())
	fmt.Println(string(text))
	fmt.Println(lamp.String(), *lamp.Details())
	for _, s := range []*status.Status{
		lamp.MethodNotAllowed("delete"),
		lamp.Forbidden("quota exceeded"),
		lamp.AlreadyExists(status.GivenName, status.BeingDeleted),
		lamp.Conflict("try again"),
		lamp.Modified(),
		lamp.OtherUID("/registry/example.com/lamps/desk", "u2", "u1"),
		lamp.NewUID("u2"),
		lamp.LostResourceVersion("/registry/example.com/lamps/desk", "7"),
		lamp.Decodable("/registry/example.com/lamps/desk"),
		lamp.DeletionUID("u2", "u1"),
		lamp.DeletionResourceVersion("6", "7"),
	} {
		fmt.Println(s.Code, s.Reason, s.Message)
	}
	// Output:
	// {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"lamps.example.com \"desk\" not found","reason":"NotFound","details":{"name":"desk","group":"example.com","kind":"lamps"},"code":404}
	// lamps.example.com {desk example.com lamps  [] 0}
	// 405 MethodNotAllowed delete is not supported on resources of kind "lamps.example.com"
	// 403 Forbidden lamps.example.com "desk" is forbidden: quota exceeded
	// 409 AlreadyExists object is being deleted: lamps.example.com "desk" already exists
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": try again
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": the object has been modified; please apply your changes to the latest version and try again
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": StorageError: invalid object, Code: 4, Key: /registry/example.com/lamps/desk, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u2, UID in object meta: u1
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": uid mismatch: the provided object specified uid u2, and no existing object was found
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": StorageError: invalid object, Code: 4, Key: /registry/example.com/lamps/desk, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: , ResourceVersion in object meta: 7
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": StorageError: invalid object, Code: 4, Key: /registry/example.com/lamps/desk, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": the UID in the precondition (u2) does not match the UID in record (u1). The object might have been deleted and then recreated
	// 409 Conflict Operation cannot be fulfilled on lamps.example.com "desk": the ResourceVersion in the precondition (6) does not match the ResourceVersion in record (7). The object might have been modified
}

// A nil Status becomes a nil error.
func ExampleStatus_Err() {
	var s *status.Status
	fmt.Println(s.Err())
	fmt.Println(status.BadRequest("the path is empty").Err())
	// Output:
	// <nil>
	// the path is empty
}

func ExampleStatus_Object() {
	fmt.Println(status.BadRequest("the path is empty").Object())
	// Output:
	// map[apiVersion:v1 code:400 kind:Status message:the path is empty metadata:map[] reason:BadRequest status:Failure]
}

func ExampleStatus_LogValue() {
	fmt.Println(status.Inapplicable("the test of /spec failed").LogValue())
	// Output:
	// [code=422 reason=Invalid message=the server rejected our request due to an error in our request remark=the test of /spec failed]
}

func ExampleStatus_MarshalJSON() {
	text, _ := status.NotServed().MarshalJSON()
	fmt.Println(string(text))
	// Output:
	// {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the server could not find the requested resource","reason":"NotFound","code":404}
}

func ExampleStatus_Error() {
	fmt.Println(status.Inapplicable("the test of /spec failed").Error())
	// Output:
	// the server rejected our request due to an error in our request
	// the test of /spec failed
}
