package cellib

import (
	"maps"
	"slices"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/traits"
)

// sortedMap is a map that is visited in the order of its keys, so that the
// answers of both sides are comparable.
type sortedMap struct {
	traits.Mapper
	keys []string
}

func sorted(m map[string]any) sortedMap {
	return sortedMap{types.NewStringInterfaceMap(types.DefaultTypeAdapter, m), slices.Sorted(maps.Keys(m))}
}

func (m sortedMap) Iterator() traits.Iterator {
	return types.NewStringList(types.DefaultTypeAdapter, m.keys).Iterator()
}

// first returns the first entry as it is written in an expression. Literals have
// no order.
func (m sortedMap) first() string {
	if len(m.keys) == 0 {
		return ""
	}
	value, _ := m.Find(types.String(m.keys[0]))
	return literal(m.keys[0]) + ": " + literal(value.Value())
}
