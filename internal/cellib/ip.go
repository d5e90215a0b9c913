package cellib

import (
	"fmt"
	"net/netip"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// ipLibrary returns the functions on IP addresses and the type identifier net.IP,
// since 1.30:
//
//	ip                    ip(string) -> net.IP
//	isIP                  isIP(string) -> bool
//	ip.isCanonical        ip.isCanonical(string) -> bool, an error if it is not an address
//	string                string(net.IP) -> string
//	family                net.IP.family() -> int, 4 or 6
//	isUnspecified         net.IP.isUnspecified() -> bool, :: or 0.0.0.0
//	isLoopback            net.IP.isLoopback() -> bool
//	isLinkLocalMulticast  net.IP.isLinkLocalMulticast() -> bool
//	isLinkLocalUnicast    net.IP.isLinkLocalUnicast() -> bool
//	isGlobalUnicast       net.IP.isGlobalUnicast() -> bool
//
// Zones (fe80::1%eth0), IPv4 in IPv6 (::ffff:1.2.3.4) and leading zeros in IPv4
// are rejected.
//
// Cost: ip and isIP 0.1 × length, ip.isCanonical twice that, the others and == of
// two addresses 1.
func ipLibrary() *library {
	return &library{name: "net.ip", types: []*cel.Type{values.IPType}, functions: []cel.EnvOption{
		cel.Function("ip", cel.Overload("string_to_ip", signature{cel.StringType}, values.IPType, unary(toIP))),
		cel.Function("isIP", cel.Overload("is_ip", signature{cel.StringType}, cel.BoolType, parsePredicate(parseIP))),
		cel.Function("ip.isCanonical", cel.Overload("ip_is_canonical", signature{cel.StringType}, cel.BoolType, unary(isCanonicalIP))),
		cel.Function("string", cel.Overload("ip_to_string", signature{values.IPType}, cel.StringType,
			unary(func(a values.IP) ref.Val { return types.String(a.String()) }))),
		cel.Function("family", cel.MemberOverload("ip_family", signature{values.IPType}, cel.IntType, unary(family))),
		ipPredicate("isUnspecified", netip.Addr.IsUnspecified),
		ipPredicate("isLoopback", netip.Addr.IsLoopback),
		ipPredicate("isLinkLocalMulticast", netip.Addr.IsLinkLocalMulticast),
		ipPredicate("isLinkLocalUnicast", netip.Addr.IsLinkLocalUnicast),
		ipPredicate("isGlobalUnicast", netip.Addr.IsGlobalUnicast),
	}}
}

func ipPredicate(name string, holds func(netip.Addr) bool) cel.EnvOption {
	return cel.Function(name, cel.MemberOverload("ip_"+name, signature{values.IPType}, cel.BoolType,
		predicate(func(a values.IP) bool { return holds(a.Addr) })))
}

func toIP(s types.String) ref.Val {
	a, err := parseIP(string(s))
	if err != nil {
		return types.NewErr("%v", err)
	}
	return values.IP{Addr: a}
}

func isCanonicalIP(s types.String) ref.Val {
	a, err := parseIP(string(s))
	if err != nil {
		return types.NewErr("%v", err)
	}
	return types.Bool(a.String() == string(s))
}

func family(a values.IP) ref.Val {
	if a.Is4() {
		return types.Int(4)
	}
	return types.Int(6)
}

func parseIP(s string) (netip.Addr, error) {
	a, err := netip.ParseAddr(s)
	switch {
	case err != nil:
		err = fmt.Errorf("IP Address %q parse error during conversion from string: %v", s, err)
	case a.Zone() != "":
		err = fmt.Errorf("IP address %q with zone value is not allowed", s)
	case a.Is4In6():
		err = fmt.Errorf("IPv4-mapped IPv6 address %q is not allowed", s)
	}
	return a, err
}
