package cel

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// toNative refuses to make a Go value of one of a type, which nothing asks for.
func toNative(name string, want reflect.Type) (any, error) {
	return nil, fmt.Errorf("type conversion error from '%s' to '%v'", name, want)
}

// toType converts v, of type own, to a type that an expression names.
func toType(v ref.Val, own *types.Type, want ref.Type) ref.Val {
	switch want {
	case own:
		return v
	case types.TypeType:
		return own
	}
	return types.NewErr("type conversion error from '%s' to '%s'", own, want)
}
