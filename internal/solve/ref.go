package solve

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
)

// Ref refers to a value in an object. The value may be absent.
type Ref struct {
	parent *Ref
	name   string // of a field
	index  int    // of an element, if list is set
	list   bool
	value  any // of the root
	schema map[string]any
}

// Root returns a reference to a whole value, such as an object. Edits change it.
func Root(v any, schema map[string]any) *Ref { return &Ref{value: v, schema: schema} }

// Schema returns the schema of the values at p, or nil.
func (p *Ref) Schema() map[string]any { return p.schema }

// Field returns a reference to a field.
func (p *Ref) Field(name string) *Ref {
	return &Ref{parent: p, name: name, schema: fieldSchema(p.schema, name)}
}

func fieldSchema(s map[string]any, name string) map[string]any {
	properties, _ := s["properties"].(map[string]any)
	if f, ok := properties[name].(map[string]any); ok {
		return f
	}
	f, _ := s["additionalProperties"].(map[string]any)
	return f
}

// Item returns a reference to an element of a list.
func (p *Ref) Item(i int) *Ref {
	items, _ := p.schema["items"].(map[string]any)
	return &Ref{parent: p, index: i, list: true, schema: items}
}

// Get returns the value at p.
func (p *Ref) Get() (any, bool) {
	if p.parent == nil {
		return p.value, true
	}
	v, _ := p.parent.Get()
	if p.list {
		l, _ := v.([]any)
		if p.index < 0 || p.index >= len(l) {
			return nil, false
		}
		return l[p.index], true
	}
	m, _ := v.(map[string]any)
	out, ok := m[p.name]
	return out, ok
}

// Set sets the value at p. Missing parents are drafted.
func (p *Ref) Set(g *generate.Generator, v any) {
	if p.parent == nil {
		p.value = v
		return
	}
	at, ok := p.parent.Get()
	if p.list {
		p.setItem(g, at, v)
		return
	}
	m, isMap := at.(map[string]any)
	if !ok || !isMap {
		m, isMap = g.Draft(p.parent.schema).(map[string]any)
		if !isMap {
			m = map[string]any{}
		}
		p.parent.Set(g, m)
	}
	m[p.name] = v
}

func (p *Ref) setItem(g *generate.Generator, at, v any) {
	l, _ := at.([]any)
	if p.index > len(l)+64 {
		return
	}
	for len(l) <= p.index {
		l = append(l, g.Draft(p.schema))
	}
	l[p.index] = v
	p.parent.Set(g, l)
}

// Remove removes the value at p.
func (p *Ref) Remove(g *generate.Generator) {
	if p.parent == nil {
		return
	}
	at, _ := p.parent.Get()
	switch at := at.(type) {
	case map[string]any:
		delete(at, p.name)
	case []any:
		if p.index >= 0 && p.index < len(at) {
			p.parent.Set(g, slices.Delete(slices.Clone(at), p.index, p.index+1))
		}
	}
}

// Redraft sets another value of the schema.
func (p *Ref) Redraft(g *generate.Generator) {
	if p.parent != nil {
		p.Set(g, g.Draft(p.schema))
	}
}
