package cel

import (
	"maps"
	"net/url"
	"reflect"
	"slices"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// URLType is the type of [URL].
var URLType = types.NewObjectType("kubernetes.URL")

// URL is an absolute URL or an absolute path.
type URL struct{ *url.URL }

// ConvertToNative implements ref.Val.
func (u URL) ConvertToNative(want reflect.Type) (any, error) { return toNative("URL", want) }

// ConvertToType implements ref.Val.
func (u URL) ConvertToType(want ref.Type) ref.Val { return toType(u, URLType, want) }

// Type implements ref.Val.
func (u URL) Type() ref.Type { return URLType }

// Value implements ref.Val.
func (u URL) Value() any { return u.URL }

// Equal compares the texts of the URLs.
func (u URL) Equal(other ref.Val) ref.Val {
	v, ok := other.(URL)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(u.String() == v.String())
}

// Query holds the parameters of a URL as a map of lists. Its iterator visits the keys in
// byte order, unlike the iterator of CEL's maps.
type Query struct {
	traits.Mapper
	keys []string
}

// NewQuery returns a [Query].
func NewQuery(parameters url.Values) Query {
	entries := make(map[ref.Val]ref.Val, len(parameters))
	for key, values := range parameters {
		entries[types.String(key)] = types.NewStringList(types.DefaultTypeAdapter, values)
	}
	return Query{types.NewRefValMap(types.DefaultTypeAdapter, entries), slices.Sorted(maps.Keys(parameters))}
}

// Iterator implements traits.Iterable.
func (q Query) Iterator() traits.Iterator {
	return types.NewStringList(types.DefaultTypeAdapter, q.keys).Iterator()
}

// IsZeroValue implements traits.Zeroer.
func (q Query) IsZeroValue() bool { return len(q.keys) == 0 }
