package cel

import (
	"fmt"
	"reflect"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib/quantity"
)

// toNative returns an error: rules never convert values to Go types.
func toNative(name string, want reflect.Type) (any, error) {
	return nil, fmt.Errorf("type conversion error from '%s' to '%v'", name, want)
}

func toType(v ref.Val, own *types.Type, want ref.Type) ref.Val {
	switch want {
	case own:
		return v
	case types.TypeType:
		return own
	}
	return types.NewErr("type conversion error from '%s' to '%s'", own, want)
}

// FormatType is the type of [Format].
var FormatType = types.NewObjectType("kubernetes.NamedFormat")

// Format is a named format of strings.
type Format struct {
	Name string
	// Check returns the problems of a string, or nil.
	Check func(string) []string
	// Cost is the size of the server's regular expression, or of an equivalent one, for the
	// actual cost.
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

// Equal compares the names.
func (f Format) Equal(other ref.Val) ref.Val {
	g, ok := other.(Format)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(f.Name == g.Name)
}

// QuantityType is the type of [Quantity].
var QuantityType = types.NewObjectType("kubernetes.Quantity")

// Quantity is a quantity. Results of arithmetic are *Quantity; see Equal.
type Quantity struct{ *quantity.Amount }

// ConvertToNative implements ref.Val.
func (q Quantity) ConvertToNative(want reflect.Type) (any, error) { return toNative("Quantity", want) }

// ConvertToType implements ref.Val.
func (q Quantity) ConvertToType(want ref.Type) ref.Val { return toType(q, QuantityType, want) }

// Type implements ref.Val.
func (q Quantity) Type() ref.Type { return QuantityType }

// Value implements ref.Val.
func (q Quantity) Value() any { return q.Amount }

// Pointer returns the amount.
func (q Quantity) Pointer() *quantity.Amount { return q.Amount }

// Equal compares the left operand of == with the right one. As on the server, a result of
// arithmetic cannot be the right operand.
func (q Quantity) Equal(other ref.Val) ref.Val {
	r, ok := other.(Quantity)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(q.Compare(*r.Amount) == 0)
}

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

// Equal compares the versions without their build metadata.
func (v Semver) Equal(other ref.Val) ref.Val {
	w, ok := other.(Semver)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(v.EQ(w.Version))
}
