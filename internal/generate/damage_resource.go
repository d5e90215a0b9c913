package generate

// damageMetadata replaces the metadata of a resource.
func damageMetadata(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	if !ok || !isResource(s.schema) {
		return false
	}
	metadata := g.Metadata(Nearly)
	if name, ok := object(m, "metadata")["name"]; ok && !has(metadata, "name") {
		metadata["name"] = name
	}
	m["metadata"] = metadata
	if g.percent(10) {
		m["metadata"] = g.JSON()
	}
	return true
}

// damageTypeMeta changes the type of an embedded resource, rarely of a whole one.
func damageTypeMeta(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	if !ok || !isResource(s.schema) || !isTrue(s.schema, embeddedKeyword) && g.percent(90) {
		return false
	}
	m[pick(g.chance, typeMeta[:2])] = pick(g.chance, []any{nil, "", int64(1), "a/b/c", "Bad_Kind", "thing", map[string]any{}})
	return true
}
