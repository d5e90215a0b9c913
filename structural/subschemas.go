package structural

// The keywords that hold schemas.

// subschema reads a schema that must be an object; null and what cannot be
// read are the empty schema.
func (p *parser) subschema(v any) *Schema {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaProps")
	}
	return p.schema(m)
}

func (p *parser) schemaList(v any) []*Schema {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]v1.JSONSchemaProps")
		return nil
	}
	out := make([]*Schema, len(list))
	p.list(list, func(i int, v any) { out[i] = p.subschema(v) })
	return out
}

// schemaMap reads named schemas in order of their names. The list is valid until
// the node that it belongs to is finished: whoever keeps it copies it.
func (p *parser) schemaMap(v any) []property {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "map[string]v1.JSONSchemaProps")
		return nil
	}
	first := len(p.named)
	entries := p.begin(m)
	p.enter(Step{})
	for i := range entries {
		p.step(Key(entries[i].name))
		if p.look(entries[i].value) {
			p.named = append(p.named, property{entries[i].name, p.subschema(entries[i].value)})
		}
	}
	p.leave()
	p.done(entries)
	return p.named[first:]
}

// schemaOrBool reads additionalProperties and additionalItems.
func (p *parser) schemaOrBool(v any) (_ schemaOrBool, given bool) {
	switch v := v.(type) {
	case nil:
		return schemaOrBool{}, false
	case bool:
		return schemaOrBool{allows: v}, true
	case map[string]any:
		return schemaOrBool{schema: p.schema(v), allows: true}, true
	default:
		p.undecodable(v, "boolean or JSON schema expected")
		return schemaOrBool{}, false
	}
}

// items reads a schema or, in the form that Kubernetes refuses, a list of
// schemas. The server takes anything else for items without a schema.
func (p *parser) items(s *Schema, v any) {
	if v != nil {
		s.flags |= itemsGiven
	}
	switch v := v.(type) {
	case map[string]any:
		s.items = p.schema(v)
	case []any:
		p.legacy(s).itemsList = p.schemaList(v)
		p.unsupportedIf(len(v) > 0, "OpenAPIV3Schema 'items' must be a schema, but is an array")
	}
}

// dependencies reads schemas or lists of property names; the server takes
// anything else for neither.
func (p *parser) dependencies(s *Schema, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaDependencies")
		return
	}
	out := make([]dependency, 0, len(m))
	p.each(m, Key, func(name string, v any) {
		d := dependency{name: name}
		switch v := v.(type) {
		case map[string]any:
			d.schema = p.schema(v)
		case []any:
			d.properties = p.strings(v)
		}
		out = append(out, d)
	})
	p.legacy(s).dependencies = out
	p.unsupportedIf(len(m) > 0, "OpenAPIV3Schema 'dependencies' is not supported")
}
