package jsonpatch

import "github.com/seed95800270/crdschema/internal/work"

// merge returns n changed by a patch. Neither may be null. The result is undefined if w
// fails.
func (n *node) merge(w *work.Tracker, patch *node) *node {
	switch {
	case !n.asObject():
		patch.dropNulls(w)
		return patch
	case !patch.asObject():
		return patch
	default:
		n.mergeFields(w, patch)
		return n
	}
}

func (n *node) mergeFields(w *work.Tracker, patch *node) {
	for name, v := range patch.names {
		if !w.Step(1) {
			return
		}
		switch old := n.names[name]; {
		case v == nil:
			delete(n.names, name)
		case old == nil:
			v.dropNulls(w)
			n.names[name] = v
		default:
			n.names[name] = old.merge(w, v)
		}
	}
}

func (n *node) dropNulls(w *work.Tracker) {
	switch {
	case !w.Step(1):
	case n.asObject():
		for name, v := range n.names {
			if v == nil {
				delete(n.names, name)
			} else {
				v.dropNulls(w)
			}
		}
	case n.asList():
		for _, v := range n.items.all() {
			if v != nil {
				v.dropNulls(w)
			}
		}
	}
}
