package cel

import (
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib/quantity"
)

// QuantityType is the type of [Quantity].
var QuantityType = types.NewObjectType("kubernetes.Quantity")

// Quantity is a quantity. The results of arithmetic are pointers to one, others
// are not: see Equal.
type Quantity struct{ *quantity.Amount }

// ConvertToNative implements ref.Val.
func (q Quantity) ConvertToNative(want reflect.Type) (any, error) { return toNative("Quantity", want) }

// ConvertToType implements ref.Val.
func (q Quantity) ConvertToType(want ref.Type) ref.Val { return toType(q, QuantityType, want) }

// Type implements ref.Val.
func (q Quantity) Type() ref.Type { return QuantityType }

// Value implements ref.Val.
func (q Quantity) Value() any { return q.Amount }

// Pointer is to the amount.
func (q Quantity) Pointer() *quantity.Amount { return q.Amount }

// Equal is what == asks its left operand. As on the server, a result of
// arithmetic cannot be the right one.
func (q Quantity) Equal(other ref.Val) ref.Val {
	r, ok := other.(Quantity)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return types.Bool(q.Compare(*r.Amount) == 0)
}
