package generate

import "strings"

var resourceNames = []string{"a", "thing", "my-thing-1", "x.example.com", "default-name", "thing-9"}

var metadataFields = []string{
	"annotations", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "finalizers", "generateName",
	"generation", "labels", "managedFields", "name", "namespace", "ownerReferences", "resourceVersion", "selfLink", "uid",
}

// Metadata generates the metadata of an embedded resource.
func (g *Generator) Metadata(f Flavor) map[string]any {
	out := map[string]any{}
	for _, field := range metadataFields {
		if g.percent(22) {
			out[field] = validMetadata(g, field)
		}
	}
	switch f {
	case Nearly:
		for range g.between(1, 3) {
			pick(g.random, metadataFlaws)(g, out)
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

func validMetadata(g *Generator, field string) any {
	switch field {
	case "name", "generateName", "namespace":
		return pick(g.random, resourceNames[:3])
	case "labels":
		return g.stringMap([]string{"app", "example.com/name", "a.b_c-D"}, []string{"", "x", "my-value_1.0"})
	case "annotations":
		return g.stringMap([]string{"note", "example.com/note"}, []string{"", "any text\n{}", "ü"})
	case "creationTimestamp", "deletionTimestamp":
		return pick(g.random, []any{"2024-02-29T12:00:00Z", "1999-12-31T23:59:59Z", nil})
	case "deletionGracePeriodSeconds", "generation":
		return int64(g.below(100))
	case "finalizers":
		return anys(some(g.random, []string{"example.com/cleanup", "orphan", "kubernetes"}))
	case "managedFields":
		return []any{g.managedFields()}
	case "ownerReferences":
		return []any{g.ownerReference()}
	case "resourceVersion":
		return pick(g.random, []string{"", "1", "12345"})
	case "uid":
		return "7c9e6679-7425-40de-944b-e07fc1f90ae7"
	default:
		return "/apis/example.com/v1/things/a"
	}
}

func (g *Generator) stringMap(names, values []string) map[string]any {
	out := map[string]any{}
	for _, name := range some(g.random, names) {
		out[name] = pick(g.random, values)
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
		"manager": "test", "operation": pick(g.random, []string{"Apply", "Update"}), "apiVersion": APIVersion,
		"time": "2024-02-29T12:00:00Z", "fieldsType": "FieldsV1",
		"fieldsV1": map[string]any{"f:spec": map[string]any{".": map[string]any{}}},
	}
}

var metadataFlaws = []func(*Generator, map[string]any){
	func(g *Generator, m map[string]any) { m[g.unknownName(m)] = g.benign(2) },
	func(g *Generator, m map[string]any) { m[pick(g.random, metadataFields)] = nil },
	func(g *Generator, m map[string]any) { m[pick(g.random, metadataFields)] = g.benign(2) },
	func(g *Generator, m map[string]any) { m[pick(g.random, metadataFields)] = map[string]any{} },
	func(g *Generator, m map[string]any) { m[pick(g.random, metadataFields)] = []any{} },
	func(g *Generator, m map[string]any) { m[pick(g.random, metadataFields)] = "" },
	func(g *Generator, m map[string]any) {
		field := pick(g.random, metadataFields)
		m[strings.ToUpper(field[:1])+field[1:]] = validMetadata(g, field)
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.random, []string{"name", "generateName", "namespace"})] = pick(g.random, []string{"A_b", "..", "a/b", "a%b", "ü", strings.Repeat("x", 300)})
	},
	func(g *Generator, m map[string]any) {
		m["labels"] = map[string]any{pick(g.random, []string{"a/b/c", "", "-x", "ok"}): pick(g.random, []any{"-", "a b", int64(1), nil, true, map[string]any{}, strings.Repeat("x", 64)})}
	},
	func(g *Generator, m map[string]any) {
		m["annotations"] = map[string]any{pick(g.random, []string{"A/b/c", "", "-X", "ok"}): pick(g.random, []any{"-", int64(1), nil, 0.5, []any{"x"}, "long"})}
	},
	func(g *Generator, m map[string]any) {
		if g.percent(5) { // near the size limit of annotations
			m["annotations"] = map[string]any{"big": strings.Repeat("x", g.between(262_130, 262_145))}
		}
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.random, []string{"generation", "deletionGracePeriodSeconds"})] = pick(g.random, []any{int64(-1), 1.5, 2.0, "3", nil, 1e30})
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.random, []string{"creationTimestamp", "deletionTimestamp"})] = pick(g.random, []any{"now", "2024-02-30T00:00:00Z", "2024-02-29T12:00:00.5+01:00", int64(0), "", "2024-02-29"})
	},
	func(g *Generator, m map[string]any) {
		m["finalizers"] = pick(g.random, []any{[]any{"orphan", "foregroundDeletion"}, []any{"a/b/c"}, []any{""}, []any{nil}, []any{int64(1)}, "x", map[string]any{}})
	},
	ownerFlaw,
	managedFlaw,
}

func ownerFlaw(g *Generator, m map[string]any) {
	owner := g.ownerReference()
	switch g.below(6) {
	case 0:
		owner["unknown"] = g.benign(1)
	case 1:
		delete(owner, pick(g.random, []string{"apiVersion", "kind", "name", "uid"}))
	case 2:
		owner[pick(g.random, keys(owner))] = pick(g.random, []any{nil, "", int64(1), true, "a/b/c"})
	case 3:
		owner["apiVersion"], owner["kind"] = "v1", "Event"
	case 4:
		other := g.ownerReference()
		owner["controller"], other["controller"] = true, true
		m["ownerReferences"] = []any{owner, other}
		return
	default:
		m["ownerReferences"] = pick(g.random, []any{[]any{nil}, []any{"x"}, owner, []any{owner, nil}})
		return
	}
	m["ownerReferences"] = []any{owner}
}

func managedFlaw(g *Generator, m map[string]any) {
	fields := g.managedFields()
	switch g.below(4) {
	case 0:
		fields["unknown"] = g.benign(1)
	case 1:
		fields[pick(g.random, keys(fields))] = pick(g.random, []any{nil, "", int64(1), "Other"})
	case 2:
		fields["subresource"] = strings.Repeat("x", 300)
	default:
		delete(fields, pick(g.random, keys(fields)))
	}
	m["managedFields"] = []any{fields}
}
