package solve

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/generate"
)

// mostElements bounds the elements and fields of a value that grows: no test needs more.
const mostElements = 1 << 11

// Resize gives the value at p n elements, fields or characters, or as many as it makes.
func (p *Ref) Resize(g *generate.Generator, n int) {
	v, ok := p.Get()
	if !ok {
		v = g.Draft(p.schema)
	}
	switch v := v.(type) {
	case string:
		p.Set(g, p.textOf(g, v, n))
	case []any:
		l := slices.Clone(v[:min(len(v), n)])
		n = min(n, mostElements)
		for tries := 0; len(l) < n; tries++ {
			item := g.Draft(p.Item(0).schema)
			if tries < 4*n && slices.ContainsFunc(l, func(e any) bool { return sameKey(p.schema, e, item) }) {
				continue
			}
			l = append(l, item)
		}
		p.Set(g, l)
	case map[string]any:
		m := maps.Clone(v)
		p.resizeMap(g, m, min(n, mostElements))
		p.Set(g, m)
	}
}

// textOf returns a string of n characters: half of the time the start of v and more of its last
// character, so that what a rule says about v may still hold.
func (p *Ref) textOf(g *generate.Generator, v string, n int) string {
	if r := []rune(v); len(r) > 0 && g.Percent(50) {
		for len(r) < n {
			r = append(r, r[len(r)-1])
		}
		return string(r[:n])
	}
	pattern, _ := p.schema["pattern"].(string)
	if text, ok := g.Text(pattern, n, n); ok {
		return text
	}
	return strings.Repeat("a", n)
}

func (p *Ref) resizeMap(g *generate.Generator, m map[string]any, n int) {
	for _, k := range sortedKeys(m) {
		if len(m) > n {
			delete(m, k)
		}
	}
	properties, _ := p.schema["properties"].(map[string]any)
	for _, k := range sortedKeys(properties) {
		if _, ok := m[k]; !ok && len(m) < n {
			m[k] = g.Draft(fieldSchema(p.schema, k))
		}
	}
	for tries := 0; len(m) < n && tries < 4*n; tries++ {
		name, _ := g.Text("[a-z]{1,8}", 1, 8)
		if _, ok := m[name]; !ok && p.schema["additionalProperties"] != nil {
			m[name] = g.Draft(fieldSchema(p.schema, name))
		}
	}
}

// sameKey reports whether two elements of a set or keyed list cannot both be in it.
func sameKey(s map[string]any, a, b any) bool {
	names, _ := s["x-kubernetes-list-map-keys"].([]any)
	if s["x-kubernetes-list-type"] == "map" {
		x, _ := a.(map[string]any)
		y, _ := b.(map[string]any)
		for _, n := range names {
			k, _ := n.(string)
			if !equal(x[k], y[k]) {
				return false
			}
		}
		return true
	}
	return equal(a, b)
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
