package upstream

import "k8s.io/kube-openapi/pkg/validation/spec"

// OpenAPI converts a schema to OpenAPI. It loses only additionalProperties below
// junctors. Empty properties count as absent.
//
// Reference: schema.Structural.ToKubeOpenAPI.
func (s Structural) OpenAPI() *spec.Schema {
	out := s.S.DeepCopy().ToKubeOpenAPI()
	dropEmptyProperties(out)
	return out
}

func dropEmptyProperties(s *spec.Schema) {
	if s == nil {
		return
	}
	if len(s.Properties) == 0 {
		s.Properties = nil
	}
	for name, p := range s.Properties {
		dropEmptyProperties(&p)
		s.Properties[name] = p
	}
	if s.Items != nil {
		dropEmptyProperties(s.Items.Schema)
	}
	if s.AdditionalProperties != nil {
		dropEmptyProperties(s.AdditionalProperties.Schema)
	}
	dropEmptyProperties(s.Not)
	for _, branches := range [][]spec.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range branches {
			dropEmptyProperties(&branches[i])
		}
	}
}

// Unfold adds the anyOf of int-or-string.
//
// Reference: schema.Structural.Unfold.
func (s Structural) Unfold() Structural { return Structural{S: s.S.DeepCopy().Unfold()} }

// StripNullable removes nullable.
//
// Reference: schema.Structural.StripNullable.
func (s Structural) StripNullable() Structural { return Structural{S: s.S.DeepCopy().StripNullable()} }

// StripValueValidations removes keywords that restrict values but not their
// structure.
//
// Reference: schema.Structural.StripValueValidations.
func (s Structural) StripValueValidations() Structural {
	return Structural{S: s.S.DeepCopy().StripValueValidations()}
}
