package generate

import (
	"math"
	"strconv"
)

// extremes are numbers at the ends of something.
var extremes = []any{
	int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), int64(math.MaxInt32) + 1, int64(1<<53 + 1),
	0.0, math.Copysign(0, -1), 1.0, 0.1, -0.5, 1e30, -1e30, math.MaxFloat64, math.SmallestNonzeroFloat64, 9.3e18, 1e21,
}

// JSON makes any JSON value: mostly small, sometimes deep, wide or long.
func (g *Generator) JSON() any {
	switch g.weighted(90, 6, 2, 2) {
	case 0:
		return g.json(3)
	case 1:
		return g.json(6)
	case 2:
		return g.chain(g.between(20, 200))
	default:
		return g.huge()
	}
}

func (g *Generator) json(levels int) any {
	if levels <= 0 {
		return g.jsonScalar()
	}
	switch g.weighted(50, 25, 25) {
	case 0:
		return g.jsonScalar()
	case 1:
		out := []any{}
		for range g.below(4) {
			out = append(out, g.json(levels-1))
		}
		return out
	default:
		out := map[string]any{}
		for range g.below(4) {
			out[g.name()] = g.json(levels - 1)
		}
		return out
	}
}

func (g *Generator) jsonScalar() any {
	switch g.weighted(15, 15, 35, 20, 15) {
	case 0:
		return nil
	case 1:
		return g.percent(50)
	case 2:
		return g.text()
	case 3:
		return int64(g.between(-3, 100))
	default:
		return pick(g.chance, extremes)
	}
}

// chain is n maps and lists inside of each other.
func (g *Generator) chain(n int) any {
	v := g.jsonScalar()
	for range n {
		if g.percent(50) {
			v = []any{v}
		} else {
			v = map[string]any{strconv.Itoa(g.below(3)): v}
		}
	}
	return v
}
