package decode

import (
	"encoding/json"
	"strconv"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// jsonPositions returns the positions in a JSON text that starts at p.
func jsonPositions(w *work.Tracker, p Position, text []byte) *Positions {
	if !json.Valid(text) {
		return positionsAt(p)
	}
	l := jsonLocator{jsonReader: jsonReader{text: text, work: w}, at: p}
	l.peek()
	root := l.child(l.here())
	return &Positions{root: root, repeated: l.repeated}
}

// jsonLocator reads the positions of a JSON text that is valid.
type jsonLocator struct {
	jsonReader
	locator
	at      Position // of the byte at counted
	counted int
}

// here returns the position of the next byte.
func (l *jsonLocator) here() Position {
	l.at = l.at.after(l.text[l.counted:l.next])
	l.counted = l.next
	return l.at
}

// child reads one value. key is where its field starts.
func (l *jsonLocator) child(key Position) child {
	next := l.peek()
	c := child{key: key, value: l.here()}
	if !l.work.Step(1) {
		return c
	}
	switch next {
	case '{':
		c.node = l.object()
	case '[':
		c.node = l.array()
	default:
		l.value()
	}
	return c
}

func (l *jsonLocator) object() *node {
	n := &node{}
	depth := len(l.locator.path)
	l.next++ // {
	for l.peek() != '}' {
		key := l.here()
		name := l.string()
		l.peek()
		l.next++ // :
		l.locator.path = append(l.locator.path, field.Field(name))
		c := l.child(key)
		l.locator.path = l.locator.path[:depth]
		l.add(n, name, name, c, jsonWarning)
		if l.work.Failed() {
			return n
		}
		l.comma()
	}
	l.next++ // }
	return n
}

func (l *jsonLocator) array() *node {
	n := &node{}
	depth := len(l.locator.path)
	l.next++ // [
	for l.peek() != ']' {
		l.locator.path = append(l.locator.path, field.Index(len(n.elements)))
		n.elements = append(n.elements, l.child(l.here()))
		l.locator.path = l.locator.path[:depth]
		if l.work.Failed() {
			return n
		}
		l.comma()
	}
	l.next++ // ]
	return n
}

// jsonWarning returns the server's warning about a repeated field of a JSON text.
func jsonWarning(path field.Path) string { return "duplicate field " + strconv.Quote(path.Dotted()) }
