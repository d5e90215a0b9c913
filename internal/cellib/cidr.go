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
// and containsCIDR by the number of compared bytes, see estimateContainsIP; == of
// two networks 1.
func cidrLibrary() *library {
	return &library{name: "net.cidr", types: []*cel.Type{values.CIDRType}, functions: []cel.EnvOption{
		cel.Function("cidr", cel.Overload("string_to_cidr", signature{cel.StringType}, values.CIDRType, unary(toCIDR))),
		cel.Function("isCIDR", cel.Overload("is_cidr", signature{cel.StringType}, cel.BoolType, parsePredicate(parseCIDR))),
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

// Overloads with a cost of their own: cidrIP does not parse an address, the other two do.
const (
	cidrIP           = "cidr_ip"
	containsIPText   = "cidr_contains_ip_string"
	containsCIDRText = "cidr_contains_cidr_string"
)

var cidrCosts = costTable{
	"cidr":         costOfParsing,
	"isCIDR":       costOfParsing,
	"masked":       costOne,
	"prefixLength": costOne,
	"containsIP":   {estimate: estimateContainsIP, actual: actualContainsIP},
	"containsCIDR": {estimate: estimateContainsCIDR, actual: actualContainsCIDR},
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

func estimateContainsIP(e estimator, c estimatedCall) *checker.CallEstimate {
	return e.addressComparison(c, addressSize.Add(addressSize).MultiplyByCostFactor(perChar), containsIPText)
}

func estimateContainsCIDR(e estimator, c estimatedCall) *checker.CallEstimate {
	cost := addressSize.Add(addressSize).MultiplyByCostFactor(perChar).
		Add(addressSize.MultiplyByCostFactor(perChar)).
		Add(checker.FixedCostEstimate(1))
	return e.addressComparison(c, cost, containsCIDRText)
}

func (e estimator) addressComparison(c estimatedCall, cost checker.CostEstimate, ofText string) *checker.CallEstimate {
	if len(c.args) == 0 {
		return nil
	}
	if c.overload == ofText {
		cost = cost.Add(e.size(c.args[0]).MultiplyByCostFactor(perChar))
	}
	return estimated(cost)
}

// actualContainsIP returns the cost of comparing the bytes that the prefix covers.
func actualContainsIP(c actualCall) (uint64, bool) {
	return c.addressComparison(scaled(2*actualSize(c.args[0]), perChar), containsIPText)
}

func actualContainsCIDR(c actualCall) (uint64, bool) {
	n := actualSize(c.args[0])
	return c.addressComparison(scaled(2*n, perChar)+scaled(n, perChar)+1, containsCIDRText)
}

func (c actualCall) addressComparison(cost uint64, ofText string) (uint64, bool) {
	if c.overload == ofText {
		cost += scaled(actualSize(c.args[1]), perChar)
	}
	return cost, true
}

// addressSize is in bytes, for IPv4 to IPv6.
var addressSize = checker.SizeEstimate{Min: 4, Max: 16}
