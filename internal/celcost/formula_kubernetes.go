package celcost

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// traversal returns the cost of visiting all elements of a list: 1 for each, plus the characters
// of a text. The operand may be another value; then its length counts by otherFactor.
func traversal(otherFactor float64) formula {
	return formula{
		estimate: func(e *estimator, c *call) estimate {
			list := c.operands[0]
			n, item := e.sizeOf(list), list.item()
			if item == nil {
				return estimate{cost: n.scaled(otherFactor)}
			}
			each := exactly(1)
			if kind := item.typ.Kind(); kind == types.StringKind || kind == types.BytesKind {
				each = each.plus(e.sizeOf(item).scaled(perChar))
			}
			return estimate{cost: n.times(each)}
		},
		actual: func(args []ref.Val, _ ref.Val) uint64 { return ofParts(args[0]) },
	}
}

// ofParts returns the cost of visiting all parts of a value: 1 for a scalar, 0.1 for a
// character, rounded down for each text.
func ofParts(v ref.Val) uint64 {
	cost := uint64(0)
	switch v := v.(type) {
	case types.String:
		return uint64(float64(len(v)) * perChar)
	case types.Bytes:
		return uint64(float64(len(v)) * perChar)
	case traits.Lister:
		for it := v.Iterator(); it.HasNext() == types.True; {
			cost += ofParts(it.Next())
		}
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			cost += ofParts(key) + ofParts(v.Get(key))
		}
	default:
		return 1
	}
	return cost
}

// selectors is the cost of making requirements, each written in at least two characters.
var selectors = formula{
	estimate: func(e *estimator, c *call) estimate {
		return estimate{cost: requirements(e.sizeOf(c.operands[1]))}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 { return requirements(exactly(librarySize(args[1]))).Max },
}

func requirements(length Range) Range {
	return exactly(NewList).plus(length.scaled(perChar)).plus(length.scaled(0.5).scaled(NewList + NewObject))
}

// maxRegexSize bounds the regular expressions of named formats.
const maxRegexSize = 128

var validating = formula{
	estimate: func(e *estimator, c *call) estimate {
		return estimate{cost: e.sizeOf(c.operands[1]).scaled(perChar).scaled(maxRegexSize * perRegex)}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 {
		f, ok := args[0].(values.Format)
		if !ok {
			return 1
		}
		return matchCost(librarySize(args[1]), f.Cost)
	},
}

// addressSize is in bytes, for IPv4 to IPv6.
var addressSize = Range{4, 16}

// containsAddress compares the bytes that the prefix of a network covers.
var containsAddress = formula{
	estimate: func(*estimator, *call) estimate {
		return estimate{cost: addressSize.plus(addressSize).scaled(perChar)}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 { return Scale(2*librarySize(args[0]), perChar) },
}

// containsNetwork compares the addresses, then the prefixes.
var containsNetwork = formula{
	estimate: func(e *estimator, c *call) estimate {
		address := containsAddress.estimate(e, c).cost
		return estimate{cost: address.plus(addressSize.scaled(perChar)).plus(exactly(1))}
	},
	actual: func(args []ref.Val, result ref.Val) uint64 {
		return containsAddress.actual(args, result) + Scale(librarySize(args[0]), perChar) + 1
	},
}

// andParsing adds the cost of parsing the second operand.
func andParsing(f formula) formula {
	return formula{
		estimate: func(e *estimator, c *call) estimate {
			return estimate{cost: f.estimate(e, c).cost.plus(e.sizeOf(c.operands[1]).scaled(perChar))}
		},
		actual: func(args []ref.Val, result ref.Val) uint64 {
			return f.actual(args, result) + Scale(librarySize(args[1]), perChar)
		},
	}
}
