package decode

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// withNames returns a mapping with string keys. If several keys become the same string, it
// keeps a string of YAML, or else the first by type, key and value.
func (c *yamlConverter) withNames(object map[any]any, depth int) (map[string]any, error) {
	named := make(map[string]any, len(object))
	var others []mappingEntry
	for key, value := range object {
		if name, ok := key.(string); ok {
			named[name] = value
		} else {
			others = append(others, mappingEntry{typedKey(key), key, value})
		}
	}
	slices.SortFunc(others, mappingEntry.compare)
	for len(others) > 0 {
		e := others[0]
		name, ok := keyName(e.key)
		if !ok {
			return nil, fmt.Errorf("unsupported map key of type: %s, key: %+#v, value: %s", reflect.TypeOf(e.key), e.key, c.excerpt(e.value))
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

// keyName returns false for null and integers over 63 bits.
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

// floatName returns a number with as many digits as a 32-bit number needs.
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

// mappingEntry is an entry whose key is not a string. text holds the type and value of the
// key.
type mappingEntry struct {
	text       string
	key, value any
}

func (e mappingEntry) compare(f mappingEntry) int { return strings.Compare(e.text, f.text) }

// first returns the first value, by type, size and text, of entries with the same key:
// .nan can occur more than once, in random order. Converting the values first subtracts
// them from the budget and so bounds the comparison.
func (c *yamlConverter) first(alike []mappingEntry, depth int) (any, error) {
	if len(alike) == 1 {
		return alike[0].value, nil
	}
	var least any
	var failed error
	for i, e := range alike {
		v, err := c.value(e.value, depth)
		failed = firstError(failed, err)
		if i == 0 || err == nil && compare(v, least) < 0 {
			least = v
		}
	}
	return least, failed
}

// firstError returns an error about aliasing, or else the first by text.
func firstError(a, b error) error {
	switch {
	case a == nil || errors.Is(b, errAliasing):
		return b
	case b == nil || errors.Is(a, errAliasing) || a.Error() <= b.Error():
		return a
	default:
		return b
	}
}

// compare compares by type, then by size or text, in time proportional to the smaller
// value.
func compare(v, w any) int {
	if c := strings.Compare(fmt.Sprintf("%T", v), fmt.Sprintf("%T", w)); c != 0 {
		return c
	}
	switch v := v.(type) {
	case string:
		return strings.Compare(v, w.(string))
	case []any:
		return slices.CompareFunc(v, w.([]any), compare)
	case map[string]any:
		return compareObjects(v, w.(map[string]any))
	default:
		return strings.Compare(fmt.Sprint(v), fmt.Sprint(w))
	}
}

func compareObjects(v, w map[string]any) int {
	if c := cmp.Compare(len(v), len(w)); c != 0 {
		return c
	}
	names := slices.Sorted(maps.Keys(v))
	if c := slices.Compare(names, slices.Sorted(maps.Keys(w))); c != 0 {
		return c
	}
	for _, name := range names {
		if c := compare(v[name], w[name]); c != 0 {
			return c
		}
	}
	return 0
}
