package generate

import (
	"math"
	"slices"
	"strings"
)

type typedRef struct {
	valueRef
	schema map[string]any
}

// damage returns v with n flaws. It may write to v. A root keeps its type.
func (g *Generator) damage(v any, schema map[string]any, n int) any {
	root := typedRef{valueRef{holder: []any{v}}, schema}
	for range n {
		if g.percent(20) {
			root.set(g.Mutate(root.get(), 1))
		} else {
			g.damageOnce(root)
		}
	}
	return root.get()
}

func (g *Generator) damageOnce(root typedRef) {
	all := root.refs()
	for range 30 {
		i := g.below(len(all))
		d := pick(g.random, damages)
		if i == 0 && d.replaces && isContainer(root.get()) {
			continue
		}
		if d.apply(g, all[i]) {
			return
		}
	}
}

// refs returns s and the references to all values below it. It skips the type meta of a whole
// resource: the server checks nothing else if that is wrong.
func (s typedRef) refs() []typedRef {
	out := []typedRef{s}
	for i := 0; i < len(out); i++ {
		at := out[i]
		switch v := at.get().(type) {
		case map[string]any:
			for _, key := range keys(v) {
				if i > 0 || !slices.Contains(typeMeta, key) {
					out = append(out, typedRef{valueRef{holder: v, key: key}, at.field(key)})
				}
			}
		case []any:
			for j := range v {
				out = append(out, typedRef{valueRef{holder: v, index: j}, object(at.schema, "items")})
			}
		}
	}
	return out
}

func (s typedRef) field(key string) map[string]any {
	if p := object(object(s.schema, "properties"), key); p != nil {
		return p
	}
	return object(s.schema, "additionalProperties")
}

type damageKind struct {
	replaces bool // replaces the value by one of another type
	apply    func(*Generator, typedRef) bool
}

var damages = []damageKind{
	{true, func(_ *Generator, s typedRef) bool { s.set(nil); return true }},
	{true, wrongType},
	{false, unknownField},
	{false, unknownField},
	{false, dropRequired},
	{false, dropRequired},
	{false, violateBound},
	{false, violateBound},
	{false, violateBound},
	{false, lengthenList},
	{false, repeatElement},
	{false, oddElement},
	{false, reorder},
	{false, changeKey},
	{false, integerOrFloat},
	{false, longString},
	{false, damageMetadata},
	{false, damageTypeMeta},
}

func damageMetadata(g *Generator, s typedRef) bool {
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

func damageTypeMeta(g *Generator, s typedRef) bool {
	m, ok := s.get().(map[string]any)
	if !ok || !isResource(s.schema) || !isTrue(s.schema, embeddedKeyword) && g.percent(90) {
		return false
	}
	m[pick(g.random, typeMeta[:2])] = pick(g.random, []any{nil, "", int64(1), "a/b/c", "Bad_Kind", "thing", map[string]any{}})
	return true
}

func wrongType(g *Generator, s typedRef) bool {
	s.set(pick(g.random, []any{"text", int64(7), 1.5, true, []any{}, map[string]any{}, []any{"x"}, map[string]any{"a": "b"}}))
	return true
}

func unknownField(g *Generator, s typedRef) bool {
	m, ok := s.get().(map[string]any)
	if !ok {
		return false
	}
	m[g.unknownName(m)] = g.benign(3)
	return true
}

func dropRequired(g *Generator, s typedRef) bool {
	m, ok := s.get().(map[string]any)
	required := words(s.schema, "required")
	if !ok || len(required) == 0 {
		return false
	}
	delete(m, pick(g.random, required))
	return true
}

func integerOrFloat(g *Generator, s typedRef) bool {
	switch v := s.get().(type) {
	case int64:
		s.set(pick(g.random, []any{float64(v), float64(v) + 0.5}))
	case float64:
		s.set(int64(math.Trunc(min(max(v, -1<<53), 1<<53))))
	default:
		return false
	}
	return true
}

func longString(g *Generator, s typedRef) bool {
	if _, ok := s.get().(string); !ok {
		return false
	}
	s.set(strings.Repeat(pick(g.random, []string{"x", "ä", "👍", "a."}), g.between(64, 2000)))
	return true
}
