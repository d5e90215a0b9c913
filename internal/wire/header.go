package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// InHeader reports whether the text of a warning can be sent in a header.
//
// Rule: k8s.io/apimachinery/pkg/util/net, NewWarningHeader.
func InHeader(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// NotAcceptableReason is the reason of the answer to a request for a media type that the
// server does not write.
const NotAcceptableReason = "NotAcceptable"

// mediaTypes are the media types that the server writes, in the order of its preference.
const mediaTypes = "application/json, application/yaml, application/vnd.kubernetes.protobuf"

// NotAcceptable returns the message for a request for other media types than those that are
// written.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NewNotAcceptableError.
func NotAcceptable(written []string) string {
	return "only the following media types are accepted: " + strings.Join(written, ", ")
}

// NotAcceptableStream is the message for a watch in other media types.
const NotAcceptableStream = "only the following media types are accepted: " +
	"application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"
