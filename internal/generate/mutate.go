package generate

import (
	"math"
	"slices"
	"strconv"
)

// Mutate returns a deep copy of a JSON value with n random changes that do not depend on a
// schema: keys dropped, renamed and added, nulls, wrong types, list elements repeated and
// moved, subtrees swapped and nested, huge values. A root keeps its type.
func (g *Generator) Mutate(v any, n int) any {
	root := valueRef{holder: []any{clone(v)}}
	for range n {
		g.mutateOnce(root)
	}
	return root.get()
}

type mutation func(g *Generator, s valueRef, all []valueRef) bool

func (g *Generator) mutateOnce(root valueRef) {
	all := root.refs()
	for range 20 {
		i, table := g.below(len(all)), changes
		if isRootContainer := i == 0 && isContainer(root.get()); !isRootContainer && g.percent(40) {
			table = replacements
		}
		if pick(g.random, table)(g, all[i], all) {
			return
		}
	}
}

func isContainer(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	default:
		return false
	}
}

var replacements = []mutation{
	func(_ *Generator, s valueRef, _ []valueRef) bool { s.set(nil); return true },
	func(g *Generator, s valueRef, _ []valueRef) bool { s.set(g.JSON()); return true },
	func(_ *Generator, s valueRef, _ []valueRef) bool { s.set([]any{s.get()}); return true },
	func(g *Generator, s valueRef, _ []valueRef) bool {
		s.set(map[string]any{g.name(): s.get()})
		return true
	},
	func(g *Generator, s valueRef, all []valueRef) bool {
		if len(all) < 2 {
			return false
		}
		other := pick(g.random, all[1:]) // not the root: it keeps its type
		mine, others := clone(s.get()), clone(other.get())
		s.set(others)
		other.set(mine)
		return true
	},
	func(g *Generator, s valueRef, _ []valueRef) bool { s.set(g.huge()); return true },
}

var changes = []mutation{
	mutateMap(func(g *Generator, m map[string]any) { delete(m, g.anyKey(m)) }),
	mutateMap(func(g *Generator, m map[string]any) {
		old := g.anyKey(m)
		v := m[old]
		delete(m, old)
		m[g.variant(old)] = v
	}),
	mutateMap(func(g *Generator, m map[string]any) { m[g.unknownName(m)] = g.benign(3) }),
	mutateMap(func(g *Generator, m map[string]any) { m[pick(g.random, awkwardNames)] = g.JSON() }),
	mutateMap(func(g *Generator, m map[string]any) { m[g.unknownName(m)] = clone(m[g.anyKey(m)]) }),
	mutateList(func(g *Generator, l []any) []any { return append(l, clone(pick(g.random, l))) }),
	mutateList(func(g *Generator, l []any) []any { i := g.below(len(l)); return slices.Delete(l, i, i+1) }),
	mutateList(func(g *Generator, l []any) []any { return shuffled(g.random, l) }),
	mutateList(func(g *Generator, l []any) []any { return append(l, g.benign(2)) }),
	mutateList(func(_ *Generator, l []any) []any { return append(l, nil) }),
	mutateScalar,
	mutateScalar,
	mutateScalar,
}

func mutateMap(change func(*Generator, map[string]any)) mutation {
	return func(g *Generator, s valueRef, _ []valueRef) bool {
		m, ok := s.get().(map[string]any)
		if !ok || len(m) == 0 {
			return false
		}
		change(g, m)
		return true
	}
}

func mutateList(change func(*Generator, []any) []any) mutation {
	return func(g *Generator, s valueRef, _ []valueRef) bool {
		l, ok := s.get().([]any)
		if !ok || len(l) == 0 {
			return false
		}
		s.set(change(g, l))
		return true
	}
}

func mutateScalar(g *Generator, s valueRef, _ []valueRef) bool {
	switch v := s.get().(type) {
	case bool:
		s.set(!v)
	case string:
		s.set(pick(g.random, []string{v + "x", g.variant(v), "", g.text()}))
	case int64:
		s.set(pick(g.random, []any{v + 1, v - 1, -v, float64(v), float64(v) + 0.5, strconv.FormatInt(v, 10), int64(math.MaxInt64)}))
	case float64:
		s.set(pick(g.random, []any{v + 0.5, -v, math.Trunc(v), min(max(v, -1e99), 1e99) * 1e9, int64(min(max(v, -1<<53), 1<<53))}))
	default:
		return false
	}
	return true
}

func (g *Generator) anyKey(m map[string]any) string { return pick(g.random, keys(m)) }

func (g *Generator) variant(s string) string {
	return pick(g.random, []string{
		s + ".x", s + "[0]", "." + s, s + "/x", s + " ", s + s, "x" + s, "-" + s, s + "\u200b",
	})
}

func (g *Generator) huge() any {
	switch g.below(4) {
	case 0:
		return g.word(g.between(300, 3000))
	case 1:
		out := make([]any, g.between(50, 300))
		for i := range out {
			out[i] = int64(i)
		}
		return out
	case 2:
		out := map[string]any{}
		for i := range g.between(50, 300) {
			out["key"+strconv.Itoa(i)] = int64(i)
		}
		return out
	default:
		return pick(g.random, extremes)
	}
}

// Undefault returns a deep copy of an object without some of its defaults: it removes fields
// and list elements that have a default or sets them to null, and adds nulls where the server
// drops them. Dropping nulls and setting defaults makes the result valid again, unless a
// default is not valid where it is applied.
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
			keep = typeMeta // must be valid even before defaulting
		}
		g.undefaultFields(v, s, keep)
	case []any:
		g.undefaultItems(v, s)
	}
}

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

func (g *Generator) restorable(s map[string]any) bool {
	return s["default"] != nil && !isTrue(s, "nullable") && satisfies(s, s["default"])
}
