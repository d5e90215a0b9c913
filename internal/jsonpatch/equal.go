package jsonpatch

import (
	"bytes"
	"iter"
)

// equal compares with o, from a test operation. Scalars are equal if their texts are.
func (n *node) equal(o *node) bool {
	switch {
	case n == nil || o == nil:
		return n == o
	case n.asObject():
		return o.asObject() && equalFields(n.names, o.names)
	case n.asList():
		return o.asList() && equalItems(&n.items, &o.items)
	default:
		return o.form == written && bytes.Equal(n.literal(), o.literal())
	}
}

func (n *node) literal() []byte {
	if n.source == nil {
		return nil
	}
	return n.source.data[n.from:n.to]
}

func equalFields(a, b map[string]*node) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, found := b[name]; !found || !v.equal(w) {
			return false
		}
	}
	return true
}

func equalItems(a, b *elements) bool {
	if a.length != b.length {
		return false
	}
	next, stop := iter.Pull2(b.all())
	defer stop()
	for _, v := range a.all() {
		if _, w, _ := next(); !v.equal(w) {
			return false
		}
	}
	return true
}
