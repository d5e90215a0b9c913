// Package options has what a server requires of the options of a request: of the query
// parameters of any request, and of the DeleteOptions in a body. The fields are named as
// in meta.k8s.io/v1. An absent one is a nil pointer where it differs from its zero value.
//
// Rules: k8s.io/apimachinery/pkg/apis/meta/v1/validation and
// pkg/apis/meta/internalversion/validation.
package options

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// Group is the group of the kinds of options.
const Group = "meta.k8s.io"

// named is a string for which the server has a named type: an error prints it as JSON and not
// in Go's syntax.
type named string

// checker collects the errors of options.
type checker struct{ errs field.Errors }

// report adds an error of an option.
func (c *checker) report(kind field.Kind, code codes.Code, option string, v any, detail string) {
	c.errs = append(c.errs, &field.Error{Path: pathOf(option), Kind: kind, Code: code, Value: v, Detail: detail})
}

// forbid adds an error of an option that must not be set.
func (c *checker) forbid(code codes.Code, option, detail string) {
	c.report(field.Forbidden, code, option, field.Omitted, detail)
}

// pathOf returns the path of an option.
func pathOf(option string) field.Path { return field.Path{field.Field(option)} }
