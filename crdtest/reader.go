package crdtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// reader reads an object of a table with its fields' types. It collects mistakes with file, line
// and column.
type reader struct {
	ctx  context.Context
	item item
	errs []error
}

func (r *reader) fail(path structural.Path, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s: %s", r.item.at(r.ctx, path), fmt.Sprintf(format, args...)))
}

func (r *reader) err() error { return errors.Join(r.errs...) }

// node is a value in the table.
type node struct {
	r     *reader
	path  structural.Path
	value any
}

func (r *reader) root() node { return node{r, nil, r.item.object} }

func (n node) position() string { return n.r.item.at(n.r.ctx, n.path) }

// fields returns the fields of an object, and reports those that are not in names.
func (n node) fields(names ...string) map[string]node {
	m, isMap := n.value.(map[string]any)
	if !isMap {
		n.r.fail(n.path, "must be an object")
	}
	out := map[string]node{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		path := n.path.Append(field(name))
		if !slices.Contains(names, name) {
			n.r.fail(path, "unknown field %q; the fields are %s", name, strings.Join(names, ", "))
			continue
		}
		out[name] = node{n.r, path, m[name]}
	}
	return out
}

func (n node) present() bool { return n.r != nil }

// text returns a string, or "" if it is absent.
func (n node) text() string {
	if !n.present() {
		return ""
	}
	text, isText := n.value.(string)
	if !isText {
		n.r.fail(n.path, "must be a string")
	}
	return text
}

// flag returns a boolean, or false if it is absent.
func (n node) flag() bool {
	if !n.present() {
		return false
	}
	is, isFlag := n.value.(bool)
	if !isFlag {
		n.r.fail(n.path, "must be true or false")
	}
	return is
}

// object returns an object, or nil if it is absent.
func (n node) object() map[string]any {
	if !n.present() {
		return nil
	}
	m, isMap := n.value.(map[string]any)
	if !isMap {
		n.r.fail(n.path, "must be an object")
	}
	return m
}

// list returns the elements of a list.
func (n node) list() []node {
	if !n.present() {
		return nil
	}
	list, isList := n.value.([]any)
	if !isList {
		n.r.fail(n.path, "must be a list")
	}
	out := make([]node, len(list))
	for i, v := range list {
		out[i] = node{n.r, n.path.Append(index(i)), v}
	}
	return out
}

// texts returns a string, or a list of strings.
func (n node) texts() []string {
	if _, isText := n.value.(string); isText || !n.present() {
		if text := n.text(); text != "" {
			return []string{text}
		}
		return nil
	}
	var out []string
	for _, inner := range n.list() {
		out = append(out, inner.text())
	}
	return out
}

// item returns an object with its positions in the table.
func (n node) item() item {
	it := n.r.item
	it.object, it.path = n.object(), n.path
	return it
}
