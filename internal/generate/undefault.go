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
		var keep []string
		if isTrue(s, embeddedKeyword) {
			keep = typeMeta // must be right even before defaults are filled in
		}
		g.undefaultFields(v, s, keep)
	case []any:
		g.undefaultItems(v, s)
	}
}

// undefaultItems leaves alone what makes the elements of a list unique.
func (g *Generator) undefaultItems(l []any, s map[string]any) {
	items, listType := object(s, "items"), text(s, "x-kubernetes-list-type")
	for i := range l {
		switch m, isMap := l[i].(map[string]any); {
		case listType == "set":
		case listType == "map" && isMap:
			g.undefaultFields(m, items, words(s, "x-kubernetes-list-map-keys"))
		case g.restorable(items) && g.percent(30):
			l[i] = nil
		default:
			g.undefault(l[i], items)
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
	if values != nil && !isTrue(values, "nullable") && !has(values, "default") && g.percent(15) {
		m[g.unknownName(m)] = nil // dropped
	}
}

// restorable tells whether null is replaced by a default that is valid.
func (g *Generator) restorable(s map[string]any) bool {
	return s["default"] != nil && !isTrue(s, "nullable") && satisfies(s, s["default"])
}
