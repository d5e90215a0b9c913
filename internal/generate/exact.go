package generate

import (
	"maps"
	"unicode/utf8"
)

// WithExactSchemas derives objects from the schemas of real definitions: strings are derived from any
// pattern, length and format, integers are int64, and of the fields that are not required
// percent in a hundred are present. There are no nulls.
func WithExactSchemas(percent int) Option {
	return optionFunc(func(g *Generator) { g.exact, g.optional = true, percent })
}

// Below returns a number from 0 to n-1, or 0.
func (g *Generator) Below(n int) int { return g.below(n) }

// Percent reports true p times of a hundred.
func (g *Generator) Percent(p int) bool { return g.percent(p) }

// Draft returns a value for schema, a node of the schema of a resource or a value. It may fail
// to satisfy branches and rules.
func (g *Generator) Draft(schema map[string]any) any {
	d := drafter{Generator: g, left: 2 * g.nodes, tries: 20}
	return d.value(schema)
}

// Formatted returns strings with and without a format, or nothing for one that it does not
// know.
func Formatted(format string) (hits, misses []string) {
	if f, ok := find(formats, format); ok {
		hits, misses = f.hits, f.miss
	}
	if f, ok := find(goFormats, format); ok {
		hits = f.hits
	}
	return hits, misses
}

// exactString returns a string with the pattern, the format and the lengths of s, as far as
// it finds one.
func (d *drafter) exactString(s map[string]any) any {
	lo, hi := count(s, "minLength", 0), count(s, "maxLength", 1<<20)
	pattern := text(s, "pattern")
	hits, _ := Formatted(text(s, "format"))
	if f, ok := find(formats, text(s, "format")); ok && d.otherSpellings {
		hits = f.hits
	}
	for range min(len(hits), 4) {
		hit := pick(d.random, hits)
		if pattern == "" || fitsText(d.regexp(pattern), hit, lo, hi) {
			return hit
		}
	}
	if lo == 0 && pattern == "" && hi > 0 && d.percent(90) {
		lo = 1 // an empty string is often refused by a program
	}
	if out, ok := d.Text(pattern, lo, hi); ok {
		return out
	}
	out, _ := d.Text(pattern, 0, longestText)
	return out
}

// Fits reports whether a value satisfies the keywords of a schema, apart from formats.
func (g *Generator) Fits(schema map[string]any, v any) bool {
	if t, ok := v.(string); ok && !branching(schema) {
		pattern, n := text(schema, "pattern"), utf8.RuneCountInString(t)
		return typeFits(schema, v) && enumHas(schema, v) && n >= count(schema, "minLength", 0) && n <= count(schema, "maxLength", n) &&
			(pattern == "" || fitsText(g.regexp(pattern), t, 0, n))
	}
	if schema["format"] != nil {
		schema = maps.Clone(schema)
		delete(schema, "format")
	}
	return satisfies(schema, v)
}
