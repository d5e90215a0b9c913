package defaults

import (
	"errors"

	"github.com/seed95800270/crdschema/structural"
)

// errRoot says that there is no object to put a root default into.
var errRoot = errors.New("object root default value must be of object type")

// surround makes the smallest object that has v at the place at: maps with one
// field, lists with one element.
func surround(at structural.Path, v any) (map[string]any, error) {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i].Kind() == structural.IndexStep {
			v = []any{v}
		} else {
			v = map[string]any{at[i].Name(): v}
		}
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, errRoot
	}
	return obj, nil
}

// inside is what stands at the place at, nil if nothing does any more.
func inside(obj map[string]any, at structural.Path) any {
	var v any = obj
	for _, step := range at {
		switch t := v.(type) {
		case map[string]any:
			v = t[step.Name()]
		case []any:
			if len(t) == 0 {
				return nil
			}
			v = t[0]
		default:
			return nil
		}
	}
	return v
}
