package errlist

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
