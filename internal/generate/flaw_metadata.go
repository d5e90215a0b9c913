package generate

import "strings"

// metadataFlaws make metadata wrong, or odd where a server puts up with it.
var metadataFlaws = []func(*Generator, map[string]any){
	func(g *Generator, m map[string]any) { m[g.unknownName(m)] = g.benign(2) },
	func(g *Generator, m map[string]any) { m[pick(g.chance, metadataFields)] = nil },
	func(g *Generator, m map[string]any) { m[pick(g.chance, metadataFields)] = g.benign(2) },
	func(g *Generator, m map[string]any) { m[pick(g.chance, metadataFields)] = map[string]any{} },
	func(g *Generator, m map[string]any) { m[pick(g.chance, metadataFields)] = []any{} },
	func(g *Generator, m map[string]any) { m[pick(g.chance, metadataFields)] = "" },
	func(g *Generator, m map[string]any) {
		field := pick(g.chance, metadataFields)
		m[strings.ToUpper(field[:1])+field[1:]] = validMetadata(g, field)
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.chance, []string{"name", "generateName", "namespace"})] = pick(g.chance, []string{"A_b", "..", "a/b", "a%b", "ü", strings.Repeat("x", 300)})
	},
	func(g *Generator, m map[string]any) {
		m["labels"] = map[string]any{pick(g.chance, []string{"a/b/c", "", "-x", "ok"}): pick(g.chance, []any{"-", "a b", int64(1), nil, true, map[string]any{}, strings.Repeat("x", 64)})}
	},
	func(g *Generator, m map[string]any) {
		m["annotations"] = map[string]any{pick(g.chance, []string{"A/b/c", "", "-X", "ok"}): pick(g.chance, []any{"-", int64(1), nil, 0.5, []any{"x"}, "long"})}
	},
	func(g *Generator, m map[string]any) {
		if g.percent(5) { // around what annotations may add up to
			m["annotations"] = map[string]any{"big": strings.Repeat("x", g.between(262_130, 262_145))}
		}
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.chance, []string{"generation", "deletionGracePeriodSeconds"})] = pick(g.chance, []any{int64(-1), 1.5, 2.0, "3", nil, 1e30})
	},
	func(g *Generator, m map[string]any) {
		m[pick(g.chance, []string{"creationTimestamp", "deletionTimestamp"})] = pick(g.chance, []any{"now", "2024-02-30T00:00:00Z", "2024-02-29T12:00:00.5+01:00", int64(0), "", "2024-02-29"})
	},
	func(g *Generator, m map[string]any) {
		m["finalizers"] = pick(g.chance, []any{[]any{"orphan", "foregroundDeletion"}, []any{"a/b/c"}, []any{""}, []any{nil}, []any{int64(1)}, "x", map[string]any{}})
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
		delete(owner, pick(g.chance, []string{"apiVersion", "kind", "name", "uid"}))
	case 2:
		owner[pick(g.chance, keys(owner))] = pick(g.chance, []any{nil, "", int64(1), true, "a/b/c"})
	case 3:
		owner["apiVersion"], owner["kind"] = "v1", "Event"
	case 4:
		other := g.ownerReference()
		owner["controller"], other["controller"] = true, true
		m["ownerReferences"] = []any{owner, other}
		return
	default:
		m["ownerReferences"] = pick(g.chance, []any{[]any{nil}, []any{"x"}, owner, []any{owner, nil}})
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
		fields[pick(g.chance, keys(fields))] = pick(g.chance, []any{nil, "", int64(1), "Other"})
	case 2:
		fields["subresource"] = strings.Repeat("x", 300)
	default:
		delete(fields, pick(g.chance, keys(fields)))
	}
	m["managedFields"] = []any{fields}
}
