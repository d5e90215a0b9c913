package generate

// Undefault returns a deep copy of an object from which defaults are missing:
// fields and list elements that have a default are left out or null, and there
// are nulls where a server drops them. If the object satisfies the schema, the
// result does once nulls are dropped and defaults filled in, unless a default
// is not valid where it goes.
func (g *Generator) Undefault(obj map[string]any, schema map[string]any) map[string]any {
	out := cloneMap(obj)
	g.undefaultFields(out, schema, typeMeta)
	return out
}

func (g *Generator) undefault(v any, s map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		g.undefaultFields(v, s, nil)
	case []any:
		items := object(s, "items")
		for i := range v {
			g.undefault(v[i], items)
			if g.restorable(items) && text(s, "x-kubernetes-list-type") == "" && g.percent(30) {
				v[i] = nil
			}
		}
	}
}

// undefaultFields works on the fields of an object but those to be kept.
func (g *Generator) undefaultFields(m, s map[string]any, keep []string) {
	properties, values := object(s, "properties"), object(s, "additionalProperties")
	for _, name := range without(keys(m), keep) {
		child := object(properties, name)
		if child == nil {
			child = values
		}
		g.undefault(m[name], child)
		switch {
		case !g.restorable(child) || g.percent(30):
		case has(properties, name) && g.percent(60):
			delete(m, name)
		default:
			m[name] = nil
		}
	}
	for _, name := range without(keys(properties), keep) {
		child := object(properties, name)
		if !has(m, name) && !isTrue(child, "nullable") && g.percent(20) {
			m[name] = nil // dropped, or replaced by the default
		}
	}
}

// restorable tells whether null is replaced by a default that is valid.
func (g *Generator) restorable(s map[string]any) bool {
	return s["default"] != nil && !isTrue(s, "nullable") && satisfies(s, s["default"])
}
