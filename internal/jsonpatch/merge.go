package jsonpatch

// merge returns n changed by a merge patch, neither of which is null.
func (n *node) merge(patch *node) *node {
	switch {
	case !n.asObject():
		patch.dropNulls()
		return patch
	case !patch.asObject():
		return patch
	default:
		n.mergeFields(patch)
		return n
	}
}

// mergeFields merges the fields of an object.
func (n *node) mergeFields(patch *node) {
	for name, v := range patch.names {
		switch old := n.names[name]; {
		case v == nil:
			delete(n.names, name)
		case old == nil:
			v.dropNulls()
			n.names[name] = v
		default:
			n.names[name] = old.merge(v)
		}
	}
}

// dropNulls removes the fields of objects that are null, also in objects in lists.
func (n *node) dropNulls() {
	switch {
	case n.asObject():
		for name, v := range n.names {
			if v == nil {
				delete(n.names, name)
			} else {
				v.dropNulls()
			}
		}
	case n.asList():
		for _, v := range n.items.all() {
			if v != nil {
				v.dropNulls()
			}
		}
	}
}
