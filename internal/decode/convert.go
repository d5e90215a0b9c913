package decode

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
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

// withNames makes the keys of a YAML mapping strings. Of several keys that
// become the same string the one that is a string already wins, then the first
// by type, key and value.
func (c *converter) withNames(object map[any]any, depth int) (map[string]any, error) {
	named := make(map[string]any, len(object))
	var others []entry
	for key, value := range object {
		if name, ok := key.(string); ok {
			named[name] = value
		} else {
			others = append(others, entry{fmt.Sprintf("%T %#v", key, key), key, value})
		}
	}
	slices.SortFunc(others, entry.compare)
	for len(others) > 0 {
		e := others[0]
		name, ok := keyName(e.key)
		if !ok {
			return nil, fmt.Errorf("unsupported map key of type: %s, key: %+#v, value: %s", reflect.TypeOf(e.key), e.key, excerpt(e.value))
		}
		alike := 1
		for alike < len(others) && others[alike].text == e.text {
			alike++
		}
		value, err := c.first(others[:alike], depth)
		if err != nil {
			return nil, err
		}
		if _, taken := named[name]; !taken {
			named[name] = value
		}
		others = others[alike:]
	}
	return named, nil
}

// keyName is the text of a key that is not a string; keys that are null or
// integers over 63 bits have none.
//
// Rule: sigs.k8s.io/yaml, YAMLToJSON.
func keyName(key any) (name string, ok bool) {
	switch key := key.(type) {
	case int:
		return strconv.Itoa(key), true
	case int64:
		return strconv.FormatInt(key, 10), true
	case bool:
		return strconv.FormatBool(key), true
	case float64:
		return floatName(key), true
	default:
		return "", false
	}
}

// floatName prints as many digits as tell 32-bit numbers apart.
func floatName(key float64) string {
	switch name := strconv.FormatFloat(key, 'g', -1, 32); name {
	case "+Inf":
		return ".inf"
	case "-Inf":
		return "-.inf"
	case "NaN":
		return ".nan"
	default:
		return name
	}
}
