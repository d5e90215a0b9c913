package explain

import (
	"strings"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// verdict counts the errors and dropped fields of an object, regardless of the indices of list
// elements: an edit may move them.
type verdict map[string]int

func keyOfError(e *structural.Error) string {
	if len(e.RulePath) > 0 {
		return keyOf(e.Path, string(e.Code)+" "+e.RulePath.String())
	}
	return keyOf(e.Path, string(e.Code))
}

func keyOf(path structural.Path, code string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		if step.Kind() != field.IndexStep {
			b.WriteString(step.Name())
		}
	}
	return b.String() + " " + code
}

// repairs reports whether an edited object lacks an error and has no other one.
func (known verdict) repairs(after verdict, key string) bool {
	for k, n := range after {
		if n > known[k] {
			return false
		}
	}
	return after[key] < known[key]
}
