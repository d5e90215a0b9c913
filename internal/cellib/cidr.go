package cellib

import (
	"fmt"
	"net/netip"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// cidrLibrary returns the functions on networks in CIDR notation and the type
// identifier net.CIDR, since 1.30:
//
//	cidr          cidr(string) -> net.CIDR
//	isCIDR        isCIDR(string) -> bool
//	string        string(net.CIDR) -> string
//	ip            net.CIDR.ip() -> net.IP, with its host bits
//	masked        net.CIDR.masked() -> net.CIDR, without its host bits
//	prefixLength  net.CIDR.prefixLength() -> int
//	containsIP    net.CIDR.containsIP(string or net.IP) -> bool
//	containsCIDR  net.CIDR.containsCIDR(string or net.CIDR) -> bool
//
// Addresses are valid if [ipLibrary] accepts them; bits after the prefix may be set.
//
// Cost: cidr and isCIDR 0.1 × length; ip, masked and prefixLength 1; containsIP
// and containsCIDR by the number of compared bytes, see package celcost; == of
// two networks 1.
func cidrLibrary() *library {
	return &library{name: "net.cidr", types: []*cel.Type{values.CIDRType}, functions: []cel.EnvOption{
		cel.Function("cidr", cel.Overload("string_to_cidr", signature{cel.StringType}, values.CIDRType, unary(toCIDR))),
		cel.Function("isCIDR", cel.Overload("is_cidr", signature{cel.StringType}, cel.BoolType, parsePredicate(parseCIDR))),
		cel.Function("string", cel.Overload("cidr_to_string", signature{values.CIDRType}, cel.StringType,
			unary(func(n values.CIDR) ref.Val { return types.String(n.String()) }))),
		cel.Function("ip", cel.MemberOverload("cidr_ip", signature{values.CIDRType}, values.IPType,
			unary(func(n values.CIDR) ref.Val { return values.IP{Addr: n.Addr()} }))),
		cel.Function("masked", cel.MemberOverload("cidr_masked", signature{values.CIDRType}, values.CIDRType,
			unary(func(n values.CIDR) ref.Val { return values.CIDR{Prefix: n.Masked()} }))),
		cel.Function("prefixLength", cel.MemberOverload("cidr_prefix_length", signature{values.CIDRType}, cel.IntType,
			unary(func(n values.CIDR) ref.Val { return types.Int(n.Bits()) }))),
		cel.Function("containsIP",
			cel.MemberOverload("cidr_contains_ip_string", signature{values.CIDRType, cel.StringType}, cel.BoolType, binary(containsIPString)),
			cel.MemberOverload("cidr_contains_ip_ip", signature{values.CIDRType, values.IPType}, cel.BoolType, binary(containsIP))),
		cel.Function("containsCIDR",
			cel.MemberOverload("cidr_contains_cidr_string", signature{values.CIDRType, cel.StringType}, cel.BoolType, binary(containsCIDRString)),
			cel.MemberOverload("cidr_contains_cidr", signature{values.CIDRType, values.CIDRType}, cel.BoolType, binary(containsCIDR))),
	}}
}

func toCIDR(s types.String) ref.Val {
	n, err := parseCIDR(string(s))
	if err != nil {
		return types.NewErr("network address parse error during conversion from string: %v", err)
	}
	return values.CIDR{Prefix: n}
}

func containsIP(n values.CIDR, a values.IP) ref.Val { return types.Bool(n.Contains(a.Addr)) }

// containsIPString returns the same error for every invalid string.
func containsIPString(n values.CIDR, s types.String) ref.Val {
	a, err := parseIP(string(s))
	if err != nil {
		return types.NoSuchOverloadErr()
	}
	return containsIP(n, values.IP{Addr: a})
}

func containsCIDR(n, inner values.CIDR) ref.Val {
	return types.Bool(n.Overlaps(inner.Prefix) && n.Bits() <= inner.Bits())
}

func containsCIDRString(n values.CIDR, s types.String) ref.Val {
	switch inner := toCIDR(s).(type) {
	case values.CIDR:
		return containsCIDR(n, inner)
	default:
		return inner
	}
}

func parseCIDR(s string) (netip.Prefix, error) {
	n, err := netip.ParsePrefix(s)
	switch {
	case err != nil:
		err = fmt.Errorf("network address parse error during conversion from string: %v", err)
	case n.Addr().Is4In6():
		err = fmt.Errorf("IPv4-mapped IPv6 address %q is not allowed", s)
	}
	return n, err
}
