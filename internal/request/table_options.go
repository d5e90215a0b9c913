package request

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// ValidateInclude returns the error of a value of includeObject, or nil.
//
// Rule: ValidateTableOptions.
func ValidateInclude(include string) *field.Error {
	switch include {
	case "", "None", "Metadata", "Object":
		return nil
	}
	return &field.Error{Path: pathOf("includeObject"), Kind: field.Invalid, Code: codes.IncludeObject, Value: named(include), Detail: codes.IncludeObjectDetail}
}
