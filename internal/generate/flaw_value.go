package generate

// valueFlaws are value validations that cannot be right, or hardly.
var valueFlaws = []flaw{
	set("bad pattern", func(g *Generator) map[string]any {
		return map[string]any{"pattern": pick(g.chance, badPatterns)}
	}),
	set("contradictory bounds", func(g *Generator) map[string]any {
		return pick(g.chance, []map[string]any{
			{"minLength": int64(5), "maxLength": int64(2)},
			{"minItems": int64(5), "maxItems": int64(2)},
			{"minProperties": int64(9), "maxProperties": int64(0)},
			{"minimum": int64(5), "maximum": int64(5), "exclusiveMinimum": true},
			{"minimum": 1.5, "maximum": -1.5},
		})
	}),
	set("negative bound", func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.chance, []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}): int64(-g.between(1, 3)),
		}
	}),
	set("huge bound", func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.chance, []string{"minimum", "maximum", "multipleOf"}): pick(g.chance, []any{1e30, -1e30, int64(1<<53 + 1), 1.7e308}),
			pick(g.chance, []string{"maxLength", "maxItems"}):            pick(g.chance, []any{int64(1 << 62), int64(1<<53 + 1)}),
		}
	}),
	setWhere("fraction for integers", ofType("integer"), func(g *Generator) map[string]any {
		return map[string]any{pick(g.chance, []string{"minimum", "maximum", "multipleOf"}): pick(g.chance, []any{0.5, 1.5, -2.25})}
	}),
	setWhere("fraction for numbers", ofType("number"), func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.chance, []string{"minimum", "maximum", "multipleOf"}):     pick(g.chance, []any{0.5, 1.5, 0.1}),
			pick(g.chance, []string{"exclusiveMinimum", "exclusiveMaximum"}): true,
		}
	}),
	set("multipleOf not positive", func(g *Generator) map[string]any {
		return map[string]any{"multipleOf": pick(g.chance, []any{int64(0), int64(-2), -0.5})}
	}),
	set("odd enum", func(g *Generator) map[string]any {
		return map[string]any{"enum": pick(g.chance, []any{
			[]any{}, []any{nil}, []any{"a", nil}, []any{"a", "a"}, []any{int64(1), "1", true, 1.5}, []any{map[string]any{"x": "y"}},
			[]any{[]any{}}, []any{int64(65)},
		})}
	}),
	set("odd required", func(g *Generator) map[string]any {
		return map[string]any{"required": pick(g.chance, []any{
			[]any{}, []any{""}, []any{"undeclared"}, []any{"a", "a"}, []any{"a.b"}, []any{"metadata"},
		})}
	}),
	set("odd format", func(g *Generator) map[string]any {
		return map[string]any{"format": pick(g.chance, append([]string{"", "Date-Time", "d-a-t-e", "int32", "double"}, pick(g.chance, formats).is))}
	}),
	set("keywords of another type", func(g *Generator) map[string]any {
		return g.limits(pick(g.chance, []string{"string", "integer", "number"}))
	}),
	set("rules", func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-validations": pick(g.chance, []any{
			[]any{},
			[]any{map[string]any{"rule": "self == self"}},
			[]any{map[string]any{"rule": ""}},
			[]any{map[string]any{"rule": "(", "message": "a\nb"}},
			[]any{map[string]any{"rule": "true", "reason": "Unknown", "fieldPath": ".a"}},
			[]any{map[string]any{"rule": "true", "optionalOldSelf": true}, map[string]any{"message": "no rule"}},
		})}
	}),
}

// decodingFlaws are values that a server does not decode, or as nothing.
var decodingFlaws = []flaw{
	set("null keyword", func(g *Generator) map[string]any {
		return map[string]any{pick(g.chance, keywords).name: nil}
	}),
	set("keyword of another type", func(g *Generator) map[string]any {
		return map[string]any{pick(g.chance, keywords).name: pick(g.chance, []any{"x", int64(1), 1.5, true, []any{}, []any{int64(1)}, map[string]any{}, map[string]any{"a": int64(1)}})}
	}),
	set("fraction for a count", func(g *Generator) map[string]any {
		return map[string]any{pick(g.chance, []string{"maxLength", "minItems", "maxProperties"}): pick(g.chance, []any{1.5, 1e30, "3"})}
	}),
}
