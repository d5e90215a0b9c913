package kubectl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Finder returns the first value of a path in an object, or false if the path has none.
type Finder func(obj map[string]any) (v any, found bool, err error)

// step is a field, with backslashes before special characters, or an index of a path.
var step = regexp.MustCompile(`^(?:\.((?:\\.|[^\\.\[\](){}*'"@,:?\s])+)|\[(-?\d+)\])`)

// ParsePath parses a JSONPath template in braces that consists of fields and indices:
// `{.metadata.labels.app\.kubernetes\.io/name}`, `{.spec.ports[0].port}`. kubectl also
// has wildcards, filters, slices and ranges, which are errors here.
func ParsePath(template string) (Finder, error) {
	rest := strings.TrimSuffix(strings.TrimPrefix(template, "{"), "}")
	var steps []any // names and indices
	for rest != "" {
		parts := step.FindStringSubmatch(rest)
		if parts == nil {
			return nil, fmt.Errorf("%q is not a path of fields and indices", template)
		}
		if index, err := strconv.Atoi(parts[2]); err == nil {
			steps = append(steps, index)
		} else {
			steps = append(steps, strings.ReplaceAll(parts[1], `\`, ""))
		}
		rest = rest[len(parts[0]):]
	}
	return func(obj map[string]any) (any, bool, error) { return find(obj, steps) }, nil
}

func find(v any, steps []any) (any, bool, error) {
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			fields, _ := v.(map[string]any)
			value, found := fields[step]
			if !found {
				return nil, false, nil
			}
			v = value
		case int:
			list, isList := v.([]any)
			if !isList {
				return nil, false, fmt.Errorf("%v is not array or slice and cannot be indexed", v)
			}
			if step < 0 {
				step += len(list)
			}
			if step < 0 || step >= len(list) {
				return nil, false, fmt.Errorf("array index out of bounds: index %d, length %d", step, len(list))
			}
			v = list[step]
		}
	}
	return v, true, nil
}
