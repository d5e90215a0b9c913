package defaulting

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// DropNulls returns v without the null fields for which s neither allows null nor has a
// default, or v itself without such fields. It never drops v itself.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneNonNullableNullsWithoutDefaults.
func DropNulls[T any](v T, s *structural.Schema) T {
	kept, changed := dropFromValue(v, s)
	if !changed {
		return v
	}
	out, _ := kept.(T)
	return out
}

func dropFromValue(v any, s *structural.Schema) (any, bool) {
	if !s.Holds(facts.Fields) {
		return v, false
	}
	switch t := v.(type) {
	case map[string]any:
		if out, changed := dropFromObject(t, s); changed {
			return out, true
		}
	case []any:
		if out, changed := dropFromList(t, s.Items()); changed {
			return out, true
		}
	}
	return v, false
}

func dropFromObject(m map[string]any, s *structural.Schema) (map[string]any, bool) {
	out := cow.OfMap(m)
	for k, v := range m {
		switch v.(type) {
		case nil:
			if below, _ := s.Field(k); dropsNull(below) {
				out.Delete(k)
			}
		case map[string]any, []any:
			below, _ := s.Field(k)
			if v, changed := dropFromValue(v, below); changed {
				out.Set(k, v)
			}
		}
	}
	return out.Result()
}

func dropFromList(l []any, items *structural.Schema) ([]any, bool) {
	out := cow.OfList(l)
	if !items.Holds(facts.Fields) {
		return out.Result()
	}
	for i, v := range l {
		if v, changed := dropFromValue(v, items); changed {
			out.Set(i, v)
		}
	}
	return out.Result()
}

func dropsNull(s *structural.Schema) bool {
	return s != nil && !s.Nullable() && !s.HasDefault()
}
