package spoil

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
)

// node is a value of a text. Its fields have an order and may be repeated.
type node struct {
	kind   byte   // '{', '[' or 0
	text   string // of a scalar
	fields []field
	items  []*node
}

// field is a field with its name as it is written: quoted, or plain in YAML.
type field struct {
	name  string
	value *node
}

// treeOf returns the tree of a JSON value with sorted fields.
func treeOf(v any) *node {
	switch v := v.(type) {
	case map[string]any:
		n := &node{kind: '{'}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			n.fields = append(n.fields, field{quote(name), treeOf(v[name])})
		}
		return n
	case []any:
		n := &node{kind: '['}
		for _, item := range v {
			n.items = append(n.items, treeOf(item))
		}
		return n
	default:
		return scalar(quote(v))
	}
}

func scalar(text string) *node { return &node{text: text} }

// quote returns a value as JSON text.
func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// clone returns a deep copy of n.
func (n *node) clone() *node {
	c := &node{kind: n.kind, text: n.text}
	for _, f := range n.fields {
		c.fields = append(c.fields, field{f.name, f.value.clone()})
	}
	for _, item := range n.items {
		c.items = append(c.items, item.clone())
	}
	return c
}

// child is a value in its parent.
type child struct {
	parent *node
	index  int
}

func (p child) get() *node {
	if p.parent.kind == '{' {
		return p.parent.fields[p.index].value
	}
	return p.parent.items[p.index]
}

func (p child) set(n *node) {
	if p.parent.kind == '{' {
		p.parent.fields[p.index].value = n
	} else {
		p.parent.items[p.index] = n
	}
}

// children appends all values below n to all.
func (n *node) children(all []child) []child {
	for i, f := range n.fields {
		all = append(all, child{n, i})
		all = f.value.children(all)
	}
	for i, item := range n.items {
		all = append(all, child{n, i})
		all = item.children(all)
	}
	return all
}

// anyChild returns a value below n that suits, or false if there is none. Half of the
// time it is a field of the root or of metadata.
func (n *node) anyChild(r *rand.Rand, suits func(child) bool) (child, bool) {
	all := n.children(nil)
	if r.IntN(2) == 0 {
		top := &node{kind: '{'}
		for _, f := range n.fields {
			if f.name == `"metadata"` {
				top = f.value
			}
		}
		all = slices.DeleteFunc(all, func(p child) bool { return p.parent != n && p.parent != top })
	}
	all = slices.DeleteFunc(all, func(p child) bool { return !suits(p) })
	if len(all) == 0 {
		return child{}, false
	}
	return all[r.IntN(len(all))], true
}

// anyObject returns an object at or below n, often n or its metadata.
func (n *node) anyObject(r *rand.Rand) *node {
	if n.kind != '{' || r.IntN(3) == 0 {
		return n
	}
	p, ok := n.anyChild(r, func(p child) bool { return p.get().kind == '{' })
	if !ok {
		return n
	}
	return p.get()
}
