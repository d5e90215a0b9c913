package decode

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// NodeType is the type of a JSON value.
type NodeType = jsontext.Type

// The types of JSON values.
const (
	Null   = jsontext.Null
	Bool   = jsontext.Bool
	Number = jsontext.Number
	String = jsontext.String
	Array  = jsontext.Array
	Object = jsontext.Object
)

// Node is a JSON value as it is written: fields in the order of the text, with
// repetitions, and numbers with their spelling.
type Node struct {
	Type NodeType
	// Text is the value of a string, the spelling of a number, "true" or "false".
	Text string
	// Children are the fields of an object, or the elements of an array.
	Children []Child
}

// Child is a field of an object, or an element of an array without a name.
type Child struct {
	Name string
	Node
}

var errNotJSON = errors.New("the text is not JSON")

// Parse returns the value of a JSON text and shares nothing with it. The error is a
// [Failure], or says that [jsontext.Check] does not accept the text.
func Parse(ctx context.Context, text []byte) (Node, error) {
	w := work.Start(ctx, stage)
	if _, err := jsontext.Check(w, text); w.Failed() {
		return Node{}, w.Err()
	} else if err != nil {
		return Node{}, errNotJSON
	}
	r := newJSONReader(w, text)
	n := r.node()
	if err := r.work.Err(); err != nil {
		return Node{}, err
	}
	return n, nil
}

func (r *jsonReader) node() Node {
	if !r.work.Step(1) {
		return Node{}
	}
	switch r.Peek() {
	case '{':
		return r.fields()
	case '[':
		return r.elements()
	case '"':
		return Node{Type: String, Text: r.text()}
	case 'n':
		r.Scalar()
		return Node{}
	case 't', 'f':
		return Node{Type: Bool, Text: strconv.FormatBool(r.Scalar()[0] == 't')}
	default:
		return Node{Type: Number, Text: string(r.Scalar())}
	}
}

func (r *jsonReader) fields() Node {
	n := Node{Type: Object}
	for r.Open(); r.more(); {
		name := r.name()
		n.Children = append(n.Children, Child{Name: name, Node: r.node()})
	}
	return n
}

func (r *jsonReader) elements() Node {
	n := Node{Type: Array}
	for r.Open(); r.more(); {
		n.Children = append(n.Children, Child{Node: r.node()})
	}
	return n
}

// NodeOf returns the node of a normalized value. Fields are sorted by name.
func NodeOf(value any) Node {
	switch v := value.(type) {
	case nil:
		return Node{}
	case bool:
		return Node{Type: Bool, Text: strconv.FormatBool(v)}
	case string:
		return Node{Type: String, Text: jsontext.ValidUTF8(v)}
	case []any:
		n := Node{Type: Array, Children: make([]Child, len(v))}
		for i, e := range v {
			n.Children[i].Node = NodeOf(e)
		}
		return n
	case map[string]any:
		return Node{Type: Object, Children: sortedFields(v)}
	default:
		return Node{Type: Number, Text: jsontext.Literal(v)}
	}
}

func sortedFields(object map[string]any) []Child {
	fields := make([]Child, 0, len(object))
	for name := range object {
		fields = append(fields, Child{Name: name})
	}
	slices.SortFunc(fields, func(a, b Child) int { return strings.Compare(a.Name, b.Name) })
	for i := range fields {
		fields[i].Node = NodeOf(object[fields[i].Name])
	}
	return fields
}

// Value returns the value as the server decodes one without a schema: the last of repeated
// fields is kept. The error is the server's about the first number that is too large; its
// text is in the value then. w may be nil; the value is undefined if it fails.
func (n *Node) Value(w *work.Tracker) (value any, err error) {
	switch n.Type {
	case Bool:
		return n.Text == "true", nil
	case String:
		return n.Text, nil
	case Number:
		if value, err = number(w, n.Text); err != nil {
			value = n.Text
		}
		return value, err
	case Array:
		return n.list(w)
	case Object:
		return n.object(w)
	default:
		return nil, nil
	}
}

func (n *Node) list(w *work.Tracker) (list []any, first error) {
	list = make([]any, len(n.Children))
	for i := range n.Children {
		if w != nil && w.Failed() {
			break
		}
		var err error
		if list[i], err = n.Children[i].Value(w); first == nil {
			first = err
		}
	}
	return list, first
}

func (n *Node) object(w *work.Tracker) (object map[string]any, first error) {
	object = make(map[string]any, len(n.Children))
	for i := range n.Children {
		if w != nil && w.Failed() {
			break
		}
		v, err := n.Children[i].Value(w)
		if object[n.Children[i].Name] = v; first == nil {
			first = err
		}
	}
	return object, first
}
