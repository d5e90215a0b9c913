package decode

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

func jsonPositions(w *work.Tracker, p Position, text []byte) *Positions {
	if _, err := jsontext.Check(w, text); w.Failed() {
		return nil
	} else if err != nil {
		return positionsAt(p)
	}
	l := jsonLocator{jsonReader: newJSONReader(w, text), at: p}
	l.Peek()
	root := l.child(l.here())
	return &Positions{root: root, repeated: l.repeated}
}

type jsonLocator struct {
	jsonReader
	locator
	at      Position // of the byte at counted
	counted int
}

func (l *jsonLocator) here() Position {
	l.at = l.at.after(l.Since(l.counted))
	l.counted = l.Offset()
	return l.at
}

func (l *jsonLocator) child(key Position) child {
	next := l.Peek()
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
		l.work.Step(1 + len(l.Scalar())/stepBytes)
	}
	return c
}

func (l *jsonLocator) object() *positionNode {
	n := &positionNode{}
	depth := len(l.path)
	for l.Open(); l.more(); {
		key := l.here()
		name := l.name()
		l.path = append(l.path, field.Field(name))
		c := l.child(key)
		l.path = l.path[:depth]
		l.add(n, name, name, c, jsonWarning)
	}
	return n
}

func (l *jsonLocator) array() *positionNode {
	n := &positionNode{}
	depth := len(l.path)
	for l.Open(); l.more(); {
		l.path = append(l.path, field.Index(len(n.elements)))
		n.elements = append(n.elements, l.child(l.here()))
		l.path = l.path[:depth]
	}
	return n
}

func jsonWarning(path field.Path) string { return duplicateField + strconv.Quote(path.Dotted()) }
