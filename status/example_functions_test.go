package status_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/status"
)

// show prints a Status in one line.
func show(s *status.Status) { fmt.Println(s.Code, s.Reason, s.Message) }

func ExampleBadRequest() {
	show(status.BadRequest("the path is empty"))
	// Output:
	// 400 BadRequest the path is empty
}

func ExampleNotServed() {
	show(status.NotServed())
	// Output:
	// 404 NotFound the server could not find the requested resource
}

func ExampleTooLarge() {
	show(status.TooLarge(3 << 20))
	// Output:
	// 413 RequestEntityTooLarge Request entity too large: limit is 3145728
}

func ExampleTooManyOperations() {
	show(status.TooManyOperations(10_000, 10_001))
	// Output:
	// 413 RequestEntityTooLarge Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001
}

func ExampleInapplicable() {
	show(status.Inapplicable("the test of /spec failed"))
	// Output:
	// 422 Invalid the server rejected our request due to an error in our request
}

func ExampleOtherVersion() {
	show(status.OtherVersion("example.com/v2", "example.com/v1"))
	// Output:
	// 400 BadRequest the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)
}

func ExampleNameMissing() {
	show(status.NameMissing("desk"))
	// Output:
	// 400 BadRequest the name of the object (desk based on URL) was undeterminable: name must be provided
}

func ExampleNameRequired() {
	show(status.NameRequired())
	// Output:
	// 400 BadRequest name must be provided
}

func ExampleOtherName() {
	show(status.OtherName("floor", "desk"))
	// Output:
	// 400 BadRequest the name of the object (floor) does not match the name on the URL (desk)
}

func ExampleUnrecognized() {
	show(status.Unrecognized("Lamp", []byte(`{"kind":1}`), "kind is not a string"))
	// Output:
	// 400 BadRequest the object provided is unrecognized (must be of type Lamp): kind is not a string ({"kind":1})
}

func ExampleUnhandled() {
	show(status.Unhandled("Lamp", "v1", "Lamp", "unknown field"))
	// Output:
	// 400 BadRequest Lamp in version "v1" cannot be handled as a Lamp: unknown field
}

func ExampleUndecodableScale() {
	show(status.UndecodableScale())
	// Output:
	// 400 BadRequest no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"
}

func ExampleTooOldResourceVersion() {
	show(status.TooOldResourceVersion(3, 90))
	// Output:
	// 410 Expired too old resource version: 3 (90)
}

func ExampleCompactedResourceVersion() {
	show(status.CompactedResourceVersion())
	// Output:
	// 410 Expired The resourceVersion for the provided watch is too old.
}

func ExampleUnsupportedMediaType() {
	show(status.UnsupportedMediaType())
	// Output:
	// 415 UnsupportedMediaType the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf
}

func ExampleUnsupportedPatchType() {
	show(status.UnsupportedPatchType())
	// Output:
	// 415 UnsupportedMediaType the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml
}

func ExampleUnsupportedCRDPatchType() {
	show(status.UnsupportedCRDPatchType())
	// Output:
	// 415 UnsupportedMediaType the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml
}

func ExamplePathNotRouted() {
	show(status.PathNotRouted())
	// Output:
	// 404 NotFound the server could not find the requested resource
}

func ExampleMethodNotRouted() {
	show(status.MethodNotRouted())
	// Output:
	// 405 MethodNotAllowed the server does not allow this method on the requested resource
}

func ExampleMediaTypeNotRouted() {
	show(status.MediaTypeNotRouted())
	// Output:
	// 415 UnsupportedMediaType 415: Unsupported Media Type
}

func ExampleNotAcceptable() {
	show(status.NotAcceptable([]string{"application/json"}))
	// Output:
	// 406 NotAcceptable only the following media types are accepted: application/json
}

func ExampleNotAcceptableStream() {
	show(status.NotAcceptableStream())
	// Output:
	// 406 NotAcceptable only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch
}

func ExampleAList() {
	show(status.AList())
	// Output:
	// 406 NotAcceptable you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)
}

func ExampleNotAList() {
	show(status.NotAList())
	// Output:
	// 500  content is not a list
}

func ExampleScaleNotAList() {
	show(status.ScaleNotAList())
	// Output:
	// 406 NotAcceptable you requested PartialObjectMetadataList, but the requested object is not a list (*v1.Scale)
}

func ExampleApplyConflict() {
	s := status.ApplyConflict("Apply failed with 1 conflict", []status.Cause{{Message: `conflict with "kubectl"`, Field: ".spec.size"}})
	show(s)
	fmt.Println(s.Details.Causes[0])
	// Output:
	// 409 Conflict Apply failed with 1 conflict
	// {FieldManagerConflict conflict with "kubectl" .spec.size}
}

func ExampleUnexpected() {
	show(status.Unexpected("connection refused"))
	// Output:
	// 500  connection refused
}

func ExampleInternal() {
	show(status.Internal("connection refused"))
	// Output:
	// 500 InternalError Internal error occurred: connection refused
}

func ExampleCorrupt() {
	show(status.Corrupt("/example.com/lamps/desk", 7, "connection refused"))
	// Output:
	// 500 InternalError Internal error occurred: StorageError: corrupt object, Code: 7, Key: /example.com/lamps/desk, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=7: connection refused
}

func ExampleVersionOnCreate() {
	show(status.VersionOnCreate())
	// Output:
	// 500  resourceVersion should not be set on objects to be created
}

func ExampleNotDecodable() {
	fmt.Println(status.NotDecodable(7, "connection refused"))
	// Output:
	// object not decodable revision=7: connection refused
}

func ExampleStrictDecoding() {
	fmt.Println(status.StrictDecoding([]string{`unknown field "spec.hue"`, `duplicate field "spec.color"`}))
	// Output:
	// strict decoding error: unknown field "spec.hue", duplicate field "spec.color"
}

func ExampleNameSource_MarshalText() {
	name := status.GeneratedName
	text, err := name.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(name.UnmarshalText([]byte("given")), name.String())
	// Output:
	// generated <nil>
	// <nil> given
}

func ExampleStoredState_MarshalText() {
	stored := status.BeingDeleted
	text, err := stored.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(stored.UnmarshalText([]byte("live")), stored.String())
	// Output:
	// deleting <nil>
	// <nil> live
}

func ExampleTooOldList() {
	show(status.TooOldList())
	// Output:
	// 410 Expired The resourceVersion for the provided list is too old.
}

func ExampleContinueExpired() {
	s := status.ContinueExpired("bmV4dA")
	fmt.Println(s.Code, s.Reason, s.Continue)
	// Output:
	// 410 Expired bmV4dA
}

func ExampleTooLargeResourceVersion() {
	show(status.TooLargeResourceVersion(9, 7, 1))
	// Output:
	// 504 Timeout Timeout: Too large resource version: 9, current: 7
}

func ExampleUnauthorized() {
	show(status.Unauthorized())
	// Output:
	// 401 Unauthorized Unauthorized
}

func ExampleResource_NamespaceTerminating() {
	show(status.Resource{Group: "example.com", Kind: "lamps", Name: "desk"}.NamespaceTerminating("old"))
	// Output:
	// 403 Forbidden lamps.example.com "desk" is forbidden: unable to create new content in namespace old because it is being terminated
}
