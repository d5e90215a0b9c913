package kubectl

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// quantityText is the syntax of quantities of resources: 500m, 1.5Gi, 1e3.
var quantityText = regexp.MustCompile(`^[+-]?(\d*)(?:\.(\d*))?([numkMGTPE]?|[KMGTPE]i|[eE][+-]?\d+)$`)

// maxExponent bounds the digits of a quantity.
const maxExponent = 1_000

var (
	nano    = big.NewRat(1, 1_000_000_000)
	largest = new(big.Rat).SetInt64(math.MaxInt64)
)

// parseQuantity returns the number that a quantity is, rounded up to a multiple of 10^-9 and,
// with a power of 1024, at most 2^63-1. It reports false for any other text.
//
// Rule: k8s.io/apimachinery/pkg/api/resource, ParseQuantity.
func parseQuantity(text string) (*big.Rat, bool) {
	parts := quantityText.FindStringSubmatch(text)
	if parts == nil || text == "" {
		return nil, false
	}
	whole, fraction, suffix := parts[1], parts[2], parts[3]
	n, ok := new(big.Rat).SetString("0" + whole + "." + fraction + "0")
	factor, isBinary, known := factorOf(suffix)
	if !ok || !known {
		return nil, false
	}
	n = roundUp(n.Mul(n, factor))
	if isBinary && n.Cmp(largest) > 0 {
		n.Set(largest)
	}
	if text[0] == '-' {
		n.Neg(n)
	}
	return n, true
}

func factorOf(suffix string) (factor *big.Rat, isBinary, known bool) {
	if letter, ok := strings.CutSuffix(suffix, "i"); ok {
		return power(1024, strings.Index("KMGTPE", letter)+1), true, true
	}
	if len(suffix) > 1 { // an exponent
		n, err := strconv.Atoi(suffix[1:])
		if err != nil || n < -maxExponent || n > maxExponent {
			return nil, false, false
		}
		return power(10, n), false, true
	}
	if suffix == "" {
		return power(10, 0), false, true
	}
	return power(1000, strings.Index("num kMGTPE", suffix)-3), false, true
}

func power(base int64, n int) *big.Rat {
	p := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(max(n, -n))), nil)
	out := new(big.Rat).SetInt(p)
	if n < 0 {
		out.Inv(out)
	}
	return out
}

func roundUp(n *big.Rat) *big.Rat {
	n.Quo(n, nano)
	units, rest := new(big.Int).QuoRem(n.Num(), n.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		units.Add(units, big.NewInt(1))
	}
	return n.Mul(n.SetInt(units), nano)
}
