package status

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// BadRequest answers a request that cannot be understood (400).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewBadRequest.
func BadRequest(message string) *Status {
	return &Status{Code: 400, Reason: "BadRequest", Message: message}
}

// NotServed returns the Status that clients make of the answer about a path that is not
// served (404).
func NotServed() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: "the server could not find the requested resource"}
}

// TooLarge answers a body of more than limit bytes (413).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewRequestEntityTooLargeError.
func TooLarge(limit int) *Status { return tooLarge(fmt.Sprintf("limit is %d", limit)) }

// TooManyOperations answers a JSON patch with got operations, more than limit (413).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyJSPatch.
func TooManyOperations(limit, got int) *Status {
	return tooLarge(fmt.Sprintf("The allowed maximum operations in a JSON patch is %d, got %d", limit, got))
}

func tooLarge(why string) *Status {
	return &Status{Code: 413, Reason: "RequestEntityTooLarge", Message: "Request entity too large: " + why}
}

// Inapplicable answers a JSON patch that does not apply to the stored object (422). The server
// does not send the reason: it is the remark.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewGenericServerResponse.
func Inapplicable(why string) *Status {
	return &Status{
		Code: 422, Reason: "Invalid", Details: &Details{}, Remark: why,
		Message: "the server rejected our request due to an error in our request",
	}
}

// OtherVersion answers a body with the apiVersion got at the URL of the apiVersion want (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func OtherVersion(got, want string) *Status {
	return BadRequest(fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", got, want))
}

// NameMissing answers an update with an object without a name (400). url is the name in the
// URL.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func NameMissing(url string) *Status {
	return BadRequest(fmt.Sprintf("the name of the object (%s based on URL) was undeterminable: name must be provided", url))
}

// NameRequired answers an update or patch of a collection: a URL without a name (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, ContextBasedNaming.Name.
func NameRequired() *Status { return BadRequest("name must be provided") }

// OtherName answers an update with an object whose name is not the one in the URL (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func OtherName(name, url string) *Status {
	return BadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", name, url))
}

// Unrecognized answers a body whose kind cannot be read (400). expected is the kind that the
// URL requires.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func Unrecognized(expected string, body []byte, why string) *Status {
	return BadRequest(fmt.Sprintf("the object provided is unrecognized (must be of type %s): %s (%s)", expected, why, summary(body)))
}

const maxShown = 30

// summary returns the beginning of a body, in hexadecimal digits unless it may be a JSON
// object.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, summarizeData.
func summary(body []byte) string {
	if len(body) == 0 {
		return "<empty>"
	}
	shown, end := body[:min(len(body), maxShown)], ""
	if len(body) > maxShown {
		end = " ..."
	}
	if body[0] != '{' {
		return hex.EncodeToString(shown) + end
	}
	return validUTF8(string(shown)) + end
}

// Unhandled answers a body of a known kind that cannot be decoded as the kind expected (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func Unhandled(kind, version, expected, why string) *Status {
	return BadRequest(fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", kind, version, expected, why))
}

// UndecodableScale answers a Scale that the server cannot decode (400), whatever the reason:
// the server looks up the type of Scale where only custom resources are known.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError, with the scope of
// k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.getOrCreateServingInfoFor.
func UndecodableScale() *Status {
	return BadRequest(`no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"`)
}

// StrictDecoding returns the text of an error about unknown and repeated fields.
//
// Rule: k8s.io/apimachinery/pkg/runtime, strictDecodingError.Error.
func StrictDecoding(problems []string) string {
	return "strict decoding error: " + strings.Join(problems, ", ")
}

func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Unauthorized answers a request of a client that the server does not know (401).
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, Unauthorized.
func Unauthorized() *Status {
	return &Status{Code: 401, Reason: "Unauthorized", Message: "Unauthorized"}
}
