package correlate

import "github.com/seed95800270/crdschema/structural"

// Node is a new value, the old value that belongs to it, and the schema of
// both. The nil Node stands for a value without an old one. A Node and its
// children share what they know: they are not safe for concurrent use.
type Node struct {
	parent   *Node
	schema   *structural.Schema
	new, old any
	keyed    *Keyed // of a list of type map, once it is needed
	at       child  // where the node is in its parent
	state    state
	same     map[child]struct{} // children that are known to be the same
	trace    trace              // from here to a part that differs, if known
}

// child is a field name or a list index inside of a parent.
type child struct {
	name  string
	index int
}

// trace is the way to a part that differs, the last step first. Nothing about a
// child follows from an empty one.
type trace []child

type state uint8

const (
	unknown state = iota
	same
	different
)

// Start is the node of two whole values.
func Start(s *structural.Schema, new, old any) *Node {
	return &Node{schema: s, new: new, old: old}
}

// Key is the node of a field of an object, nil if the field has no old value.
func (n *Node) Key(name string) *Node {
	if n == nil {
		return nil
	}
	objNew, _ := n.new.(map[string]any)
	objOld, _ := n.old.(map[string]any)
	v, inNew := objNew[name]
	w, inOld := objOld[name]
	s := fieldSchema(n.schema, name)
	if !inNew || !inOld || s == nil {
		return nil
	}
	return n.child(&Node{schema: s, new: v, old: w, at: child{name: name}})
}

// Index is the node of element i of a list, nil if the element has no old value.
func (n *Node) Index(i int) *Node {
	if n == nil || !isKeyed(n.schema) {
		return nil
	}
	listNew, _ := n.new.([]any)
	listOld, _ := n.old.([]any)
	if i >= len(listNew) || len(listOld) == 0 || n.schema.Items() == nil {
		return nil
	}
	if n.keyed == nil {
		n.keyed = NewKeyed(n.schema, listOld)
	}
	w, found := n.keyed.Find(listNew[i])
	if !found {
		return nil
	}
	return n.child(&Node{schema: n.schema.Items(), new: listNew[i], old: w, at: child{index: i}})
}

// child tells a new child what n knows of it.
func (n *Node) child(c *Node) *Node {
	c.parent = n
	if n.state == same {
		c.state = same
	} else if last := len(n.trace) - 1; last >= 0 && n.trace[last] == c.at {
		c.state, c.trace = different, n.trace[:last]
	}
	return c
}

// Equal tells whether the new value is the same as the old one. The nil Node
// is not: it has no old value.
func (n *Node) Equal() bool {
	if n == nil {
		return false
	}
	if n.state == unknown {
		n.settle(n.compare())
	}
	return n.state == same
}

func (n *Node) settle(equal bool) {
	if !equal {
		for ; n != nil && n.state != different; n = n.parent {
			n.state = different
		}
		return
	}
	n.state = same
	if p := n.parent; p != nil {
		if p.same == nil {
			p.same = make(map[child]struct{})
		}
		p.same[n.at] = struct{}{}
	}
}

func (n *Node) compare() bool {
	switch v := n.new.(type) {
	case map[string]any:
		w, ok := n.old.(map[string]any)
		return ok && n.trace.equalObjects(n.schema, v, w, n.same)
	case []any:
		w, ok := n.old.([]any)
		return ok && n.trace.equalLists(n.schema, v, w, n.keyed, n.same)
	default:
		return structural.Equal(n.new, n.old)
	}
}
