// Package fieldmanager checks the names of field managers, and takes them from user agents.
package fieldmanager

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
)

// MaxLength is the maximum length of a name in bytes.
const MaxLength = 128

// Check returns the errors of a name, which is empty if there is none: one if it is too long,
// and one for each character that cannot be printed. Each of those shows the whole name, so
// they end at 1 MiB of names. They have no path.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager.
func Check(code codes.Code, name string) (errs field.Errors) {
	if len(name) > MaxLength {
		errs = append(errs, &field.Error{Kind: field.TooLong, Code: code, Value: field.Omitted, Detail: codes.MoreBytesDetail(MaxLength)})
	}
	shown := 0
	for position, r := range name {
		if unicode.IsPrint(r) {
			continue
		}
		if field.ExceedsShown(shown, len(name)) {
			return errs
		}
		shown++
		errs = append(errs, &field.Error{Kind: field.Invalid, Code: code, Value: name, Detail: codes.FieldManagerDetail(r, position)})
	}
	return errs
}

// FromUserAgent returns the name that the server takes from the User-Agent of a request that
// names no manager: the characters before the first slash that can be printed, up to
// [MaxLength] bytes.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, prefixFromUserAgent.
func FromUserAgent(agent string) string {
	product, _, _ := strings.Cut(agent, "/")
	var b strings.Builder
	for _, r := range product {
		if !unicode.IsPrint(r) {
			continue
		}
		if b.Len()+utf8.RuneLen(r) > MaxLength {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
