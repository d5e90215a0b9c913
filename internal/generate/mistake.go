package generate

import (
	"slices"
	"strings"
)

// Mistakes returns a copy of a CRD with n mistakes that authors make, or fewer if they do not
// fit, and their names: a type of another language, a misspelled keyword, a quoted default,
// properties that are declared only in a branch. Unlike the flaws of [Nearly] valid schemas,
// they leave recognizable what the author meant.
func (g *Generator) Mistakes(crd map[string]any, n int) (wrong map[string]any, names []string) {
	wrong = cloneMap(crd)
	for range n {
		for range 20 {
			m := pick(g.random, mistakes)
			if m.apply(g, wrong) {
				names = append(names, m.name)
				break
			}
		}
	}
	return wrong, names
}

// mistake is a mistake in a CRD. apply returns false and changes nothing if it does not fit.
type mistake struct {
	name  string
	apply func(*Generator, map[string]any) bool
}

var mistakes = slices.Concat(nodeMistakes, nodeMistakes, branchMistakes, branchMistakes, ruleMistakes, versionMistakes, nameMistakes)

func atNode(name string, change func(*Generator, schemaNode) bool) mistake {
	return mistake{name, func(g *Generator, crd map[string]any) bool {
		var nodes []schemaNode
		for _, v := range versionsOf(crd) {
			if schema := object(object(v, "schema"), "openAPIV3Schema"); schema != nil {
				nodes = append(nodes, nodesOf(schema)...)
			}
		}
		for range min(30, len(nodes)) {
			if p := pick(g.random, nodes); !p.nested && change(g, p) {
				return true
			}
		}
		return false
	}}
}

func inVersion(name string, change func(*Generator, map[string]any) bool) mistake {
	return mistake{name, func(g *Generator, crd map[string]any) bool {
		versions := versionsOf(crd)
		return len(versions) > 0 && change(g, pick(g.random, versions))
	}}
}

func versionsOf(crd map[string]any) []map[string]any { return schemas(object(crd, "spec"), "versions") }

func (g *Generator) misspelled(word string) string {
	if len(word) < 4 {
		return word + word[max(len(word)-1, 0):]
	}
	at := g.between(1, len(word)-2)
	switch g.below(5) {
	case 0:
		return word[:at] + word[at+1:]
	case 1:
		return word[:at] + word[at:at+1] + word[at:]
	case 2:
		return word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
	case 3:
		return strings.ToLower(word) + "s"
	default:
		return strings.ToUpper(word[:1]) + word[1:]
	}
}

func rename(m map[string]any, from, to string) bool {
	if !has(m, from) || has(m, to) || from == to {
		return false
	}
	m[to] = m[from]
	delete(m, from)
	return true
}

func setAbsent(m map[string]any, name string, v any) bool {
	if has(m, name) {
		return false
	}
	m[name] = v
	return true
}
