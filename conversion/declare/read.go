package declare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// Read returns the declaration in fields, which are decoded from JSON or YAML and
// named by the JSON tags of the types. It returns an error for unknown names,
// including known names in another letter case, and does not keep the map. The
// rules themselves are checked by [NewChain].
func Read(fields map[string]any) (Declaration, error) {
	normal, err := structural.Normalize(fields)
	if err != nil {
		return Declaration{}, err
	}
	if err := exactNames(normal, reflect.TypeFor[Declaration]()); err != nil {
		return Declaration{}, err
	}
	text, err := json.Marshal(normal)
	if err != nil {
		return Declaration{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	var d Declaration
	if err := decoder.Decode(&d); err != nil {
		return Declaration{}, err
	}
	return d, nil
}

// UnmarshalJSON reads a part, or its path alone.
func (p *Part) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		*p = Part{}
		return json.Unmarshal(text, &p.Path)
	}
	type plain Part
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(p))
}

// exactNames returns the error of the first name that is not a JSON tag of the type
// t: the decoder alone would accept names in any letter case. Values of another
// JSON type than t are left to the decoder.
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
