package upstream

import "k8s.io/kube-openapi/pkg/validation/spec"

// OpenAPI writes a schema as OpenAPI, losing nothing but additionalProperties
// below junctors.
//
// Reference: schema.Structural.ToKubeOpenAPI.
func (s Structural) OpenAPI() *spec.Schema {
	return s.S.DeepCopy().ToKubeOpenAPI()
}

// Unfold spells int-or-string out.
//
// Reference: schema.Structural.Unfold.
func (s Structural) Unfold() Structural { return Structural{S: s.S.DeepCopy().Unfold()} }

// StripNullable removes nullable.
//
// Reference: schema.Structural.StripNullable.
func (s Structural) StripNullable() Structural { return Structural{S: s.S.DeepCopy().StripNullable()} }

// StripValueValidations removes what restricts values without shaping them.
//
// Reference: schema.Structural.StripValueValidations.
func (s Structural) StripValueValidations() Structural {
	return Structural{S: s.S.DeepCopy().StripValueValidations()}
}
