package generate

import "slices"

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
