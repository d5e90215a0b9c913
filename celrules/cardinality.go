package celrules

import (
	"math"
	"math/bits"

	"github.com/seed95800270/crdschema/structural"
)

// cardinality is how many values a node has in one object at most. It is
// unknown below a list or map without a limit.
type cardinality struct {
	most    uint64
	bounded bool
}

// below is the cardinality of what is inside of the values of s, of which there
// are as many as c says. An object has one of each of its properties.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// extractMaxElements.
func (c cardinality) below(s *structural.Schema) cardinality {
	var limit int64
	var known bool
	switch {
	case s.Type() == structural.Array:
		limit, known = s.MaxItems()
	case s.Type() == structural.Object && (s.AllowsAdditional() || s.DeniesAdditional()):
		limit, known = s.MaxProperties()
	default:
		return c
	}
	if !c.bounded || !known {
		return cardinality{}
	}
	return cardinality{multiply(c.most, uint64(max(limit, 0))), true}
}

// of is how many values of a shape there are: as many as go into a request if
// nothing else is known.
func (c cardinality) of(s *shape) uint64 {
	if c.bounded {
		return c.most
	}
	return uint64(maxRequest / (s.weight + 1))
}

// multiply stays at the greatest number if it gets there.
func multiply(a, b uint64) uint64 {
	over, product := bits.Mul64(a, b)
	if over != 0 {
		return math.MaxUint64
	}
	return product
}

func add(a, b uint64) uint64 {
	sum, over := bits.Add64(a, b, 0)
	if over != 0 {
		return math.MaxUint64
	}
	return sum
}
