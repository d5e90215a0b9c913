package solve

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Ref refers to a value in an object, or to one that is computed from such a value: the parts of
// a string, the key of a map. The value may be absent. Writing to a computed value changes what
// it is computed from.
type Ref struct {
	parent *Ref
	name   string // of a field
	index  int    // of an element, if list is set
	list   bool
	key    bool // the name of a field, not its value
	view   *view
	value  any  // of the root
	frozen bool // of the root: nothing is written
	schema map[string]any
}

// view computes a value. set returns the value of the parent for a new value.
type view struct {
	get func(of any) (any, bool)
	set func(g *generate.Generator, of, v any) any
}

// Root returns a reference to a whole value, such as an object. Edits change it.
func Root(v any, schema map[string]any) *Ref { return &Ref{value: v, schema: schema} }

// Frozen returns a reference to a whole value that no edit changes.
func Frozen(v any, schema map[string]any) *Ref { return &Ref{value: v, schema: schema, frozen: true} }

// Schema returns the schema of the values at p, or nil.
func (p *Ref) Schema() map[string]any { return p.schema }

func (p *Ref) top() *Ref {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// source returns the reference to the value that p is computed from, or p.
func (p *Ref) source() *Ref {
	for p.view != nil && p.parent != nil {
		p = p.parent
	}
	return p
}

// Parent returns the reference that p was made from, or nil.
func (p *Ref) Parent() *Ref { return p.parent }

// In returns a reference to the value of another root at the same fields and elements.
func (p *Ref) In(root *Ref) *Ref {
	switch {
	case root == nil || p.parent == nil:
		return root
	case p.list:
		return p.parent.In(root).Item(p.index)
	default:
		return p.parent.In(root).Field(p.name)
	}
}

// Value returns the value at p, or nil.
func (p *Ref) Value() any {
	v, _ := p.Get()
	return v
}

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

// At returns a reference to the value of a path below p.
func (p *Ref) At(path structural.Path) *Ref {
	for _, step := range path {
		if step.Kind() == field.IndexStep {
			p = p.Item(step.Index())
		} else {
			p = p.Field(step.Name())
		}
	}
	return p
}

// Item returns a reference to an element of a list.
func (p *Ref) Item(i int) *Ref {
	items, _ := p.schema["items"].(map[string]any)
	return &Ref{parent: p, index: i, list: true, schema: items}
}

// Key returns a reference to the name of a field of a map. Writing to it renames the field.
func (p *Ref) Key(name string) *Ref {
	return &Ref{parent: p, name: name, key: true, schema: map[string]any{"type": "string"}}
}

func (p *Ref) viewed(v view) *Ref {
	return &Ref{parent: p, view: &v, schema: map[string]any{"type": p.schema["type"], "items": map[string]any{"type": "string"}}}
}

// Get returns the value at p.
func (p *Ref) Get() (any, bool) {
	if p.parent == nil {
		if p.view != nil {
			return p.view.get(nil)
		}
		return p.value, true
	}
	v, ok := p.parent.Get()
	switch {
	case p.view != nil:
		if !ok {
			return nil, false
		}
		return p.view.get(v)
	case p.list:
		l, _ := v.([]any)
		if p.index < 0 || p.index >= len(l) {
			return nil, false
		}
		return l[p.index], true
	default:
		m, _ := v.(map[string]any)
		out, ok := m[p.name]
		if p.key {
			return p.name, ok
		}
		return out, ok
	}
}

// Set sets the value at p. Missing parents are drafted.
func (p *Ref) Set(g *generate.Generator, v any) {
	if p.top().frozen {
		return
	}
	if p.parent == nil {
		if p.view != nil {
			p.view.set(g, nil, v)
			return
		}
		p.value = plain(p.schema, v)
		return
	}
	at, ok := p.parent.Get()
	switch {
	case p.view != nil:
		p.parent.Set(g, p.view.set(g, at, v))
	case p.list:
		p.setItem(g, at, v)
	case p.key:
		p.rename(at, v)
	default:
		m, isMap := at.(map[string]any)
		if !ok || !isMap {
			m, isMap = g.Draft(p.parent.schema).(map[string]any)
			if !isMap {
				m = map[string]any{}
			}
			p.parent.Set(g, m)
		}
		m[p.name] = plain(p.schema, v)
	}
}

func (p *Ref) setItem(g *generate.Generator, at, v any) {
	l, _ := at.([]any)
	if p.index < 0 || p.index > len(l)+64 {
		return
	}
	for len(l) <= p.index {
		l = append(l, g.Draft(p.schema))
	}
	l[p.index] = plain(p.schema, v)
	p.parent.Set(g, l)
}

func (p *Ref) rename(at, v any) {
	m, _ := at.(map[string]any)
	name, ok := v.(string)
	if _, taken := m[name]; !ok || taken || m == nil {
		return
	}
	if old, found := m[p.name]; found {
		delete(m, p.name)
		m[name] = old
	}
	p.name = name
}

// Remove removes the value at p.
func (p *Ref) Remove(g *generate.Generator) {
	if p.parent == nil || p.view != nil || p.top().frozen {
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
	if p = p.source(); p.parent != nil {
		p.Set(g, g.Draft(p.schema))
	}
}
