package structural

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/work"
)

const (
	// trusting is the number of values after which a walk looks for maps and lists that
	// it has seen before: few values have as many, and remembering takes time.
	trusting = 1 << 16
	// memorable is the number of values in a map or list that is remembered.
	memorable = 16
)

// seenBefore holds the maps and lists that a normalizer has seen.
type seenBefore struct {
	seen     map[work.Identity]seen
	repeated int // number of values that were in a map or list seen before
	deepest  int // depth of the deepest map or list
}

// seen is what became of a map or a list.
type seen struct {
	value   any
	changed bool
	size    int // number of values in it
	height  int // number of levels of maps and lists in it
}

// remembered returns a map or list converted as before if it was seen before.
func (n *normalizer) remembered(v any, depth int) (any, bool, *NotJSONError) {
	id := work.IdentityOf(v)
	if s, found := n.seen[id]; found {
		return n.again(s, depth)
	}
	left, outer := n.left, n.deepest
	n.deepest = depth
	out, changed, err := n.inside(v, depth)
	if err == nil && left-n.left >= memorable {
		if n.seen == nil {
			n.seen = map[work.Identity]seen{}
		}
		n.seen[id] = seen{out, changed, left - n.left, n.deepest - depth}
	}
	n.deepest = max(n.deepest, outer)
	return out, changed, err
}

// inside converts a map or a list.
func (n *normalizer) inside(v any, depth int) (any, bool, *NotJSONError) {
	if m, ok := v.(map[string]any); ok {
		return n.object(m, depth)
	}
	return n.list(v, v.([]any), depth)
}

// again returns a map or list that was seen before.
func (n *normalizer) again(s seen, depth int) (any, bool, *NotJSONError) {
	n.left -= s.size
	n.repeated += s.size
	n.deepest = max(n.deepest, depth+s.height)
	switch {
	case n.repeated > maxRepeated:
		reason := fmt.Sprintf("more than %d values in maps and lists that it holds more than once", maxRepeated)
		return nil, false, &NotJSONError{Reason: reason, whole: true}
	case n.left < 0:
		return nil, false, tooMany()
	case n.deepest >= MaxDepth:
		return nil, false, tooDeep()
	default:
		return s.value, s.changed, nil
	}
}

func tooMany() *NotJSONError {
	return &NotJSONError{Reason: fmt.Sprintf("more than %d values", maxNodes), whole: true}
}
