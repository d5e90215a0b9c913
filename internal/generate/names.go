package generate

import (
	"strconv"
	"strings"
)

// plainNames are field names, some of which also have a meaning as a keyword or
// at the root of a resource.
var plainNames = []string{
	"active", "annotations", "apiVersion", "args", "config", "data", "default", "description", "enabled", "entries",
	"env", "groups", "host", "image", "items", "kind", "labels", "limit", "metadata", "mode", "name", "namespace",
	"nodeSelector", "paths", "phase", "port", "ports", "properties", "protocol", "ratio", "replicas", "required",
	"resources", "rules", "schedule", "selector", "size", "spec", "status", "tags", "template", "timeout", "type",
	"url", "value", "values", "version", "weight", "zone",
}

// awkwardNames are names that confuse whatever joins, splits or escapes paths.
var awkwardNames = []string{
	"", " ", "$ref", "-", ".", "..", ".a", "/", "0", "1", "<a&b>", "A", "Spec", "[0]", "[]", "__proto__", "__x__",
	"a b", "a-b", "a.b", "a.b.c", "a/b", "a[0]", "a[0].b", "a_b", "b'c", "b\\c", "b`c", "example.com/name", "false",
	"in", "null", "self", "tab\there", "true", "x-kubernetes-x", "~1", `quo"te`, "grün", "日本語", "\u2028", "👍",
	strings.Repeat("long", 70),
}

// typeMeta are the fields that every resource has.
var typeMeta = []string{"apiVersion", "kind", "metadata"}

func (g *Generator) name() string {
	if g.percent(6) {
		return pick(g.chance, awkwardNames)
	}
	return pick(g.chance, plainNames)
}

// names are n different names that are not among taken.
func (g *Generator) names(n int, taken ...string) []string {
	seen := map[string]bool{}
	for _, name := range taken {
		seen[name] = true
	}
	var out []string
	for range n {
		name := g.name()
		for seen[name] {
			name += "2"
		}
		seen[name] = true
		out = append(out, name)
	}
	return out
}

// unknownName is a name that m does not have.
func (g *Generator) unknownName(m map[string]any) string {
	name := g.name()
	for i := 0; has(m, name); i++ {
		name = "unknown" + strconv.Itoa(i)
	}
	return name
}
