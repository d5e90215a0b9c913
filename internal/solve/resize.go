package solve

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/generate"
)

// MostElements bounds the elements and fields of a value that grows: no test needs more.
const MostElements = 1 << 14

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
		p.Set(g, p.elements(g, v[:min(len(v), n)], min(n, MostElements)))
	case map[string]any:
		m := maps.Clone(v)
		p.resizeMap(g, m, min(n, MostElements))
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

// elements returns a list of n elements that differ, if the schema has as many.
func (p *Ref) elements(g *generate.Generator, start []any, n int) []any {
	l, seen, item := slices.Clone(start), map[string]bool{}, p.Item(0).schema
	for _, e := range l {
		seen[p.identity(e)] = true
	}
	for tries := 0; len(l) < n; tries++ {
		e := g.Draft(item)
		if id := p.identity(e); !seen[id] || tries >= 4*n {
			seen[id] = true
			l = append(l, e)
		}
	}
	return l
}

// identity returns a text that two elements of a set or keyed list cannot share.
func (p *Ref) identity(e any) string {
	if m, ok := e.(map[string]any); ok && p.schema["x-kubernetes-list-type"] == "map" {
		names, _ := p.schema["x-kubernetes-list-map-keys"].([]any)
		keys := make([]any, len(names))
		for i, n := range names {
			k, _ := n.(string)
			keys[i] = m[k]
		}
		e = keys
	}
	text, err := json.Marshal(e)
	if err != nil {
		return ""
	}
	return string(text)
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
