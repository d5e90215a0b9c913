package structural

import "fmt"

// Clone returns a deep copy of a normalized JSON value that shares only strings with v. It
// panics if v is nested deeper than [MaxDepth], cyclic, or has more than 16,777,216 elements,
// counted as often as maps and lists hold them.
func Clone[T any](v T) T {
	c := cloner{left: firstCloned, whole: v}
	out, _ := c.value(v, 0).(T)
	return out
}

// firstCloned is the number of elements that Clone copies before it counts all of them: at most
// some 90 MB, and few values have more. Copies of maps that a value holds very many times would
// take gigabytes before the last one.
const firstCloned = 1 << 18

type cloner struct {
	left  int // elements that may still be copied
	whole any // what is cloned, or nil after its elements were counted
}

// value returns a copy of v, a value at a depth of maps and lists.
func (c *cloner) value(v any, depth int) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return v
		}
		return c.object(v, depth)
	case []any:
		if v == nil {
			return v
		}
		return c.list(v, depth)
	default:
		return v
	}
}

func (c *cloner) object(m map[string]any, depth int) map[string]any {
	if c.left -= len(m); depth == MaxDepth || c.left < 0 {
		c.check(depth)
	}
	out := make(map[string]any, len(m))
	for k, e := range m {
		out[k] = c.value(e, depth+1)
	}
	return out
}

func (c *cloner) list(l []any, depth int) []any {
	if c.left -= len(l); depth == MaxDepth || c.left < 0 {
		c.check(depth)
	}
	out := make([]any, len(l))
	for i, e := range l {
		out[i] = c.value(e, depth+1)
	}
	return out
}

// check panics if the depth is too large, or if there are too many elements in all, which it
// counts once.
func (c *cloner) check(depth int) {
	left := maxNodes
	if depth == MaxDepth || c.whole != nil && !countElements(c.whole, 0, &left) {
		panicOfClone(depth)
	}
	c.whole = nil
}

// countElements subtracts the elements of a map or list from left until it is negative, and
// reports whether it is not. It does not look into what Clone is too deep for. An element without
// elements costs a look at its type, a fraction of what its copy costs.
func countElements(v any, depth int, left *int) bool {
	switch v := v.(type) {
	case map[string]any:
		if *left -= len(v); depth == MaxDepth || *left < 0 {
			break
		}
		for _, e := range v {
			if hasElements(e) && !countElements(e, depth+1, left) {
				return false
			}
		}
	case []any:
		if *left -= len(v); depth == MaxDepth || *left < 0 {
			break
		}
		for _, e := range v {
			if hasElements(e) && !countElements(e, depth+1, left) {
				return false
			}
		}
	}
	return *left >= 0
}

func hasElements(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	default:
		return false
	}
}

func panicOfClone(depth int) {
	err := tooMany()
	if depth == MaxDepth {
		err = tooDeep()
	}
	panic(fmt.Errorf("structural.Clone: %w", err))
}

// Equal reports whether two normalized JSON values are equal, as reflect.DeepEqual does.
// The int64 1 and the float64 1.0 are not. Values of other Go types are equal to nothing,
// and neither are values that are nested deeper than [MaxDepth], cyclic, or have more than
// 16,777,216 elements, counted as often as maps and lists hold them. For schemas see
// [SemanticEqual].
func Equal(a, b any) bool {
	left := maxNodes
	return equalValues(a, b, 0, &left)
}

// equalValues returns what Equal does for values inside of a number of maps and lists. It subtracts
// the values in them from left.
func equalValues(a, b any, depth int, left *int) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(a, b, depth, left)
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(a, b, depth, left)
	case nil, bool, string, int64, float64:
		return a == b
	default:
		return false
	}
}

func equalObjects(a, b map[string]any, depth int, left *int) bool {
	if *left -= len(a); len(a) != len(b) || depth == MaxDepth || *left < 0 {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || !equalValues(v, w, depth+1, left) {
			return false
		}
	}
	return true
}

func equalLists(a, b []any, depth int, left *int) bool {
	if *left -= len(a); len(a) != len(b) || depth == MaxDepth || *left < 0 {
		return false
	}
	for i, v := range a {
		if !equalValues(v, b[i], depth+1, left) {
			return false
		}
	}
	return true
}
