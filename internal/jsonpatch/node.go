package jsonpatch

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/jsontext"
)

// node is a value of a document or of a patch. A nil *node is null.
type node struct {
	source   *text // of a value as it is written, or nil for a null in an operation
	from, to int   // in source
	bracket  int   // the number of objects and lists that begin before it in source

	form  form
	names map[string]*node // of an object that has been read; nil for a copied null
	items elements         // of a list that has been read
}

type form uint8

const (
	written form = iota // as text
	object              // as names
	list                // as items
)

// first returns the first byte of the text of n, or 0.
func (n *node) first() byte {
	if n.source == nil {
		return 0
	}
	return n.source.data[n.from]
}

func (n *node) isNull() bool { return n.source == nil && n.form == written }

// asObject reports whether n is an object. A copied null is one without fields that
// accepts none.
func (n *node) asObject() bool {
	if n.form != written {
		return n.form == object
	}
	switch n.first() {
	case '{':
		n.names = map[string]*node{}
		for r := n.inside(); r.More(); {
			name := r.Name()
			n.names[name] = r.child()
		}
	case 'n':
	default:
		return false
	}
	n.form = object
	return true
}

func (n *node) asList() bool {
	if n.form != written || n.first() != '[' {
		return n.form == list
	}
	for r := n.inside(); r.More(); {
		n.items.add(r.child())
	}
	n.form = list
	return true
}

func (n *node) inside() *nodeReader {
	r := &nodeReader{text: n.source, Scanner: jsontext.NewScanner(n.source.data, n.from), brackets: n.bracket + 1}
	r.Open()
	return r
}

// get returns a child by name or index. A missing field is null.
func (n *node) get(key string) (*node, error) {
	if n.form == object {
		return n.names[key], nil
	}
	i, err := n.index(key, n.items.length)
	if err != nil {
		return nil, err
	}
	return n.items.at(i), nil
}

// index counts negative indices from the end.
func (n *node) index(key string, length int) (int, error) {
	i, err := strconv.Atoi(key)
	switch {
	case err != nil:
		return 0, errIndex
	case i < 0:
		i += length
	}
	if i < 0 || i >= length {
		return 0, errRange
	}
	return i, nil
}

func (n *node) set(key string, v *node) error {
	if n.form == object {
		return n.add(key, v)
	}
	i, err := n.index(key, n.items.length)
	if err == nil {
		n.items.set(i, v)
	}
	return err
}

func (n *node) add(key string, v *node) error {
	switch {
	case n.form == object && n.names == nil:
		return errNull
	case n.form == object:
		n.names[key] = v
	case key == "-":
		n.items.add(v)
	default:
		i, err := n.index(key, n.items.length+1)
		if err != nil {
			return err
		}
		n.items.insert(i, v)
	}
	return nil
}

// remove removes a child. It must exist.
func (n *node) remove(key string) error {
	if n.form == object {
		if _, found := n.names[key]; !found {
			return errMissing
		}
		delete(n.names, key)
		return nil
	}
	i, err := n.index(key, n.items.length)
	if err == nil {
		n.items.remove(i)
	}
	return err
}
