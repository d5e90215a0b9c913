package cel

import (
	"maps"
	"net/url"
	"slices"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// Query is the parameters of a URL, a map of lists of strings. Unlike a map of
// CEL it is visited in byte order of the keys.
type Query struct {
	traits.Mapper
	keys []string
}

// NewQuery takes parameters over.
func NewQuery(parameters url.Values) Query {
	entries := make(map[ref.Val]ref.Val, len(parameters))
	for key, values := range parameters {
		entries[types.String(key)] = types.NewStringList(types.DefaultTypeAdapter, values)
	}
	return Query{types.NewRefValMap(types.DefaultTypeAdapter, entries), slices.Sorted(maps.Keys(parameters))}
}

// Iterator visits the keys.
func (q Query) Iterator() traits.Iterator {
	return types.NewStringList(types.DefaultTypeAdapter, q.keys).Iterator()
}

// IsZeroValue tells a query without parameters.
func (q Query) IsZeroValue() bool { return len(q.keys) == 0 }
