package publish

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/structural"
)

// values converts the keywords that restrict values, junctors aside.
func values(out *spec.Schema, s *structural.Schema) {
	if !s.RestrictsValues() {
		return
	}
	out.Format, out.Pattern = s.Format(), s.Pattern()
	if maximum, exclusive, ok := s.Maximum(); ok || exclusive {
		out.Maximum, out.ExclusiveMaximum = given(maximum, ok), exclusive
	}
	if minimum, exclusive, ok := s.Minimum(); ok || exclusive {
		out.Minimum, out.ExclusiveMinimum = given(minimum, ok), exclusive
	}
	out.MultipleOf = given(s.MultipleOf())
	out.MaxLength, out.MinLength = given(s.MaxLength()), given(s.MinLength())
	out.MaxItems, out.MinItems = given(s.MaxItems()), given(s.MinItems())
	out.MaxProperties, out.MinProperties = given(s.MaxProperties()), given(s.MinProperties())
	out.UniqueItems = s.UniqueItems()
	out.Enum = s.Enum()
	out.Required = s.Required()
}

func given[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	kept := v // not v itself, which would then be allocated in any case
	return &kept
}
