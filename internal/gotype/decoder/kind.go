package decoder

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural/field"
)

// scheme names the server's runtime.Scheme in errors: the source line that creates it.
const scheme = "pkg/runtime/scheme.go:111"

// UnexpectedKind returns the error for a body of the kind t where the server expects the
// Go type want. goType is the Go type of t, or "" if it is unknown. The error may quote
// the text of the body.
//
// Rule: k8s.io/apimachinery/pkg/runtime, Scheme.New and Scheme.Convert.
func UnexpectedKind(t gotype.TypeMeta, goType, want string, text func() string) *field.Error {
	var why string
	switch {
	case t.Version == "":
		why = gotype.MissingVersion(text())
	case goType != "":
		why = gotype.UnknownConversion(goType, want)
	default:
		why = gotype.NotRegistered(t, scheme)
	}
	return field.Verbatim(field.Error{
		Path: field.Path{field.Field("kind")}, Kind: field.Undecodable, Code: codes.UnexpectedKind, Value: t.Kind, Detail: why,
	})
}
