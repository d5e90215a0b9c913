package declare

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// exactNames is an error about the first name that no field of a type has in
// its JSON tag. The decoder alone would take names in any letter case. What has
// another shape than the type is left for the decoder to refuse.
func exactNames(v any, t reflect.Type) error {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch v := v.(type) {
	case map[string]any:
		if t.Kind() == reflect.Struct {
			return exactFields(v, t)
		}
	case []any:
		if t.Kind() == reflect.Slice {
			for _, e := range v {
				if err := exactNames(e, t.Elem()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func exactFields(fields map[string]any, t reflect.Type) error {
	known := map[string]reflect.Type{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		known[name] = t.Field(i).Type
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if known[name] == nil {
			return fmt.Errorf("json: unknown field %q", name)
		}
		if err := exactNames(fields[name], known[name]); err != nil {
			return err
		}
	}
	return nil
}
