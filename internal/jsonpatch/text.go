package jsonpatch

import "github.com/seed95800270/crdschema/internal/jsontext"

// text is a valid JSON text with an index of its objects and lists, to find their children
// without reading the insides.
type text struct {
	data []byte
	ends []end // of the objects and lists, in the order of their first bytes
}

type end struct {
	at   int // the index after its last byte
	next int // the number of objects and lists that begin before that
}

// parse returns the root of a valid JSON text, which it keeps.
func parse(data []byte) *node {
	t := &text{data: data}
	var open []int // the objects and lists around i
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = jsontext.StringEnd(data, i) - 1
		case '{', '[':
			open = append(open, len(t.ends))
			t.ends = append(t.ends, end{})
		case '}', ']':
			t.ends[open[len(open)-1]] = end{i + 1, len(t.ends)}
			open = open[:len(open)-1]
		}
	}
	r := nodeReader{text: t, Scanner: jsontext.NewScanner(data, 0)}
	return r.value()
}

type nodeReader struct {
	*text
	jsontext.Scanner
	brackets int // the number of objects and lists before the next byte
}

// child returns nil for null.
func (r *nodeReader) child() *node {
	n := r.value()
	if n.first() == 'n' {
		return nil
	}
	return n
}

func (r *nodeReader) value() *node {
	next := r.Peek()
	n := &node{source: r.text, from: r.Offset(), bracket: r.brackets}
	if next == '{' || next == '[' {
		e := r.ends[r.brackets]
		r.MoveTo(e.at)
		r.brackets = e.next
	} else {
		r.Scalar()
	}
	n.to = r.Offset()
	return n
}
