package lifecycle

// object is the map under a name, nil if there is none.
func object(parent map[string]any, name string) map[string]any {
	m, _ := parent[name].(map[string]any)
	return m
}

func list(parent map[string]any, name string) []any {
	l, _ := parent[name].([]any)
	return l
}

func text(parent map[string]any, name string) string {
	s, _ := parent[name].(string)
	return s
}

// texts are the strings of a list.
func texts(parent map[string]any, name string) []string {
	var out []string
	for _, e := range list(parent, name) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func groupOf(crd map[string]any) string { return text(object(crd, "spec"), "group") }

func nameOf(crd map[string]any) string { return text(object(crd, "metadata"), "name") }
