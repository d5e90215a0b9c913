package request

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// OptionsGroup is the group of the kinds of options.
const OptionsGroup = "meta.k8s.io"

// named is a string for which the server has a named type: an error prints it as JSON and not
// in Go's syntax.
type named string

// optionChecker collects the errors of options.
type optionChecker struct{ errs field.Errors }

// report adds an error of an option.
func (c *optionChecker) report(kind field.Kind, code codes.Code, option string, v any, detail string) {
	c.errs = append(c.errs, &field.Error{Path: pathOf(option), Kind: kind, Code: code, Value: v, Detail: detail})
}

// forbid adds an error of an option that must not be set.
func (c *optionChecker) forbid(code codes.Code, option, detail string) {
	c.report(field.Forbidden, code, option, field.Omitted, detail)
}

// pathOf returns the path of an option.
func pathOf(option string) field.Path { return field.Path{field.Field(option)} }
