package decode

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// maxDepth is how deeply a server's JSON decoder lets values nest.
const maxDepth = 10000

// Nesting this deep is possible with aliases only. The words are those of the
// JSON decoder, which would see the bracket one level too deep.
var (
	errArrayDepth  = errors.New("invalid character '[' exceeded max depth")
	errObjectDepth = errors.New("invalid character '{' exceeded max depth")
)

// converter makes what a YAML document says sayable in JSON.
type converter struct {
	budget      int // bytes of text and number of values still allowed
	longestName int
}

// value converts v, which lies below depth arrays and objects, in place where
// that is possible.
func (c *converter) value(v any, depth int) (any, error) {
	c.budget--
	switch v := v.(type) {
	case map[any]any:
		return c.object(v, depth+1)
	case []any:
		return v, c.array(v, depth+1)
	case string:
		c.budget -= len(v)
	}
	if c.budget < 0 {
		return nil, errAliasing
	}
	return v, nil
}

func (c *converter) array(array []any, depth int) (err error) {
	if depth > maxDepth {
		return errArrayDepth
	}
	for i, v := range array {
		if array[i], err = c.value(v, depth); err != nil {
			return err
		}
	}
	return nil
}

// object goes by name so that of several errors always the same is found.
func (c *converter) object(object map[any]any, depth int) (_ any, err error) {
	if depth > maxDepth {
		return nil, errObjectDepth
	}
	named, err := c.withNames(object, depth)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		c.budget -= len(name)
		c.longestName = max(c.longestName, len(name))
		if named[name], err = c.value(named[name], depth); err != nil {
			return nil, err
		}
	}
	return named, nil
}

// maxExcerpt is how much of a value an error text shows.
const maxExcerpt = 1 << 10

// excerpt prints v as a server does if it is short. Aliases can make a value far
// longer than the document that it stands in: of a long text the beginning is
// shown, of anything else the type.
func excerpt(v any) string {
	room := maxExcerpt
	if fits(v, &room) {
		return fmt.Sprintf("%+#v", v)
	}
	if text, ok := v.(string); ok {
		return fmt.Sprintf("%+#v…", text[:maxExcerpt])
	}
	return fmt.Sprintf("%T{…}", v)
}

// fits takes the size of v, a value as the YAML parser makes it, from room, and
// stops where there is none left.
func fits(v any, room *int) bool {
	*room--
	switch v := v.(type) {
	case string:
		*room -= len(v)
	case []any:
		for _, e := range v {
			if !fits(e, room) {
				return false
			}
		}
	case map[any]any:
		for key, e := range v {
			if !fits(key, room) || !fits(e, room) {
				return false
			}
		}
	}
	return *room >= 0
}
