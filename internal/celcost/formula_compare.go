package celcost

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// comparison reads the shorter operand.
var comparison = formula{
	estimate: func(_ *estimator, c *call) estimate {
		most := min(c.operands[0].sizeOrAny().Max, c.operands[1].sizeOrAny().Max)
		return estimate{cost: Range{min(most, 1), most}.scaled(perChar)}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 {
		return Scale(min(Size(args[0]), Size(args[1])), perChar)
	},
}

// equality has costs of its own for two values of one Kubernetes type. They do not apply to
// !=.
var equality = formula{
	estimate: func(e *estimator, c *call) estimate {
		t := c.operands[0].typ
		if t.Equal(c.operands[1].typ) != types.True {
			return comparison.estimate(e, c)
		}
		switch t.TypeName() {
		case values.FormatType.TypeName():
			return estimate{cost: Range{1, maxFormatName}.scaled(perChar)}
		case values.URLType.TypeName():
			return estimate{cost: urlComparison(c.operands[1].size)}
		}
		if comparedAtOnce[t.TypeName()] {
			return one.estimate(e, c)
		}
		return comparison.estimate(e, c)
	},
	actual: func(args []ref.Val, result ref.Val) uint64 {
		switch args[0].(type) {
		case values.Quantity, *values.Quantity, values.IP, values.CIDR, values.Format, values.URL, values.Semver:
			return 1
		default:
			return comparison.actual(args, result)
		}
	},
}

const maxFormatName = 64

// comparedAtOnce has the names of the types whose values are compared for one unit.
var comparedAtOnce = func() map[string]bool {
	names := map[string]bool{}
	for _, t := range []*types.Type{
		values.QuantityType, values.SemverType, values.IPType, values.CIDRType, values.AuthorizerType,
		values.PathCheckType, values.GroupCheckType, values.ResourceCheckType, values.DecisionType,
	} {
		names[t.TypeName()] = true
	}
	return names
}()

// urlComparison returns the cost of comparing a URL with one of a size that may be unknown.
func urlComparison(right *Range) Range {
	longest := uint64(1)
	if right != nil {
		longest = right.Max
	}
	return Range{1, longest}.scaled(perChar)
}
