package gotype

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/jsontext"
)

// MissingKind returns the error for an object without a kind, sent as text.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingKindErr.Error.
func MissingKind(text string) string {
	return "Object 'Kind' is missing in '" + jsontext.ValidUTF8(text) + "'"
}

// MissingVersion returns the error for an object without an apiVersion, sent as text.
//
// Rule: k8s.io/apimachinery/pkg/runtime, missingVersionErr.Error.
func MissingVersion(text string) string {
	return "Object 'apiVersion' is missing in '" + jsontext.ValidUTF8(text) + "'"
}

// UnknownConversion returns the error for a body that the server cannot convert between
// two Go types.
//
// Rule: k8s.io/apimachinery/pkg/conversion, Converter.Convert.
func UnknownConversion(from, to string) string {
	return fmt.Sprintf("converting (%s) to (%s): unknown conversion", from, to)
}

// NotRegistered returns the error for an unknown kind. scheme is the name of the
// runtime.Scheme, or "" if the error omits it.
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
