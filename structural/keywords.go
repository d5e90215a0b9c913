package structural

// keyword reads one keyword of a schema node. It is the one place that knows
// the keywords; they stand in the order of the API reference.
func (p *parser) keyword(s *Schema, name string, v any) {
	switch name {
	case "id":
		if id := p.string(v); id != "" {
			s.legacy().id = id
			p.unsupported("OpenAPIV3Schema 'id' is not supported")
		}
	case "$schema":
		if url := p.string(v); url != "" {
			s.legacy().schemaURL = url
			p.unsupported("OpenAPIV3Schema 'schema' is not supported")
		}
	case "$ref":
		if ref, ok := p.optionalString(v); ok {
			s.legacy().ref = &ref
			p.unsupportedIf(ref != "", "OpenAPIV3Schema '$ref' is not supported")
		}
	case "description":
		p.description(s, p.string(v))
	case "type":
		s.setType(p.string(v))
	case "format":
		s.setFormat(p.string(v))
	case "title":
		p.title(s, p.string(v))
	case "default":
		s.def = Clone(v)
	case "maximum":
		p.number(v, s, maximumSet, func(b *bounds) *float64 { return &b.maximum })
	case "exclusiveMaximum":
		p.flag(s, exclusiveMaximum, v)
	case "minimum":
		p.number(v, s, minimumSet, func(b *bounds) *float64 { return &b.minimum })
	case "exclusiveMinimum":
		p.flag(s, exclusiveMinimum, v)
	case "maxLength":
		p.integer(v, s, maxLengthSet, func(b *bounds) *int64 { return &b.maxLength })
	case "minLength":
		p.integer(v, s, minLengthSet, func(b *bounds) *int64 { return &b.minLength })
	case "pattern":
		s.setPattern(p.string(v))
	case "maxItems":
		p.integer(v, s, maxItemsSet, func(b *bounds) *int64 { return &b.maxItems })
	case "minItems":
		p.integer(v, s, minItemsSet, func(b *bounds) *int64 { return &b.minItems })
	case "uniqueItems":
		p.flag(s, uniqueItems, v)
	case "multipleOf":
		p.number(v, s, multipleOfSet, func(b *bounds) *float64 { return &b.multipleOf })
	case "enum":
		p.enum(s, v)
	case "maxProperties":
		p.integer(v, s, maxPropertiesSet, func(b *bounds) *int64 { return &b.maxProperties })
	case "minProperties":
		p.integer(v, s, minPropertiesSet, func(b *bounds) *int64 { return &b.minProperties })
	case "required":
		if names := p.strings(v); names != nil {
			s.validations().required = names
		}
	case "items":
		p.items(s, v)
	case "allOf":
		if branches := p.schemaList(v); branches != nil {
			s.branches().allOf = branches
		}
	case "oneOf":
		if branches := p.schemaList(v); branches != nil {
			s.branches().oneOf = branches
		}
	case "anyOf":
		if branches := p.schemaList(v); branches != nil {
			s.branches().anyOf = branches
		}
	case "not":
		if v != nil {
			s.branches().not = p.subschema(v)
		}
	case "properties":
		s.properties = p.schemaMap(v)
	case "additionalProperties":
		s.setAdditional(p.schemaOrBool(v))
	case "patternProperties":
		if patterns := p.schemaMap(v); patterns != nil {
			s.legacy().patternProperties = patterns
			p.unsupportedIf(len(patterns) > 0, "OpenAPIV3Schema 'patternProperties' is not supported")
		}
	case "dependencies":
		p.dependencies(s, v)
	case "additionalItems":
		if items := p.schemaOrBool(v); items != nil {
			s.legacy().additionalItems = items
			p.unsupported("OpenAPIV3Schema 'additionalItems' is not supported")
		}
	case "definitions":
		if definitions := p.schemaMap(v); definitions != nil {
			s.legacy().definitions = definitions
			p.unsupportedIf(len(definitions) > 0, "OpenAPIV3Schema 'definitions' is not supported")
		}
	case "externalDocs":
		p.externalDocs(s, v)
	case "example":
		p.example(s, v)
	case "nullable":
		p.flag(s, nullable, v)
	case "x-kubernetes-preserve-unknown-fields":
		p.preserveUnknown(s, v)
	case "x-kubernetes-embedded-resource":
		p.flag(s, embeddedResource, v)
	case "x-kubernetes-int-or-string":
		p.flag(s, intOrString, v)
	case "x-kubernetes-list-map-keys":
		if keys := p.strings(v); keys != nil {
			s.rare().listMapKeys = keys
		}
	case "x-kubernetes-list-type":
		if t, ok := p.optionalString(v); ok {
			s.rare().listType = &t
		}
	case "x-kubernetes-map-type":
		if t, ok := p.optionalString(v); ok {
			s.rare().mapType = &t
		}
	case "x-kubernetes-validations":
		p.rules(s, v)
	default:
		p.unknown()
	}
}

func (p *parser) preserveUnknown(s *Schema, v any) {
	switch preserve, ok := p.bool(v); {
	case !ok:
	case preserve:
		s.flags |= preserveUnknown
	default:
		s.flags |= preserveFalse
		p.unsupported("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined")
	}
}

func (p *parser) enum(s *Schema, v any) {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]v1.JSON")
		return
	}
	s.validations().enum = Clone(list)
}
