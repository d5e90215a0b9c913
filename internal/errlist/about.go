package errlist

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural/field"
)

// ErrWithRemark returns [Errors.Err], with the first remark on one of the errors as the last
// line of the text.
func ErrWithRemark(es field.Errors) error {
	if remark := RemarkOf(es); remark != "" {
		return fmt.Errorf("%w\n%s", es.Err(), remark)
	}
	return es.Err()
}

// RemarkOf returns the first remark on one of the errors, or "".
func RemarkOf(es field.Errors) string {
	for _, e := range es {
		if e.Remark != "" {
			return e.Remark
		}
	}
	return ""
}

// BlocksRules reports whether an error prevents the evaluation of validation rules.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, hasBlockingErr.
func BlocksRules(e *field.Error) bool {
	switch e.Kind {
	case field.NotSupported, field.Required, field.TooLong, field.TooMany, field.TypeInvalid:
		return true
	default:
		return false
	}
}
