package structural

// CheckStatusRoot tells what the root of a schema must not say in a definition
// whose status subresource is enabled: a server takes the status's part of the
// schema out of it and would lose the rest. It is one error, or none.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func CheckStatusRoot(s *Schema) Errors {
	switch {
	case s == nil:
		return nil
	case s.referring():
		// These keywords come before the type in the server's order.
	case s.typ != NoType && s.typ != Object:
		const only = `only "object" is allowed as the type at the root of the schema if the status subresource is enabled`
		return Errors{{Path: Path{Field("type")}, Kind: Invalid, Value: s.TypeName(), Detail: only}}
	case !s.saysMoreThanStatus():
		return nil
	}
	const only = "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled"
	return Errors{{Kind: Invalid, Value: InternalValue(s), Detail: only}}
}

func (s *Schema) referring() bool {
	l := s.legacyKeywords()
	return l != nil && (l.id != "" || l.schemaURL != "" || l.ref != nil)
}

// saysMoreThanStatus tells whether a keyword is given, be it empty, that does
// not go along with the status subresource.
func (s *Schema) saysMoreThanStatus() bool {
	const flags = nullable | additionalAllowed | additionalDenied | embeddedResource | intOrString
	j := s.junctors()
	return s.has(flags) || s.def != nil || s.validation().enum != nil ||
		s.bounds().set&(maxPropertiesSet|minPropertiesSet) != 0 ||
		j.allOf != nil || j.oneOf != nil || j.anyOf != nil || j.not != nil ||
		s.more.saysMoreThanStatus()
}

func (m *more) saysMoreThanStatus() bool {
	if m == nil {
		return false
	}
	if l := m.legacy; l != nil && (l.patternProperties != nil || l.dependencies != nil || l.additionalItems != nil || l.definitions != nil) {
		return true
	}
	return m.listMapKeys != nil || m.listType != nil || m.mapType != nil
}
