package managedfields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural/field"
)

// MaxName is the maximum length of a manager's name in bytes.
const MaxName = 128

// ValidateName returns the errors of a manager's name, without paths: one if it is too
// long, and one for each character that cannot be printed. These show the whole name, and
// end at 1 MiB of names.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager.
func ValidateName(code codes.Code, name string) (errs field.Errors) {
	if len(name) > MaxName {
		errs = append(errs, &field.Error{Kind: field.TooLong, Code: code, Value: field.Omitted, Detail: codes.MoreBytesDetail(MaxName)})
	}
	shown := 0
	for position, r := range name {
		if unicode.IsPrint(r) {
			continue
		}
		if valuetext.ExceedsShown(shown, len(name)) {
			return errs
		}
		shown++
		errs = append(errs, &field.Error{Kind: field.Invalid, Code: code, Value: name, Detail: codes.FieldManagerDetail(r, position)})
	}
	return errs
}

// NameOfUserAgent returns the manager of a request that names none: the printable
// characters of its User-Agent before the first slash, up to [MaxName] bytes.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, prefixFromUserAgent.
func NameOfUserAgent(agent string) string {
	product, _, _ := strings.Cut(agent, "/")
	var b strings.Builder
	for _, r := range product {
		if !unicode.IsPrint(r) {
			continue
		}
		if b.Len()+utf8.RuneLen(r) > MaxName {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
