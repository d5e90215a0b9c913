package gotype

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/texts"
)

// MissingKind returns the error for an object without a kind; text is the object
// as it was sent.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingKindErr.Error.
func MissingKind(text string) string {
	return "Object 'Kind' is missing in '" + texts.ValidUTF8(text) + "'"
}

// MissingVersion returns the error for an object without an apiVersion; text is
// the object as it was sent.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingVersionErr.Error.
func MissingVersion(text string) string {
	return "Object 'apiVersion' is missing in '" + texts.ValidUTF8(text) + "'"
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
