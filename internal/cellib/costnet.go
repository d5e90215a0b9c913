package cellib

import "github.com/google/cel-go/checker"

// estimateIP and priceIP are for ip, which parses a string or gets the address of
// a network.
func estimateIP(e estimator, c estimatedCall) *checker.CallEstimate {
	return ipPrice(c.overload).estimate(e, c)
}

func priceIP(c actualCall) *uint64 { return ipPrice(c.overload).actual(c) }

func ipPrice(overload string) price {
	if overload == cidrIP {
		return getter
	}
	return parser
}

var (
	getter = flat(1)
	parser = byLength(perChar)
)

// addressSize is the bytes of an address, IPv4 to IPv6.
var addressSize = checker.SizeEstimate{Min: 4, Max: 16}

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
