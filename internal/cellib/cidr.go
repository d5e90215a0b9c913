package cellib

import (
	"fmt"
	"net/netip"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// cidrLibrary has networks in CIDR notation, since 1.30, and the type identifier
// net.CIDR:
//
//	cidr          cidr(string) -> net.CIDR
//	isCIDR        isCIDR(string) -> bool
//	string        string(net.CIDR) -> string
//	ip            net.CIDR.ip() -> net.IP, with its host bits
//	masked        net.CIDR.masked() -> net.CIDR, without them
//	prefixLength  net.CIDR.prefixLength() -> int
//	containsIP    net.CIDR.containsIP(string or net.IP) -> bool
//	containsCIDR  net.CIDR.containsCIDR(string or net.CIDR) -> bool
//
// Addresses are those of [ipLibrary]; bits after the prefix may be set.
//
// Cost: cidr and isCIDR 0.1 × length; ip, masked and prefixLength 1; containsIP
// and containsCIDR by the bytes that are compared, see estimateContainsIP;
// comparing two networks 1.
func cidrLibrary() *library {
	return &library{name: "net.cidr", types: []*cel.Type{values.CIDRType}, functions: []cel.EnvOption{
		cel.Function("cidr", cel.Overload("string_to_cidr", signature{cel.StringType}, values.CIDRType, unary(toCIDR))),
		cel.Function("isCIDR", cel.Overload("is_cidr", signature{cel.StringType}, cel.BoolType, parses(parseCIDR))),
		cel.Function("string", cel.Overload("cidr_to_string", signature{values.CIDRType}, cel.StringType,
			unary(func(n values.CIDR) ref.Val { return types.String(n.String()) }))),
		cel.Function("ip", cel.MemberOverload(cidrIP, signature{values.CIDRType}, values.IPType,
			unary(func(n values.CIDR) ref.Val { return values.IP{Addr: n.Addr()} }))),
		cel.Function("masked", cel.MemberOverload("cidr_masked", signature{values.CIDRType}, values.CIDRType,
			unary(func(n values.CIDR) ref.Val { return values.CIDR{Prefix: n.Masked()} }))),
		cel.Function("prefixLength", cel.MemberOverload("cidr_prefix_length", signature{values.CIDRType}, cel.IntType,
			unary(func(n values.CIDR) ref.Val { return types.Int(n.Bits()) }))),
		cel.Function("containsIP",
			cel.MemberOverload(containsIPText, signature{values.CIDRType, cel.StringType}, cel.BoolType, binary(containsIPString)),
			cel.MemberOverload("cidr_contains_ip_ip", signature{values.CIDRType, values.IPType}, cel.BoolType, binary(containsIP))),
		cel.Function("containsCIDR",
			cel.MemberOverload(containsCIDRText, signature{values.CIDRType, cel.StringType}, cel.BoolType, binary(containsCIDRString)),
			cel.MemberOverload("cidr_contains_cidr", signature{values.CIDRType, values.CIDRType}, cel.BoolType, binary(containsCIDR))),
	}}
}

// The overloads whose price is their own: cidrIP only gets what the others named
// ip parse, and the other two parse their argument.
const (
	cidrIP           = "cidr_ip"
	containsIPText   = "cidr_contains_ip_string"
	containsCIDRText = "cidr_contains_cidr_string"
)

var cidrPrices = prices{
	"cidr":         byLength(0.1),
	"isCIDR":       byLength(0.1),
	"masked":       flat(1),
	"prefixLength": flat(1),
	"containsIP":   {estimate: estimateContainsIP, actual: priceContainsIP},
	"containsCIDR": {estimate: estimateContainsCIDR, actual: priceContainsCIDR},
}

func toCIDR(s types.String) ref.Val {
	n, err := parseCIDR(string(s))
	if err != nil {
		return types.NewErr("network address parse error during conversion from string: %v", err)
	}
	return values.CIDR{Prefix: n}
}

func containsIP(n values.CIDR, a values.IP) ref.Val { return types.Bool(n.Contains(a.Addr)) }

// containsIPString does not tell what is wrong with a string that is no address.
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
		return inner // what is wrong with the string
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

// estimateContainsIP compares two addresses, after it has parsed one that is a
// string.
func estimateContainsIP(e estimator, c estimatedCall) *checker.CallEstimate {
	return e.comparison(c, addressSize.Add(addressSize).MultiplyByCostFactor(perChar), containsIPText)
}

// estimateContainsCIDR masks the network besides, and compares two prefix
// lengths.
func estimateContainsCIDR(e estimator, c estimatedCall) *checker.CallEstimate {
	cost := addressSize.Add(addressSize).MultiplyByCostFactor(perChar).
		Add(addressSize.MultiplyByCostFactor(perChar)).
		Add(checker.FixedCostEstimate(1))
	return e.comparison(c, cost, containsCIDRText)
}

func (e estimator) comparison(c estimatedCall, cost checker.CostEstimate, ofText string) *checker.CallEstimate {
	if len(c.args) == 0 {
		return nil
	}
	if c.overload == ofText {
		cost = cost.Add(e.size(c.args[0]).MultiplyByCostFactor(perChar))
	}
	return costs(cost)
}

// In fact only the bytes of the prefix are compared.
func priceContainsIP(c actualCall) *uint64 {
	cost := *chars(2*size(c.args[0]), perChar)
	return c.comparison(cost, containsIPText)
}

func priceContainsCIDR(c actualCall) *uint64 {
	n := size(c.args[0])
	return c.comparison(*chars(2*n, perChar)+*chars(n, perChar)+1, containsCIDRText)
}

func (c actualCall) comparison(cost uint64, ofText string) *uint64 {
	if c.overload == ofText {
		cost += *chars(size(c.args[1]), perChar)
	}
	return &cost
}

// addressSize is the bytes of an address, IPv4 to IPv6.
var addressSize = checker.SizeEstimate{Min: 4, Max: 16}
