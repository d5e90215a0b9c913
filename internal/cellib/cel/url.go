package cel

import (
	"net/url"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
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

// Equal compares the texts that the URLs would be written as.
func (u URL) Equal(other ref.Val) ref.Val {
	v, ok := other.(URL)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(u.String() == v.String())
}
