package cel

import (
	"reflect"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// SemverType is the type of [Semver].
var SemverType = types.NewObjectType("kubernetes.Semver")

// Semver is a semantic version.
type Semver struct{ semver.Version }

// ConvertToNative implements ref.Val.
func (v Semver) ConvertToNative(want reflect.Type) (any, error) { return toNative("Semver", want) }

// ConvertToType implements ref.Val.
func (v Semver) ConvertToType(want ref.Type) ref.Val { return toType(v, SemverType, want) }

// Type implements ref.Val.
func (v Semver) Type() ref.Type { return SemverType }

// Value implements ref.Val.
func (v Semver) Value() any { return v.Version }

// Equal does not look at build metadata.
func (v Semver) Equal(other ref.Val) ref.Val {
	w, ok := other.(Semver)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(v.EQ(w.Version))
}
