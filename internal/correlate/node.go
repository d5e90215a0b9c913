package correlate

import (
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Node holds a new value, the old one, and their schema. The nil Node is a value without an
// old one. Nodes share results with their children: they are not safe for concurrent use.
type Node struct {
	work     *work.Tracker
	parent   *Node
	schema   *structural.Schema
	new, old any
	keyed    *Keyed // of a list of type map, made on first use
	name     childName
	state    state
	same     map[childName]struct{} // children that are known to be equal
	diff     diffPath               // if known
}

type childName struct {
	field string
	index int
}

// diffPath leads to a part that differs, the last step first. If it is empty, nothing is known
// about the children.
type diffPath []childName

type state uint8

const (
	unknown state = iota
	same
	different
)

// Start returns the node of two whole values. w counts long keys of lists. After it has failed,
// elements have no old value.
func Start(w *work.Tracker, s *structural.Schema, new, old any) *Node {
	return &Node{work: w, schema: s, new: new, old: old}
}

// Key returns the node of a field, or nil without an old value.
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
	return n.child(&Node{schema: s, new: v, old: w, name: childName{field: name}})
}

// Index returns the node of an element, or nil without an old value.
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
		n.keyed = NewKeyed(n.work, n.schema, listOld)
	}
	w, found := n.keyed.Find(listNew[i])
	if !found {
		return nil
	}
	return n.child(&Node{schema: n.schema.Items(), new: listNew[i], old: w, name: childName{index: i}})
}

func (n *Node) child(c *Node) *Node {
	c.work, c.parent = n.work, n
	if n.state == same {
		c.state = same
	} else if last := len(n.diff) - 1; last >= 0 && n.diff[last] == c.name {
		c.state, c.diff = different, n.diff[:last]
	}
	return c
}

// Equal reports whether the values are equal, false for the nil Node.
func (n *Node) Equal() bool {
	if n == nil {
		return false
	}
	if n.state == unknown {
		n.setEqual(n.compare())
	}
	return n.state == same
}

// setEqual sets the state of n and, as far as it follows, of its parents.
func (n *Node) setEqual(equal bool) {
	if !equal {
		for ; n != nil && n.state != different; n = n.parent {
			n.state = different
		}
		return
	}
	n.state = same
	if p := n.parent; p != nil {
		if p.same == nil {
			p.same = make(map[childName]struct{})
		}
		p.same[n.name] = struct{}{}
	}
}

func (n *Node) compare() bool {
	switch v := n.new.(type) {
	case map[string]any:
		w, ok := n.old.(map[string]any)
		return ok && comparison{n.work, &n.diff}.equalObjects(n.schema, v, w, n.same)
	case []any:
		w, ok := n.old.([]any)
		return ok && comparison{n.work, &n.diff}.equalLists(n.schema, v, w, n.keyed, n.same)
	default:
		return structural.Equal(n.new, n.old)
	}
}
