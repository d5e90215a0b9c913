package structural

// Map returns the schema as the value of openAPIV3Schema: a new map, with the keywords
// that s has and nothing that is absent. It is nil for the nil Schema. The caller may
// modify every part of it alone.
//
// [FromMap] reads an equal schema from it, unsupported keywords included. Keywords that
// FromMap drops are missing. Whole numbers are int64, as in the server's JSON.
func (s *Schema) Map() map[string]any {
	if s == nil {
		return nil
	}
	w := mapWriter{}
	w.text("type", s.TypeName())
	w.json("default", s.def)
	w.flags(s.flags)
	if s.has(itemsGiven) {
		w["items"] = true // of a type that counts as items without a schema
	}
	w.schema("items", s.items)
	w.named("properties", s.properties)
	if s.has(additionalAllowed | additionalDenied) {
		w["additionalProperties"] = schemaOrBool{s.additional, s.has(additionalAllowed)}.value()
	}
	w.validation(s.value)
	w.rare(s.rare)
	w.documentation(s.doc)
	return w
}

// mapWriter is the map of one node. Its methods set a keyword unless it is absent.
type mapWriter map[string]any

func (w mapWriter) validation(v *valueValidation) {
	if v == nil {
		return
	}
	w.valueTexts(v.texts)
	w.texts("required", v.required)
	if v.enum != nil {
		w["enum"] = Clone(v.enum)
	}
	w.limits(v.limits)
	if j := v.junctors; j != nil {
		w.schemas("allOf", j.allOf)
		w.schemas("anyOf", j.anyOf)
		w.schemas("oneOf", j.oneOf)
		w.schema("not", j.not)
	}
}

func (w mapWriter) rare(m *rareKeywords) {
	if m == nil {
		return
	}
	w.extensionTexts(m.texts)
	w.texts("x-kubernetes-list-map-keys", m.listMapKeys)
	if m.rules != nil {
		rules := make([]any, len(m.rules))
		for i := range m.rules {
			rules[i] = m.rules[i].value()
		}
		w["x-kubernetes-validations"] = rules
	}
	w.legacy(m.legacy)
}

func (r *Rule) value() map[string]any {
	w := mapWriter{"rule": r.Rule}
	w.text("message", r.Message)
	w.text("messageExpression", r.MessageExpression)
	w.optional("reason", r.Reason)
	w.text("fieldPath", r.FieldPath)
	if r.OptionalOldSelf != nil {
		w["optionalOldSelf"] = *r.OptionalOldSelf
	}
	return w
}

func (w mapWriter) legacy(l *legacy) {
	if l == nil {
		return
	}
	w.text("id", l.id)
	w.text("$schema", l.schemaURL)
	w.optional("$ref", l.ref)
	w.schemas("items", l.itemsList)
	w.named("patternProperties", l.patternProperties)
	w.named("definitions", l.definitions)
	if l.additionalItems != nil {
		w["additionalItems"] = l.additionalItems.value()
	}
	if l.dependencies != nil {
		w["dependencies"] = dependenciesValue(l.dependencies)
	}
}

// dependenciesValue returns the value of dependencies. One that is neither a schema nor
// a list is null.
func dependenciesValue(list []dependency) map[string]any {
	out := make(mapWriter, len(list))
	for _, d := range list {
		out[d.name] = nil
		out.schema(d.name, d.schema)
		out.texts(d.name, d.properties)
	}
	return out
}

func (w mapWriter) documentation(d *documentation) {
	if d == nil {
		return
	}
	w.text("description", d.description)
	w.text("title", d.title)
	w.json("example", d.example)
	if d.externalDocs != nil {
		docs := mapWriter{}
		docs.text("description", d.externalDocs.Description)
		docs.text("url", d.externalDocs.URL)
		w["externalDocs"] = map[string]any(docs)
	}
}
