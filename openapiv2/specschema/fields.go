package specschema

import "k8s.io/kube-openapi/pkg/validation/spec"

var fields = []struct {
	keyword string
	in      func(*spec.Schema) any // a pointer to the field
}{
	{"id", func(s *spec.Schema) any { return &s.ID }},
	{"$schema", func(s *spec.Schema) any { return (*string)(&s.Schema) }},
	{"$ref", func(s *spec.Schema) any { return &s.Ref }},
	{"description", func(s *spec.Schema) any { return &s.Description }},
	{"type", func(s *spec.Schema) any { return &s.Type }},
	{"format", func(s *spec.Schema) any { return &s.Format }},
	{"title", func(s *spec.Schema) any { return &s.Title }},
	{"default", func(s *spec.Schema) any { return &s.Default }},
	{"maximum", func(s *spec.Schema) any { return &s.Maximum }},
	{"exclusiveMaximum", func(s *spec.Schema) any { return &s.ExclusiveMaximum }},
	{"minimum", func(s *spec.Schema) any { return &s.Minimum }},
	{"exclusiveMinimum", func(s *spec.Schema) any { return &s.ExclusiveMinimum }},
	{"maxLength", func(s *spec.Schema) any { return &s.MaxLength }},
	{"minLength", func(s *spec.Schema) any { return &s.MinLength }},
	{"pattern", func(s *spec.Schema) any { return &s.Pattern }},
	{"maxItems", func(s *spec.Schema) any { return &s.MaxItems }},
	{"minItems", func(s *spec.Schema) any { return &s.MinItems }},
	{"uniqueItems", func(s *spec.Schema) any { return &s.UniqueItems }},
	{"multipleOf", func(s *spec.Schema) any { return &s.MultipleOf }},
	{"enum", func(s *spec.Schema) any { return &s.Enum }},
	{"maxProperties", func(s *spec.Schema) any { return &s.MaxProperties }},
	{"minProperties", func(s *spec.Schema) any { return &s.MinProperties }},
	{"required", func(s *spec.Schema) any { return &s.Required }},
	{"items", func(s *spec.Schema) any { return &s.Items }},
	{"allOf", func(s *spec.Schema) any { return &s.AllOf }},
	{"oneOf", func(s *spec.Schema) any { return &s.OneOf }},
	{"anyOf", func(s *spec.Schema) any { return &s.AnyOf }},
	{"not", func(s *spec.Schema) any { return &s.Not }},
	{"properties", func(s *spec.Schema) any { return &s.Properties }},
	{"additionalProperties", func(s *spec.Schema) any { return &s.AdditionalProperties }},
	{"patternProperties", func(s *spec.Schema) any { return &s.PatternProperties }},
	{"dependencies", func(s *spec.Schema) any { return &s.Dependencies }},
	{"additionalItems", func(s *spec.Schema) any { return &s.AdditionalItems }},
	{"definitions", func(s *spec.Schema) any { return (*map[string]spec.Schema)(&s.Definitions) }},
	{"externalDocs", func(s *spec.Schema) any { return &s.ExternalDocs }},
	{"example", func(s *spec.Schema) any { return &s.Example }},
	{"nullable", func(s *spec.Schema) any { return &s.Nullable }},
	{"discriminator", func(s *spec.Schema) any { return &s.Discriminator }},
	{"readOnly", func(s *spec.Schema) any { return &s.ReadOnly }},
}
