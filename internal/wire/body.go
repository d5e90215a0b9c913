package wire

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// Unrecognized calls [UnrecognizedText] with a body as JSON with sorted names.
func Unrecognized(expected string, body any, why string) string {
	return UnrecognizedText(expected, []byte(JSON(body)), why)
}

// UnrecognizedText returns the message for the text of a body whose kind could not be
// decoded and should be expected.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func UnrecognizedText(expected string, text []byte, why string) string {
	return fmt.Sprintf("the object provided is unrecognized (must be of type %s): %s (%s)", expected, why, summary(text))
}

// maxShown is the number of bytes of a body that the server quotes in
// [UnrecognizedText].
const maxShown = 30

// summary returns the beginning of a body, in hexadecimal digits unless it may be a
// JSON object.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, summarizeData.
func summary(text []byte) string {
	if len(text) == 0 {
		return "<empty>"
	}
	shown, end := text[:min(len(text), maxShown)], ""
	if len(text) > maxShown {
		end = " ..."
	}
	if text[0] != '{' {
		return hex.EncodeToString(shown) + end
	}
	return ValidUTF8(string(shown)) + end
}

// Unhandled returns the message for a body of a known kind that could not be decoded
// as the kind expected.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func Unhandled(kind, version, expected, why string) string {
	return fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", kind, version, expected, why)
}

// StrictDecoding returns the error for unknown and duplicate fields, in the order
// of problems.
//
// Rule: k8s.io/apimachinery/pkg/runtime, strictDecodingError.Error.
func StrictDecoding(problems []string) string {
	return "strict decoding error: " + strings.Join(problems, ", ")
}

// OtherVersion returns the message for a body of the apiVersion got, sent to the
// URL of the apiVersion want.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func OtherVersion(got, want string) string {
	return fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", got, want)
}

// MissingKind returns the error for an object without a kind; text is the object
// as it was sent.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingKindErr.Error.
func MissingKind(text string) string { return "Object 'Kind' is missing in '" + ValidUTF8(text) + "'" }

// MissingVersion returns the error for an object without an apiVersion; text is
// the object as it was sent.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingVersionErr.Error.
func MissingVersion(text string) string {
	return "Object 'apiVersion' is missing in '" + ValidUTF8(text) + "'"
}

// UnknownConversion returns the error for a body of the Go type from that the server
// cannot convert to the Go type to.
//
// Rule: k8s.io/apimachinery/pkg/conversion, Converter.Convert.
func UnknownConversion(from, to string) string {
	return fmt.Sprintf("converting (%s) to (%s): unknown conversion", from, to)
}

// NotRegistered returns the error for a kind that the server does not know. scheme is
// the name of its runtime.Scheme, or empty if the error does not have it.
//
// Rule: k8s.io/apimachinery/pkg/runtime, notRegisteredErr.Error.
func NotRegistered(t TypeMeta, scheme string) string {
	text := fmt.Sprintf("no kind %q is registered for ", t.Kind)
	if t.Version == InternalVersion {
		text += fmt.Sprintf("the internal version of group %q", t.Group)
	} else {
		text += fmt.Sprintf("version %q", t.GroupVersion)
	}
	if scheme != "" {
		text += fmt.Sprintf(" in scheme %q", scheme)
	}
	return text
}
