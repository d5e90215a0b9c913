package generate

import (
	"math"
	"slices"
	"strings"
)

// spot is a slot with the schema that governs it, nil if there is none.
type spot struct {
	slot
	schema map[string]any
}

// damage returns v, which it may write to, with n flaws, most of which know the
// schema. A map or a list at the root stays one.
func (g *Generator) damage(v any, schema map[string]any, n int) any {
	root := spot{slot{holder: []any{v}}, schema}
	for range n {
		if g.percent(20) {
			root.set(g.Mutate(root.get(), 1))
		} else {
			g.damageOnce(root)
		}
	}
	return root.get()
}

func (g *Generator) damageOnce(root spot) {
	all := root.spots()
	for range 30 {
		i := g.below(len(all))
		d := pick(g.chance, damages)
		if i == 0 && d.replaces && isContainer(root.get()) {
			continue
		}
		if d.apply(g, all[i]) {
			return
		}
	}
}

// spots are the spot s and all below it. The type of a whole resource is left
// alone, because a server looks no further if it is wrong.
func (s spot) spots() []spot {
	out := []spot{s}
	for i := 0; i < len(out); i++ {
		at := out[i]
		switch v := at.get().(type) {
		case map[string]any:
			for _, key := range keys(v) {
				if i > 0 || !slices.Contains(typeMeta, key) {
					out = append(out, spot{slot{holder: v, key: key}, at.field(key)})
				}
			}
		case []any:
			for j := range v {
				out = append(out, spot{slot{holder: v, index: j}, object(at.schema, "items")})
			}
		}
	}
	return out
}

func (s spot) field(key string) map[string]any {
	if p := object(object(s.schema, "properties"), key); p != nil {
		return p
	}
	return object(s.schema, "additionalProperties")
}

// damageKind is a way to damage a value; apply reports false if it does not fit
// the spot.
type damageKind struct {
	replaces bool // puts a value of another type into the spot
	apply    func(*Generator, spot) bool
}

var damages = []damageKind{
	{true, func(_ *Generator, s spot) bool { s.set(nil); return true }},
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

func wrongType(g *Generator, s spot) bool {
	s.set(pick(g.chance, []any{"text", int64(7), 1.5, true, []any{}, map[string]any{}, []any{"x"}, map[string]any{"a": "b"}}))
	return true
}

func unknownField(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	if !ok {
		return false
	}
	m[g.unknownName(m)] = g.benign(3)
	return true
}

func dropRequired(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	required := words(s.schema, "required")
	if !ok || len(required) == 0 {
		return false
	}
	delete(m, pick(g.chance, required))
	return true
}

func integerOrFloat(g *Generator, s spot) bool {
	switch v := s.get().(type) {
	case int64:
		s.set(pick(g.chance, []any{float64(v), float64(v) + 0.5}))
	case float64:
		s.set(int64(math.Trunc(min(max(v, -1<<53), 1<<53))))
	default:
		return false
	}
	return true
}

func longString(g *Generator, s spot) bool {
	if _, ok := s.get().(string); !ok {
		return false
	}
	s.set(strings.Repeat(pick(g.chance, []string{"x", "ä", "👍", "a."}), g.between(64, 2000)))
	return true
}
