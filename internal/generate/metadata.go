package generate

// resourceNames are names that any resource may have.
var resourceNames = []string{"a", "thing", "my-thing-1", "x.example.com", "default-name", "thing-9"}

// metadataFields are the fields of a resource's metadata.
var metadataFields = []string{
	"annotations", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "finalizers", "generateName",
	"generation", "labels", "managedFields", "name", "namespace", "ownerReferences", "resourceVersion", "selfLink", "uid",
}

// Metadata makes the metadata of a resource, as it stands in an embedded one.
func (g *Generator) Metadata(f Flavour) map[string]any {
	out := map[string]any{}
	for _, field := range metadataFields {
		if g.percent(22) {
			out[field] = validMetadata(g, field)
		}
	}
	switch f {
	case Nearly:
		for range g.between(1, 3) {
			pick(g.chance, metadataFlaws)(g, out)
		}
	case Hostile:
		for _, field := range metadataFields {
			if g.percent(30) {
				out[field] = g.JSON()
			}
		}
		if g.percent(50) {
			out[g.unknownName(out)] = g.JSON()
		}
	}
	return out
}

// validMetadata is a value for a field of metadata.
func validMetadata(g *Generator, field string) any {
	switch field {
	case "name", "generateName", "namespace":
		return pick(g.chance, resourceNames[:3])
	case "labels":
		return g.stringMap([]string{"app", "example.com/name", "a.b_c-D"}, []string{"", "x", "my-value_1.0"})
	case "annotations":
		return g.stringMap([]string{"note", "example.com/note"}, []string{"", "any text\n{}", "ü"})
	case "creationTimestamp", "deletionTimestamp":
		return pick(g.chance, []any{"2024-02-29T12:00:00Z", "1999-12-31T23:59:59Z", nil})
	case "deletionGracePeriodSeconds", "generation":
		return int64(g.below(100))
	case "finalizers":
		return anys(some(g.chance, []string{"example.com/cleanup", "orphan", "kubernetes"}))
	case "managedFields":
		return []any{g.managedFields()}
	case "ownerReferences":
		return []any{g.ownerReference()}
	case "resourceVersion":
		return pick(g.chance, []string{"", "1", "12345"})
	case "uid":
		return "7c9e6679-7425-40de-944b-e07fc1f90ae7"
	default:
		return "/apis/example.com/v1/things/a"
	}
}

func (g *Generator) stringMap(names, values []string) map[string]any {
	out := map[string]any{}
	for _, name := range some(g.chance, names) {
		out[name] = pick(g.chance, values)
	}
	return out
}

func (g *Generator) ownerReference() map[string]any {
	out := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "owner", "uid": "1"}
	for _, flag := range []string{"controller", "blockOwnerDeletion"} {
		if g.percent(40) {
			out[flag] = g.percent(70)
		}
	}
	return out
}

func (g *Generator) managedFields() map[string]any {
	return map[string]any{
		"manager": "test", "operation": pick(g.chance, []string{"Apply", "Update"}), "apiVersion": APIVersion,
		"time": "2024-02-29T12:00:00Z", "fieldsType": "FieldsV1",
		"fieldsV1": map[string]any{"f:spec": map[string]any{".": map[string]any{}}},
	}
}
