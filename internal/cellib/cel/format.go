package cel

import (
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// FormatType is the type of [Format].
var FormatType = types.NewObjectType("kubernetes.NamedFormat")

// Format is a format of strings with a name.
type Format struct {
	Name string
	// Check tells what is wrong with a string, nothing if it is fine.
	Check func(string) []string
	// Cost is the size that is charged for: that of the regular expression that
	// the server has or might have for the format.
	Cost uint64
}

// ConvertToNative implements ref.Val.
func (f Format) ConvertToNative(want reflect.Type) (any, error) { return toNative("Format", want) }

// ConvertToType implements ref.Val.
func (f Format) ConvertToType(want ref.Type) ref.Val { return toType(f, FormatType, want) }

// Type implements ref.Val.
func (f Format) Type() ref.Type { return FormatType }

// Value implements ref.Val.
func (f Format) Value() any { return f }

// Equal compares names.
func (f Format) Equal(other ref.Val) ref.Val {
	g, ok := other.(Format)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(f.Name == g.Name)
}
