package cel

import (
	"net/netip"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// IPType is the type of [IP].
var IPType = types.NewOpaqueType("net.IP")

// IP is an IP address.
type IP struct{ netip.Addr }

// ConvertToNative implements ref.Val.
func (a IP) ConvertToNative(want reflect.Type) (any, error) { return toNative("IP", want) }

// Type implements ref.Val.
func (a IP) Type() ref.Type { return IPType }

// Value implements ref.Val.
func (a IP) Value() any { return a.Addr }

// Size returns the number of bytes, for actual costs.
func (a IP) Size() ref.Val { return types.Int(a.BitLen() / 8) }

// ConvertToType implements ref.Val.
func (a IP) ConvertToType(want ref.Type) ref.Val {
	if want == types.StringType {
		return types.String(a.String())
	}
	return toType(a, IPType, want)
}

// Equal implements ref.Val.
func (a IP) Equal(other ref.Val) ref.Val {
	b, ok := other.(IP)
	if !ok {
		return types.ValOrErr(other, "no such overload")
	}
	return types.Bool(a == b)
}

// CIDRType is the type of [CIDR].
var CIDRType = types.NewOpaqueType("net.CIDR")

// CIDR is a network: an address and the length of its prefix.
type CIDR struct{ netip.Prefix }

// ConvertToNative implements ref.Val.
func (n CIDR) ConvertToNative(want reflect.Type) (any, error) { return toNative("CIDR", want) }

// Type implements ref.Val.
func (n CIDR) Type() ref.Type { return CIDRType }

// Value implements ref.Val.
func (n CIDR) Value() any { return n.Prefix }

// Size returns the number of bytes of the prefix, for actual costs.
func (n CIDR) Size() ref.Val { return types.Int((n.Bits() + 7) / 8) }

// ConvertToType implements ref.Val.
func (n CIDR) ConvertToType(want ref.Type) ref.Val {
	if want == types.StringType {
		return types.String(n.String())
	}
	return toType(n, CIDRType, want)
}

// Equal implements ref.Val.
func (n CIDR) Equal(other ref.Val) ref.Val {
	m, ok := other.(CIDR)
	if !ok {
		return types.ValOrErr(other, "no such overload")
	}
	return types.Bool(n == m)
}
