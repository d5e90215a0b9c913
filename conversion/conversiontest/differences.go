package conversiontest

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type differences struct {
	found     []Loss
	omitEmpty bool
}

func (d *differences) values(at structural.Path, before, after any) {
	if len(d.found) >= maxLosses {
		return
	}
	switch b := before.(type) {
	case map[string]any:
		if a, ok := after.(map[string]any); ok {
			d.objects(at, b, a)
			return
		}
	case []any:
		if a, ok := after.([]any); ok {
			d.lists(at, b, a)
			return
		}
	}
	if !structural.Equal(before, after) {
		d.found = append(d.found, Loss{Path: at.Append(), Before: structural.Clone(before), After: structural.Clone(after)})
	}
}

func (d *differences) objects(at structural.Path, before, after map[string]any) {
	names := slices.Sorted(maps.Keys(before))
	for name := range after {
		if _, both := before[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b, a := valueOr(before, name), valueOr(after, name)
		if d.omitEmpty && bothEmpty(b, a) {
			continue
		}
		d.values(append(at, structural.Field(name)), b, a)
	}
}

// bothEmpty reports whether both values of a field are empty. It returns false for two objects,
// whose fields are compared later.
func bothEmpty(before, after any) bool {
	_, isObject := before.(map[string]any)
	if _, both := after.(map[string]any); isObject && both {
		return false
	}
	return isEmpty(before) && isEmpty(after)
}

// isEmpty reports whether the value of a field is absent, or empty for encoding/json: a Go
// struct may write it, or leave it out.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, below := range v {
			if !isEmpty(below) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	default:
		return v == false || v == int64(0) || v == 0.0 || v == "" || v == any(field.Omitted)
	}
}

func (d *differences) lists(at structural.Path, before, after []any) {
	for n := range max(len(before), len(after)) {
		b, a := any(field.Omitted), any(field.Omitted)
		if n < len(before) {
			b = before[n]
		}
		if n < len(after) {
			a = after[n]
		}
		d.values(append(at, structural.Index(n)), b, a)
	}
}

func valueOr(obj map[string]any, name string) any {
	if v, found := obj[name]; found {
		return v
	}
	return field.Omitted
}
