package decode

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"
)

// maxDepth is the maximum depth of values in the server's JSON decoder.
const maxDepth = 10000

// The JSON decoder's errors about deep nesting. Only aliases nest that deeply.
var (
	errArrayDepth  = errors.New("invalid character '[' exceeded max depth")
	errObjectDepth = errors.New("invalid character '{' exceeded max depth")
)

type yamlConverter struct {
	budget      int // remaining number of values and bytes of strings
	textBytes   int // length of the document
	longestName int
}

// value converts v inside depth arrays and objects. It changes arrays in place.
func (c *yamlConverter) value(v any, depth int) (any, error) {
	c.budget--
	switch v := v.(type) {
	case goyaml.MapSlice:
		return c.object(mapOf(v), depth+1)
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

func (c *yamlConverter) array(array []any, depth int) (err error) {
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

// object converts fields in the order of their names, so that the first error is always
// the same.
func (c *yamlConverter) object(object map[any]any, depth int) (_ any, err error) {
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

// excerpt returns v as the server prints it, or its type if aliases make v more than twice
// as long as its document.
func (c *yamlConverter) excerpt(v any) string {
	v = withMaps(v)
	room := 2 * c.textBytes
	if fits(v, &room) {
		return fmt.Sprintf("%+#v", v)
	}
	return fmt.Sprintf("%T{…}", v)
}

// fits subtracts the size of v from room and reports whether it is not larger.
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

// withMaps returns v with maps, as the server's parser returns them, for each
// goyaml.MapSlice.
func withMaps(v any) any {
	switch v := v.(type) {
	case goyaml.MapSlice:
		m := make(map[any]any, len(v))
		for _, e := range v {
			m[e.Key] = withMaps(e.Value)
		}
		return m
	case []any:
		for i, e := range v {
			v[i] = withMaps(e)
		}
	}
	return v
}
